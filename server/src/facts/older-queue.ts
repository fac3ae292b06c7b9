/** Installations to recompute because their facts come from older rules or changed settings. */
export interface OlderQueue {
  /** @param readable whether its stored state can be advanced */
  add(installationId: number, readable: boolean): void;
  /** Its state cannot be advanced: the last days are recomputed first, so that current data has facts. */
  isUnreadable(installationId: number): boolean;
  /** Called when the installation has a state. */
  settled(installationId: number): void;
  /** The next installation to recompute, of those with the lowest cost. It stays in the queue until it is `done`. */
  next(now: number, costOf?: (installationId: number) => number): number | undefined;
  done(installationId: number): void;
  /** Pauses the queue. */
  rest(now: number, pauseMs: number): void;
  /** Moves an installation behind the others, and not before a moment (epoch milliseconds). */
  postpone(installationId: number, until: number): void;
  size(): number;
}

export function createOlderQueue(): OlderQueue {
  /** In the order of recomputation. */
  const waiting = new Map<number, { readable: boolean; from: number }>();
  let restUntil = 0;
  return {
    add: (installationId, readable) => {
      const known = waiting.get(installationId);
      waiting.set(installationId, { readable: readable && known?.readable !== false, from: known?.from ?? 0 });
    },
    isUnreadable: (installationId) => waiting.get(installationId)?.readable === false,
    settled: (installationId) => {
      const known = waiting.get(installationId);
      if (known) known.readable = true;
    },
    next: (now, costOf = () => 0) => {
      if (now < restUntil) return undefined;
      let best: number | undefined;
      let least = Infinity;
      for (const [installationId, { readable, from }] of waiting) {
        if (!readable || now < from) continue;
        const cost = costOf(installationId);
        if (best !== undefined && cost >= least) continue;
        [best, least] = [installationId, cost];
        if (cost === 0) break;
      }
      return best;
    },
    done: (installationId) => waiting.delete(installationId),
    rest: (now, pauseMs) => {
      restUntil = now + pauseMs;
    },
    postpone: (installationId, until) => {
      const known = waiting.get(installationId);
      if (!known) return;
      waiting.delete(installationId);
      waiting.set(installationId, { ...known, from: until });
    },
    size: () => waiting.size,
  };
}
