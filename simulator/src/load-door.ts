import { fraction } from './random.ts';

/** So long after it halted, up to twice as long, a load door is opened, for so long: shorter than any stop. */
const AFTER_S = 30;
const OPEN_S: [number, number] = [40, 160];

/**
 * When the load door of a vehicle is open at a stop, ms since 1970: once at each.
 *
 * @param haltedMs when it came to its halt there
 */
export function doorOpenAt(index: number, haltedMs: number): { from: number; to: number } {
  const halt = Math.ceil(haltedMs / 1000);
  const from = halt + AFTER_S + Math.floor(AFTER_S * fraction(97, index, halt));
  const openS = OPEN_S[0] + Math.floor((OPEN_S[1] - OPEN_S[0]) * fraction(98, index, halt));
  return { from: from * 1000, to: (from + openS) * 1000 };
}
