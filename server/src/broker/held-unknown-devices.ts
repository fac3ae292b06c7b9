import type { Budgets } from '../gateway/budgets.ts';
import { type HeldFrame, HeldFrames } from '../gateway/held-frames.ts';

const MOST_UNKNOWN_DEVICES = 1000;
/** Of what may be held for devices they share one part, as those of one network do. */
const SHARE = 'broker';

/** What devices that nobody knows published last, until somebody adopts them; of too many, those that came last. */
export class HeldUnknownDevices {
  readonly #byIdentity = new Map<string, HeldFrames>();
  readonly #budgets: Budgets;

  constructor(budgets: Budgets) {
    this.#budgets = budgets;
  }

  /** False where there is no room for it. */
  add(identity: string, frame: HeldFrame): boolean {
    const held = this.#byIdentity.get(identity) ?? new HeldFrames(this.#budgets.held.lease(SHARE));
    this.#byIdentity.delete(identity);
    this.#byIdentity.set(identity, held);
    if (this.#byIdentity.size > MOST_UNKNOWN_DEVICES) {
      const [oldest = identity] = this.#byIdentity.keys();
      this.#byIdentity.get(oldest)?.close();
      this.#byIdentity.delete(oldest);
    }
    return held.add(frame);
  }

  identities(): string[] {
    return [...this.#byIdentity.keys()];
  }

  /** What is held of it, oldest first; it is held no longer. */
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
