/**
 * Time that the live view spends on one person in each second, milliseconds: building and sending frames happens on the
 * event loop that serves everybody. Two browsers that watch 10,000 moving vehicles take some 20.
 */
const WORK_MS_A_SECOND = 100;
/** A machine that stood still in the middle of a frame is nobody's debt for an hour. */
const MAX_DEBT_MS = 2000;

/**
 * Counts the time that work for each person takes. Whoever has used up the own share gets the newest state later, however
 * many connections they hold; what took longer than the share is paid off over the following seconds.
 */
export class WorkBudget {
  readonly #used = new Map<number, { ms: number; at: number }>();
  readonly #now: () => number;

  /** @param now a clock in milliseconds that never goes back */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  isSpent(userId: number): boolean {
    const left = this.#usedBy(userId) < WORK_MS_A_SECOND;
    if (left && this.#usedBy(userId) === 0) this.#used.delete(userId);
    return !left;
  }

  /** Does work for a person, and counts how long it took. */
  run<Result>(userId: number, work: () => Result): Result {
    const began = this.#now();
    try {
      return work();
    } finally {
      const now = this.#now();
      this.#used.set(userId, { ms: Math.min(MAX_DEBT_MS, this.#usedBy(userId) + now - began), at: now });
    }
  }

  /** What is not paid off yet, milliseconds. */
  #usedBy(userId: number): number {
    const used = this.#used.get(userId);
    return used ? Math.max(0, used.ms - ((this.#now() - used.at) * WORK_MS_A_SECOND) / 1000) : 0;
  }
}
