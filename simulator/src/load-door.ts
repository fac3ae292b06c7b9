import { fraction } from './random.ts';

/** A load door is opened this long after the halt, up to twice as long, and for this long: shorter than any stop. */
const AFTER_S = 30;
const OPEN_S: [number, number] = [40, 160];

/**
 * Returns when the load door of a vehicle is open at a stop, ms since 1970: once at each.
 *
 * @param haltedMs when the vehicle came to its halt there
 */
export function doorOpenAt(index: number, haltedMs: number): { from: number; to: number } {
  const halt = Math.ceil(haltedMs / 1000);
  const from = halt + AFTER_S + Math.floor(AFTER_S * fraction(97, index, halt));
  const openS = OPEN_S[0] + Math.floor((OPEN_S[1] - OPEN_S[0]) * fraction(98, index, halt));
  return { from: from * 1000, to: (from + openS) * 1000 };
}
