const FIRST_MS = 1000;
const LONGEST_MS = 30_000;

/**
 * Milliseconds to wait before the next attempt to connect: doubling from 1 s to 30 s, half of it by chance, so that a
 * fleet does not come back all at once.
 *
 * @param failures attempts that failed since the last acknowledgement, 1 or more
 * @param chance 0 up to 1
 */
export function backoffMs(failures: number, chance: number): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(10, failures - 1));
  return longest / 2 + (longest / 2) * chance;
}
