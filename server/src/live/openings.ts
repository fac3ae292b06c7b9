/** Connections that one person may open within ten seconds: each begins with the whole fleet. */
const MAX_OPENED = 60;
const WITHIN_MS = 10_000;

/** Counts how often each person connects. */
export class Openings {
  #since = 0;
  readonly #byUser = new Map<number, number>();

  /** Counts a connection at `now` (epoch milliseconds); false where it is one too many. */
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
