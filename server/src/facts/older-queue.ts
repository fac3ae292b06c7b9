/** Installations to recompute because their facts come from older rules or changed settings, or an operator wants it. */
export interface OlderQueue {
  /**
   * All its facts are recomputed.
   * @param readable whether its stored state can be advanced
   * @param byUpgrade whether an earlier version computed its facts, and nobody asked for it to be recomputed
   */
  add(installationId: number, readable: boolean, byUpgrade?: boolean): void;
  /** An operator requested its facts from a moment on (epoch milliseconds; negatively infinite: all of them). */
  request(installationId: number, request: { since: number; number: number }): void;
  /** From when on it is recomputed (negatively infinite: from its beginning), and the request that this fulfils. */
  wanted(installationId: number): { since: number; request: number | null };
  /** Its state cannot be advanced: the last days are recomputed first, so that current data has facts. */
  isUnreadable(installationId: number): boolean;
  /** Called when the installation has a state. */
  settled(installationId: number): void;
  /**
   * The next installation to recompute, of those with the lowest cost; without those that follow the pace of the
   * operator if `paced` is false, and without those that are `underWay`. It stays in the queue until it is `done`.
   */
  next(
    now: number,
    costOf?: (installationId: number) => number,
    paced?: boolean,
    underWay?: ReadonlyMap<number, unknown>,
  ): number | undefined;
  /** Whether an installation waits for no other reason than an upgrade or a request: the operator sets the pace. */
  isPaced(installationId: number): boolean;
  /** Called when it is recomputed from a moment on (epoch milliseconds). */
  done(installationId: number, since?: number): void;
  /** Pauses the queue. */
  rest(now: number, pauseMs: number): void;
  /** Milliseconds until the pause ends; infinite when there is none, or nothing waits for its end. */
  restMs(now: number): number;
  /** Moves an installation behind the others, and not before a moment (epoch milliseconds). */
  postpone(installationId: number, until: number): void;
  size(): number;
}

interface Waiting {
  readable: boolean;
  paced: boolean;
  /** Not before this moment. */
  notBefore: number;
  since: number;
  request: number | null;
}

export function createOlderQueue(): OlderQueue {
  /** In the order of recomputation. */
  const waiting = new Map<number, Waiting>();
  let restUntil = 0;
  return {
    add: (installationId, readable, byUpgrade = false) => {
      const known = waiting.get(installationId);
      waiting.set(installationId, {
        readable: readable && known?.readable !== false,
        paced: byUpgrade && known?.paced !== false,
        notBefore: known?.notBefore ?? 0,
        since: -Infinity,
        request: known?.request ?? null,
      });
    },
    request: (installationId, { since, number }) => {
      const known = waiting.get(installationId);
      waiting.set(installationId, {
        readable: known?.readable ?? true,
        paced: known?.paced ?? true,
        notBefore: known?.notBefore ?? 0,
        since: Math.min(since, known?.since ?? Infinity),
        request: Math.max(number, known?.request ?? 0),
      });
    },
    wanted: (installationId) => {
      const { since = -Infinity, request = null } = waiting.get(installationId) ?? {};
      return { since, request };
    },
    isPaced: (installationId) => waiting.get(installationId)?.paced === true,
    isUnreadable: (installationId) => waiting.get(installationId)?.readable === false,
    settled: (installationId) => {
      const known = waiting.get(installationId);
      if (known) known.readable = true;
    },
    next: (now, costOf = () => 0, paced = true, underWay = new Map()) => {
      if (now < restUntil) return undefined;
      let best: number | undefined;
      let least = Infinity;
      for (const [installationId, one] of waiting) {
        if (!one.readable || now < one.notBefore || (one.paced && !paced) || underWay.has(installationId)) continue;
        const cost = costOf(installationId);
        if (best !== undefined && cost >= least) continue;
        [best, least] = [installationId, cost];
        if (cost === 0) break;
      }
      return best;
    },
    done: (installationId, since = -Infinity) => {
      // More may have become necessary meanwhile.
      if (since <= (waiting.get(installationId)?.since ?? Infinity)) waiting.delete(installationId);
    },
    rest: (now, pauseMs) => {
      restUntil = now + pauseMs;
    },
    restMs: (now) => (now < restUntil && waiting.size > 0 ? restUntil - now : Infinity),
    postpone: (installationId, until) => {
      const known = waiting.get(installationId);
      if (!known) return;
      waiting.delete(installationId);
      waiting.set(installationId, { ...known, notBefore: until });
    },
    size: () => waiting.size,
  };
}
