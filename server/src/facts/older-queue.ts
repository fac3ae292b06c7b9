/** Installations to recompute because their facts come from older rules or changed settings. */
export interface OlderQueue {
  /**
   * @param readable whether its stored state can be advanced
   * @param byUpgrade whether an earlier version computed its facts, and nobody asked for it to be recomputed
   */
  add(installationId: number, readable: boolean, byUpgrade?: boolean): void;
  /** Its state cannot be advanced: the last days are recomputed first, so that current data has facts. */
  isUnreadable(installationId: number): boolean;
  /** Called when the installation has a state. */
  settled(installationId: number): void;
  /**
   * The next installation to recompute, of those with the lowest cost; without those after an upgrade if `upgrades` is
   * false, and without those that are `underWay`. It stays in the queue until it is `done`.
   */
  next(
    now: number,
    costOf?: (installationId: number) => number,
    upgrades?: boolean,
    underWay?: ReadonlyMap<number, unknown>,
  ): number | undefined;
  /** Whether an installation waits for no other reason than an upgrade. */
  isByUpgrade(installationId: number): boolean;
  done(installationId: number): void;
  /** Pauses the queue. */
  rest(now: number, pauseMs: number): void;
  /** Milliseconds until the pause ends; infinite when there is none, or nothing waits for its end. */
  restMs(now: number): number;
  /** Moves an installation behind the others, and not before a moment (epoch milliseconds). */
  postpone(installationId: number, until: number): void;
  size(): number;
}

export function createOlderQueue(): OlderQueue {
  /** In the order of recomputation. */
  const waiting = new Map<number, { readable: boolean; byUpgrade: boolean; from: number }>();
  let restUntil = 0;
  return {
    add: (installationId, readable, byUpgrade = false) => {
      const known = waiting.get(installationId);
      waiting.set(installationId, {
        readable: readable && known?.readable !== false,
        byUpgrade: byUpgrade && known?.byUpgrade !== false,
        from: known?.from ?? 0,
      });
    },
    isByUpgrade: (installationId) => waiting.get(installationId)?.byUpgrade === true,
    isUnreadable: (installationId) => waiting.get(installationId)?.readable === false,
    settled: (installationId) => {
      const known = waiting.get(installationId);
      if (known) known.readable = true;
    },
    next: (now, costOf = () => 0, upgrades = true, underWay = new Map()) => {
      if (now < restUntil) return undefined;
      let best: number | undefined;
      let least = Infinity;
      for (const [installationId, { readable, byUpgrade, from }] of waiting) {
        if (!readable || now < from || (byUpgrade && !upgrades) || underWay.has(installationId)) continue;
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
    restMs: (now) => (now < restUntil && waiting.size > 0 ? restUntil - now : Infinity),
    postpone: (installationId, until) => {
      const known = waiting.get(installationId);
      if (!known) return;
      waiting.delete(installationId);
      waiting.set(installationId, { ...known, from: until });
    },
    size: () => waiting.size,
  };
}
