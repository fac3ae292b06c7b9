/**
 * How many messages of unknown devices the gateway keeps in all. A stranger can open thousands of connections and send
 * on each; beyond this their messages are not kept, which costs nothing: they were not acknowledged, and a device that
 * is adopted sends them again.
 */
const MAX_HELD_MESSAGES = 50_000;

export class HeldBudget {
  #held = 0;

  /** False where there is no room; otherwise it counts until `release`. */
  take(messages: number): boolean {
    if (this.#held + messages > MAX_HELD_MESSAGES) return false;
    this.#held += messages;
    return true;
  }

  release(messages: number): void {
    this.#held -= messages;
  }
}
