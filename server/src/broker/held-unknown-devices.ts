import type { Budgets } from '../gateway/budgets.ts';
import { type HeldFrame, HeldFrames } from '../gateway/held-frames.ts';

const MAX_UNKNOWN_DEVICES = 1000;
/** All unknown devices of a broker share one part of the budget for held messages, like the devices of one network. */
const SHARE = 'broker';

/**
 * The last messages of unknown devices, retained until somebody adopts them; the most recent devices when there are too
 * many.
 */
export class HeldUnknownDevices {
  readonly #byIdentity = new Map<string, HeldFrames>();
  readonly #budgets: Budgets;

  constructor(budgets: Budgets) {
    this.#budgets = budgets;
  }

  /** Returns false when there is no room. */
  add(identity: string, frame: HeldFrame): boolean {
    const held = this.#byIdentity.get(identity) ?? new HeldFrames(this.#budgets.held.lease(SHARE));
    this.#byIdentity.delete(identity);
    this.#byIdentity.set(identity, held);
    if (this.#byIdentity.size > MAX_UNKNOWN_DEVICES) {
      const [oldest = identity] = this.#byIdentity.keys();
      this.#byIdentity.get(oldest)?.close();
      this.#byIdentity.delete(oldest);
    }
    return held.add(frame);
  }

  identities(): string[] {
    return [...this.#byIdentity.keys()];
  }

  /** Returns the held messages of a device, oldest first, and releases them. */
  take(identity: string): HeldFrame[] {
    const held = this.#byIdentity.get(identity);
    const frames = held?.take() ?? [];
    held?.close();
    this.#byIdentity.delete(identity);
    return frames;
  }

  close(): void {
    for (const held of this.#byIdentity.values()) held.close();
    this.#byIdentity.clear();
  }
}
