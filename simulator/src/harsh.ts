import { fraction, mix } from './random.ts';

/** Harsh driving as devices tell it. */
export const HARSH = ['hardAcceleration', 'hardBraking', 'hardCornering'] as const;
export type Harsh = (typeof HARSH)[number];

/** At most one event in so long. */
const WINDOW_MS = 600_000;
/** Chance of an event in a window in which it is driven: of the calmest driver, of the roughest, and of one in a hurry. */
const CALM = 0.01;
const ROUGH = 0.14;
const HURRIED = 0.4;

export interface HarshEvent {
  /** A whole second. */
  at: number;
  kind: Harsh;
}

/** What the driver would do in the window that a moment lies in; null: nothing. A pure function of the time. */
export function harshIn(index: number, hurries: boolean, ms: number): HarshEvent | null {
  const window = Math.floor(ms / WINDOW_MS);
  const temper = CALM + (ROUGH - CALM) * fraction(97, index) ** 2;
  if (fraction(96, index, window) >= (hurries ? HURRIED : temper)) return null;
  const at = window * WINDOW_MS + Math.floor(fraction(98, index, window) * (WINDOW_MS / 1000)) * 1000;
  return { at, kind: HARSH[mix(99, index, window) % HARSH.length] ?? 'hardBraking' };
}

/** The next event from a moment on, of its window and the one after it. */
export function nextHarsh(index: number, hurries: boolean, ms: number): HarshEvent | null {
  const now = harshIn(index, hurries, ms);
  return now !== null && now.at > ms ? now : harshIn(index, hurries, ms + WINDOW_MS);
}
