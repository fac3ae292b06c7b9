const REMEMBERED = 20;

/**
 * The browser's estimate of the server's clock. A frame's `at` arrives late by the transit time, so the largest of the
 * recent differences is the most accurate. A browser's own clock can be wrong by minutes, and ages must not be.
 */
export function createServerClock(now: () => number = Date.now) {
  const offsets: number[] = [];
  let offset = 0;
  return {
    /** Takes the `at` of a frame that has just been received. */
    receive(at: number): void {
      offsets.push(at - now());
      if (offsets.length > REMEMBERED) offsets.shift();
      offset = Math.max(...offsets);
    },
    /** Resets the estimate; after a reconnect the network or the machine's clock can have changed. */
    reset(): void {
      offsets.length = 0;
    },
    /** The current time in epoch milliseconds by the server's clock. */
    now: (): number => now() + offset,
  };
}

export type ServerClock = ReturnType<typeof createServerClock>;
