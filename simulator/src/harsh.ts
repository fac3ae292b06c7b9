import { fraction, mix } from './random.ts';

/** Harsh driving events in the names of devices. */
export const HARSH = ['hardAcceleration', 'hardBraking', 'hardCornering'] as const;
export type Harsh = (typeof HARSH)[number];

/** At most one event in this time. */
const WINDOW_MS = 600_000;
/** Probability of an event in a window of driving: for the calmest driver, the roughest, and one in a hurry. */
const CALM = 0.01;
const ROUGH = 0.14;
const HURRIED = 0.4;

export interface HarshEvent {
  /** Rounded to a whole second. */
  at: number;
  kind: Harsh;
}

/** Returns the driver's event in the window of a moment; null: none. A pure function of the time. */
export function harshIn(index: number, hurries: boolean, ms: number): HarshEvent | null {
  const window = Math.floor(ms / WINDOW_MS);
  const temper = CALM + (ROUGH - CALM) * fraction(97, index) ** 2;
  if (fraction(96, index, window) >= (hurries ? HURRIED : temper)) return null;
  const at = window * WINDOW_MS + Math.floor(fraction(98, index, window) * (WINDOW_MS / 1000)) * 1000;
  return { at, kind: HARSH[mix(99, index, window) % HARSH.length] ?? 'hardBraking' };
}

/** Returns the first event after a moment, in its window or the next one; null if neither has one. */
export function nextHarsh(index: number, hurries: boolean, ms: number): HarshEvent | null {
  const now = harshIn(index, hurries, ms);
  return now !== null && now.at > ms ? now : harshIn(index, hurries, ms + WINDOW_MS);
}
