/** Limits the past reports of all devices together, so that the present keeps its share. */
export class Pace {
  readonly #perSecond: number;
  #tokens = 0;
  #atMs: number | null = null;

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
  }

  /** Returns how many of `count` may be sent now, at a time in ms on any clock that only advances. */
  allow(count: number, nowMs: number): number {
    // Never more than a fifth of a second's share in one step, whatever the pause.
    const most = this.#perSecond / 5;
    const earned = this.#atMs === null ? most : ((nowMs - this.#atMs) / 1000) * this.#perSecond;
    this.#atMs = nowMs;
    this.#tokens = Math.min(most, this.#tokens + earned);
    const allowed = Math.min(count, Math.floor(this.#tokens));
    this.#tokens -= allowed;
    return allowed;
  }
}
