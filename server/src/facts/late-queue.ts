/** Installations that wait to be made again. */
export interface LateQueue {
  /** From when on (epoch milliseconds); infinite where nothing is late and only newer reports are missing. */
  add(installationId: number, lateAt: number): void;
  /** Takes one that is due, with its moment. */
  take(now: number): { installationId: number; lateAt: number } | undefined;
  /** What was added since it was taken; `undefined` where nothing was. */
  waiting(installationId: number): number | undefined;
  drop(installationId: number): void;
  /** It was made again, or could not be: not once more before the pause is over. */
  rest(installationId: number, now: number, pauseMs: number): void;
  size(): number;
}

interface Entry {
  lateAt: number;
  first: number;
  last: number;
}

/**
 * A device with a backlog sends late report upon late report, the newest first at worst: it is made again when it has
 * been quiet for a moment, or after so long in any case.
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
    take: (now) => {
      for (const [installationId, { lateAt, first, last }] of entries) {
        if (now < (restUntil.get(installationId) ?? 0)) continue;
        if (Number.isFinite(lateAt) && now - last < QUIET_MS && now - first < LONGEST_MS) continue;
        entries.delete(installationId);
        restUntil.delete(installationId);
        return { installationId, lateAt };
      }
      return undefined;
    },
    waiting: (installationId) => entries.get(installationId)?.lateAt,
    drop: (installationId) => entries.delete(installationId),
    rest: (installationId, now, pauseMs) => restUntil.set(installationId, now + pauseMs),
    size: () => entries.size,
  };
}
