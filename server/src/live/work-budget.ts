import { TokenBucket } from '../token-bucket.ts';

/**
 * Milliseconds in each second that the live view may spend on one person, because frames are built and sent on the
 * event loop that serves everybody. Two browsers that watch 10,000 moving vehicles take about 20.
 */
const WORK_MS_A_SECOND = 100;
/** The cap of a debt: a process that was suspended in the middle of a frame must not leave a debt of an hour. */
const MAX_DEBT_MS = 2000;

/**
 * Measures the time spent on each person. A person who has used up the share gets the newest state later, however many
 * connections they have open; work longer than the share is paid off over the following seconds.
 */
export class WorkBudget {
  readonly #shares = new Map<number, TokenBucket>();
  readonly #now: () => number;

  /** @param now a monotonic clock in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  isSpent(userId: number): boolean {
    const share = this.#shares.get(userId);
    if (share?.isFull(this.#now())) this.#shares.delete(userId);
    return share?.isSpent(this.#now()) ?? false;
  }

  /** Does work for a person and charges the time it took. */
  run<Result>(userId: number, work: () => Result): Result {
    const began = this.#now();
    try {
      return work();
    } finally {
      const now = this.#now();
      const share = this.#shares.get(userId) ?? newShare();
      this.#shares.set(userId, share);
      share.take(now - began, now);
    }
  }
}

const newShare = () =>
  new TokenBucket({
    perSecond: WORK_MS_A_SECOND,
    most: WORK_MS_A_SECOND,
    mostDebt: MAX_DEBT_MS - WORK_MS_A_SECOND,
  });
