/** Frames of a browser, pings included, in one second; ours sends a few. */
const MAX_A_SECOND = 100;

/** Notices a browser that sends far more than ours does: reading it costs us, and answering its pings fills memory. */
export class FrameFlood {
  #since = 0;
  #count = 0;

  /** Counts a frame at `now` (epoch milliseconds); true where it is one too many. */
  add(now: number): boolean {
    if (Math.abs(now - this.#since) >= 1000) {
      this.#since = now;
      this.#count = 0;
    }
    return ++this.#count > MAX_A_SECOND;
  }
}
