const FIRST_MS = 500;
const LONGEST_MS = 30_000;

/**
 * The pause before connection attempt number `attempt` (from 0): exponential from 0.5 s to 30 s with full jitter, so
 * that thousands of browsers do not reconnect in step after a restart of the server.
 * @param random a number in [0, 1)
 */
export function backoffMs(attempt: number, random: number): number {
  const ceiling = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt, 16));
  return Math.round(random * ceiling);
}
