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
  /** One failed: it comes after the others. */
  postpone(installationId: number): void;
  size(): number;
}

export function createOlderQueue(): OlderQueue {
  /** In the order in which they are made; the value is whether there is a state to go on with. */
  const waiting = new Map<number, boolean>();
  let restUntil = 0;
  return {
    add: (installationId, readable) => waiting.set(installationId, readable && waiting.get(installationId) !== false),
    isUnreadable: (installationId) => waiting.get(installationId) === false,
    settled: (installationId) => {
      if (waiting.has(installationId)) waiting.set(installationId, true);
    },
    next: (now) => {
      if (now < restUntil) return undefined;
      for (const [installationId, readable] of waiting) if (readable) return installationId;
      return undefined;
    },
    done: (installationId) => waiting.delete(installationId),
    rest: (now, pauseMs) => {
      restUntil = now + pauseMs;
    },
    postpone: (installationId) => {
      const readable = waiting.get(installationId);
      if (readable === undefined) return;
      waiting.delete(installationId);
      waiting.set(installationId, readable);
    },
    size: () => waiting.size,
  };
}
