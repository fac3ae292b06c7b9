const REMEMBERED = 20;

/**
 * The server's clock as the browser knows it. A frame's `at` arrives late by the transit, so the largest of the last
 * differences is the nearest to the truth. A browser's own clock may be wrong by minutes, and ages must not be.
 */
export function createServerClock(now: () => number = Date.now) {
  const offsets: number[] = [];
  let offset = 0;
  return {
    /** Takes the `at` of a frame that has just arrived. */
    hear(at: number): void {
      offsets.push(at - now());
      if (offsets.length > REMEMBERED) offsets.shift();
      offset = Math.max(...offsets);
    },
    /** Forgets what it learned; after a reconnect the network, or the machine's clock, may be another. */
    reset(): void {
      offsets.length = 0;
    },
    /** Epoch milliseconds by the server's clock. */
    now: (): number => now() + offset,
  };
}

export type ServerClock = ReturnType<typeof createServerClock>;
