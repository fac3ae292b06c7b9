/** A driver's entry for a stop. Times in epoch milliseconds, by the server's clock. */
export interface StopEntry {
  doneAt: number | null;
  skippedAt: number | null;
}

/** The vehicle's positions at the same stop. Times in epoch milliseconds. */
export interface SeenOfStop {
  served: boolean;
  arrivedAt: number | null;
  departedAt: number | null;
  /** Distance in metres between the vehicle and the centre of the outlet at the time of the entry; null if unknown. */
  metres: number | null;
  radiusM: number;
}

/**
 * How an entry and the positions differ. `elsewhere`: marked done while the vehicle was far away, and never served;
 * `unseen`: marked done while the vehicle's location was unknown; `short`: it was near, but stood there for less than
 * the shortest dwell; `time`: served, but long before or after the entry; `served`: marked as skipped, but served.
 */
export type WordDifference = 'elsewhere' | 'unseen' | 'short' | 'served' | 'time';

/**
 * This far beyond the area of the outlet a vehicle is elsewhere, metres: a street where it can be parked is closer.
 */
const FAR_M = 300;
/** A driver makes the entry before the goods are carried in, or at the next red light: this much is tolerated. */
const SLACK_MS = 30 * 60_000;

/**
 * Returns how the driver's entry differs from the vehicle's positions; null where both agree, or the driver entered no
 * result.
 */
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
