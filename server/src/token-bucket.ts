interface BucketSize {
  perSecond: number;
  /** The amount that may be taken at a time, and that a new bucket holds. */
  most: number;
  /** The largest debt: what is taken beyond it is forgiven. Default: none. */
  mostDebt?: number;
}

/** An amount that refills steadily, up to a maximum, and can be overdrawn. All times are milliseconds of one clock. */
export class TokenBucket {
  #tokens: number;
  #at: number | null = null;
  readonly #perSecond: number;
  readonly #most: number;
  readonly #least: number;

  constructor({ perSecond, most, mostDebt = Infinity }: BucketSize) {
    this.#perSecond = perSecond;
    this.#most = most;
    this.#least = -mostDebt;
    this.#tokens = most;
  }

  /** Takes an amount, whether or not the bucket holds it. Returns the milliseconds until it is no longer overdrawn. */
  take(amount: number, now: number): number {
    this.#fill(now);
    this.#tokens = Math.max(this.#least, this.#tokens - amount);
    return this.#wait();
  }

  /** Milliseconds until the bucket is no longer overdrawn. */
  owed(now: number): number {
    this.#fill(now);
    return this.#wait();
  }

  /** Takes the amount if the bucket holds it; returns whether it did. */
  allow(amount: number, now: number): boolean {
    this.#fill(now);
    // An amount larger than the bucket passes when the bucket is full.
    if (this.#tokens < Math.min(amount, this.#most)) return false;
    this.#tokens -= amount;
    return true;
  }

  /** True when the bucket holds nothing. */
  isSpent(now: number): boolean {
    this.#fill(now);
    return this.#tokens <= 0;
  }

  /** True when nothing was taken that has not been refilled, so that a new bucket would be the same. */
  isFull(now: number): boolean {
    this.#fill(now);
    return this.#tokens >= this.#most;
  }

  #fill(now: number): void {
    // Nobody must be delayed when the clock is set back.
    const elapsedS = this.#at === null ? 0 : Math.max(0, now - this.#at) / 1000;
    this.#tokens = Math.min(this.#most, this.#tokens + elapsedS * this.#perSecond);
    this.#at = now;
  }

  #wait(): number {
    return this.#tokens >= 0 ? 0 : Math.ceil((-this.#tokens / this.#perSecond) * 1000);
  }
}
