import { fault } from '@milepost/contract/fault';
import { AppError, CallerGone } from '../errors.ts';

/** The half-life of a customer's recorded cost, ms. */
const HALF_LIFE_MS = 10_000;
/**
 * Milliseconds. A read that takes longer counts as long, and a customer with a higher recent cost does not get the last
 * slot.
 */
const LITTLE_MS = 1000;
const LOOK_MS = 250;
/** The limits of waiting reads: of one customer with all organisations, and of all. */
const MAX_WAITING = { own: 200, all: 4000 } as const;

interface Waiting {
  tenantId: number;
  start: () => void;
}

interface Share {
  costMs: number;
  at: number;
  running: number;
}

/**
 * Limits how many heavy reads run concurrently, whoever requests them. A free slot goes to the customer with the lowest
 * recent cost. One slot is reserved for customers with a low cost: long reads never occupy all slots, however many
 * customers they belong to, so a request for a single list waits behind none of them.
 */
export class FairQueue {
  readonly #atOnce: number;
  readonly #now: () => number;
  readonly #shares = new Map<number, Share>();
  readonly #running = new Set<{ began: number }>();
  readonly #waiting: Waiting[] = [];
  #timer: NodeJS.Timeout | null = null;

  /**
   * @param atOnce two or more; up to twice as many when long reads occupied the reserved slot before they were known to
   * be long
   */
  constructor(atOnce: number, now: () => number = () => performance.now()) {
    this.#atOnce = atOnce;
    this.#now = now;
  }

  /**
   * Runs the work when it is the customer's turn.
   * @param gone removes the request from the queue when its caller has disconnected
   * @throws AppError `too-many` when too many wait already; CallerGone
   */
  async take<Result>(tenantId: number, gone: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    if (gone.aborted) throw new CallerGone();
    if (!this.#mayStart(tenantId)) await this.#wait(tenantId, gone);
    else this.#shareOf(tenantId).running += 1;
    const run = { began: this.#now() };
    this.#running.add(run);
    try {
      return await work();
    } finally {
      this.#running.delete(run);
      this.#end(tenantId, this.#now() - run.began);
    }
  }

  /**
   * Gives free slots to waiting reads. Also called by a timer, since a slot becomes free when a read turns out to be
   * long.
   */
  look(): void {
    for (;;) {
      let chosen: { at: number; costMs: number } | null = null;
      for (const [at, { tenantId }] of this.#waiting.entries()) {
        if (!this.#mayStart(tenantId)) continue;
        const share = this.#shares.get(tenantId);
        // Reads in progress have no cost yet, but will have.
        const costMs = share ? this.#costOf(share) + share.running * LITTLE_MS : 0;
        if (chosen === null || costMs < chosen.costMs) chosen = { at, costMs };
      }
      const [next] = chosen === null ? [] : this.#waiting.splice(chosen.at, 1);
      if (!next) break;
      this.#shareOf(next.tenantId).running += 1;
      next.start();
    }
    if (this.#waiting.length > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }

  #mayStart(tenantId: number): boolean {
    const now = this.#now();
    // Counted from the shares, because a read that is just starting has no entry in `#running` yet.
    let running = 0;
    for (const share of this.#shares.values()) running += share.running;
    if (running >= 2 * this.#atOnce) return false;
    let long = 0;
    for (const { began } of this.#running) if (now - began >= LITTLE_MS) long += 1;
    const free = this.#atOnce - running + Math.max(0, long - (this.#atOnce - 1));
    if (free <= 0) return false;
    const share = this.#shares.get(tenantId);
    if (!share) return true;
    return share.running < this.#atOnce - 1 && (free > 1 || (share.running === 0 && this.#costOf(share) < LITTLE_MS));
  }

  #costOf({ costMs, at }: Share): number {
    return costMs * 0.5 ** ((this.#now() - at) / HALF_LIFE_MS);
  }

  #shareOf(tenantId: number): Share {
    const share = this.#shares.get(tenantId) ?? { costMs: 0, at: this.#now(), running: 0 };
    this.#shares.set(tenantId, share);
    return share;
  }

  #end(tenantId: number, ms: number): void {
    const share = this.#shareOf(tenantId);
    share.running -= 1;
    share.costMs = this.#costOf(share) + ms;
    share.at = this.#now();
    this.look();
    if (this.#shares.size > 1000) this.#forget();
  }

  /** A customer that requested nothing for a while is like a new one. */
  #forget(): void {
    for (const [tenantId, share] of this.#shares) {
      if (share.running === 0 && this.#costOf(share) < 1) this.#shares.delete(tenantId);
    }
  }

  #wait(tenantId: number, gone: AbortSignal): Promise<void> {
    const own = this.#waiting.filter((one) => one.tenantId === tenantId).length;
    if (own >= MAX_WAITING.own || this.#waiting.length >= MAX_WAITING.all) {
      throw new AppError('too-many', fault('busy', { wait: 5 }), { retryAfterS: 5 });
    }
    this.#timer ??= setInterval(() => this.look(), LOOK_MS).unref();
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        this.look();
        reject(new CallerGone());
      };
      const waiting: Waiting = {
        tenantId,
        start: () => {
          gone.removeEventListener('abort', leave);
          resolve();
        },
      };
      this.#waiting.push(waiting);
      gone.addEventListener('abort', leave, { once: true });
    });
  }
}
