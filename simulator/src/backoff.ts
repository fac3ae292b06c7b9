const FIRST_MS = 1000;
const LONGEST_MS = 30_000;

/**
 * Returns the milliseconds to wait before the next attempt to connect: doubling from 1 s to 30 s, half of it random, so
 * that a fleet does not reconnect all at the same time.
 *
 * @param failures failed attempts since the last acknowledgement, 1 or more
 * @param chance 0 up to 1
 */
export function backoffMs(failures: number, chance: number): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(10, failures - 1));
  return longest / 2 + (longest / 2) * chance;
}
