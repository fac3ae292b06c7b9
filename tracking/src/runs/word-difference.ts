/** What a driver said of a stop. Times in epoch milliseconds, by our clock. */
export interface StopEntry {
  doneAt: number | null;
  skippedAt: number | null;
}

/** What the vehicle's positions say of the same stop. Times in epoch milliseconds. */
export interface SeenOfStop {
  served: boolean;
  arrivedAt: number | null;
  departedAt: number | null;
  /** How far from the middle of the outlet the vehicle was when it was said, metres; null where nobody knows. */
  metres: number | null;
  radiusM: number;
}

/**
 * How a word and the positions differ. `elsewhere`: said to be done while the vehicle was far from it, and never served
 * it; `unseen`: said to be done, and nobody knows where the vehicle was; `short`: it was near, but did not stand there for
 * the shortest dwell; `time`: served, but long before or after it was said; `served`: said to be skipped, and served.
 */
export type WordDifference = 'elsewhere' | 'unseen' | 'short' | 'served' | 'time';

/** So far beyond the area of the outlet a vehicle is elsewhere, metres: a street where it can be parked is not. */
const FAR_M = 300;
/** A driver taps before the goods are carried in, or at the next red light: so much is no difference. */
const SLACK_MS = 30 * 60_000;

/** How the driver's own word differs from where the vehicle was; null where both agree, or nothing was said of an end. */
export function wordDifference({ doneAt, skippedAt }: StopEntry, seen: SeenOfStop): WordDifference | null {
  if (skippedAt !== null) return seen.served ? 'served' : null;
  if (doneAt === null) return null;
  if (seen.served) {
    const isEarly = seen.arrivedAt !== null && doneAt < seen.arrivedAt - SLACK_MS;
    const isLate = seen.departedAt !== null && doneAt > seen.departedAt + SLACK_MS;
    return isEarly || isLate ? 'time' : null;
  }
  if (seen.metres === null) return 'unseen';
  return seen.metres > seen.radiusM + FAR_M ? 'elsewhere' : 'short';
}
