/** Installations whose facts an older rule made, or which depend on what was changed: they wait to be made again. */
export interface OlderQueue {
  /** @param readable whether its stored state is one that can be advanced */
  add(installationId: number, readable: boolean): void;
  /** Its state cannot be advanced: it is made anew from the last days first, so that what comes now has facts. */
  isUnreadable(installationId: number): boolean;
  /** It has a state now. */
  settled(installationId: number): void;
  /** The first whose past is to be made again now. It stays until it is `done`. */
  next(now: number): number | undefined;
  done(installationId: number): void;
  /** Nothing of it before the pause is over. */
  rest(now: number, pauseMs: number): void;
  /** Its turn came to nothing: it comes after the others, and not before a moment (epoch milliseconds). */
  postpone(installationId: number, until: number): void;
  size(): number;
}

export function createOlderQueue(): OlderQueue {
  /** In the order in which they are made. */
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
    next: (now) => {
      if (now < restUntil) return undefined;
      for (const [installationId, { readable, from }] of waiting) if (readable && now >= from) return installationId;
      return undefined;
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
