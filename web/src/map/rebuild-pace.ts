/** The index is made anew from vehicles that changed at most this often, and never more than a fifth of the time. */
const REBUILD_MS = 1000;
const REBUILD_SHARE = 5;

/**
 * When the index of clusters is made anew: at once where the filter changed, else some time after the last, and never
 * forgotten: a change that came too early stays due. All times in ms of one steady clock.
 */
export function createRebuildPace() {
  let changed = true;
  let atOnce = true;
  let beganAt = -Infinity;
  let pauseMs = REBUILD_MS;
  return {
    /** A vehicle moved, came, went, or got another mark. */
    change(): void {
      changed = true;
    },
    /** What takes part became another: nobody waits for the pause. */
    hurry(): void {
      atOnce = true;
    },
    isDue: (now: number): boolean => atOnce || (changed && now - beganAt >= pauseMs),
    begin(now: number): void {
      changed = atOnce = false;
      beganAt = now;
    },
    /** @param durationMs how long making it took, with the question and its answer */
    end(durationMs: number): void {
      pauseMs = Math.max(REBUILD_MS, durationMs * REBUILD_SHARE);
    },
  };
}
