/** Installations waiting for recomputation. */
export interface LateQueue {
  /** `lateAt`: recompute from here (epoch milliseconds); infinite when only newer reports are missing. */
  add(installationId: number, lateAt: number): void;
  /**
   * Removes and returns the next due installation with its moment: of those with the lowest cost, the one that has
   * waited longest.
   */
  take(
    now: number,
    costOf?: (installationId: number) => number,
  ): { installationId: number; lateAt: number } | undefined;
  /** The moment added since it was taken; undefined when none was. */
  waiting(installationId: number): number | undefined;
  drop(installationId: number): void;
  /** Holds an installation back until the pause is over, after success or failure. */
  rest(installationId: number, now: number, pauseMs: number): void;
  size(): number;
}

interface Entry {
  lateAt: number;
  first: number;
  last: number;
}

/**
 * A device with a backlog sends many late reports, at worst the newest first. It is recomputed once it has been quiet
 * for a moment, or after the longer time in any case.
 */
const QUIET_MS = 2000;
const LONGEST_MS = 30_000;

export function createLateQueue(clock: () => number = Date.now): LateQueue {
  const entries = new Map<number, Entry>();
  const restUntil = new Map<number, number>();
  return {
    add: (installationId, lateAt) => {
      const now = clock();
      const known = entries.get(installationId);
      if (!known) entries.set(installationId, { lateAt, first: now, last: now });
      else {
        known.lateAt = Math.min(known.lateAt, lateAt);
        known.last = now;
      }
    },
    take: (now, costOf = () => 0) => {
      let best: { installationId: number; lateAt: number } | undefined;
      let least = Infinity;
      for (const [installationId, { lateAt, first, last }] of entries) {
        if (now < (restUntil.get(installationId) ?? 0)) continue;
        if (Number.isFinite(lateAt) && now - last < QUIET_MS && now - first < LONGEST_MS) continue;
        const cost = costOf(installationId);
        if (best && cost >= least) continue;
        best = { installationId, lateAt };
        least = cost;
        if (cost === 0) break;
      }
      if (!best) return undefined;
      entries.delete(best.installationId);
      restUntil.delete(best.installationId);
      return best;
    },
    waiting: (installationId) => entries.get(installationId)?.lateAt,
    drop: (installationId) => entries.delete(installationId),
    rest: (installationId, now, pauseMs) => restUntil.set(installationId, now + pauseMs),
    size: () => entries.size,
  };
}
