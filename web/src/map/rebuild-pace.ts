/** The index is rebuilt after movements at most this often, and never for more than a fifth of the time. */
const REBUILD_MS = 1000;
const REBUILD_SHARE = 5;

/**
 * Decides when the index of clusters is rebuilt: immediately if the filter changed, otherwise after a pause since the
 * last rebuild. A change that came too early stays pending. All times are in ms of one monotonic clock.
 */
export function createRebuildPace() {
  let changed = true;
  let atOnce = true;
  let beganAt = -Infinity;
  let pauseMs = REBUILD_MS;
  return {
    /** Call this when a vehicle moved, was added, was removed or got another mark. */
    change(): void {
      changed = true;
    },
    /** Call this when the set of vehicles changed: the pause is skipped. */
    hurry(): void {
      atOnce = true;
    },
    isDue: (now: number): boolean => atOnce || (changed && now - beganAt >= pauseMs),
    begin(now: number): void {
      changed = atOnce = false;
      beganAt = now;
    },
    /** @param durationMs how long the rebuild took, including the messages to and from the worker */
    end(durationMs: number): void {
      pauseMs = Math.max(REBUILD_MS, durationMs * REBUILD_SHARE);
    },
  };
}
