/** Connections per person within ten seconds; each begins with a snapshot of the whole fleet. */
const MAX_OPENED = 60;
const WITHIN_MS = 10_000;

export class Openings {
  #since = 0;
  readonly #byUser = new Map<number, number>();

  /** Counts a connection at `now` (epoch milliseconds); false when it exceeds the limit. */
  allow(userId: number, now: number): boolean {
    if (Math.abs(now - this.#since) >= WITHIN_MS) {
      this.#since = now;
      this.#byUser.clear();
    }
    const count = (this.#byUser.get(userId) ?? 0) + 1;
    this.#byUser.set(userId, count);
    return count <= MAX_OPENED;
  }
}

/** Frames per second, pings included; our own client sends a few. */
const MAX_A_SECOND = 100;

/** Detects a client that floods the server: reading its frames costs time, and answering its pings fills memory. */
export class FrameFlood {
  #since = 0;
  #count = 0;

  /** Counts a frame at `now` (epoch milliseconds); true when it exceeds the limit. */
  add(now: number): boolean {
    if (Math.abs(now - this.#since) >= 1000) {
      this.#since = now;
      this.#count = 0;
    }
    return ++this.#count > MAX_A_SECOND;
  }
}
