import { tokenHash } from './tokens.ts';
import type { Turnstile } from './turnstile.ts';

/** A person at work makes calls far more often than this. */
const PROVED_FOR_MS = 10 * 60_000;

/**
 * Tokens of sessions, scripts and share links that were recently found valid. A flood of invalid tokens fills the
 * look-up queue and the budget of an address; recently valid tokens need neither. Each is still looked up: one that has
 * ended is found invalid, and removed.
 */
export class ProvedTokens {
  /** The time of each token's last successful look-up, by its hash; the oldest first. */
  readonly #provedAt = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number = () => Date.now()) {
    this.#now = now;
  }

  /**
   * Looks up a token, through the queue if there is one and the token was not recently valid.
   * @throws AppError `too-many` when the queue is full
   */
  async find<Found>(
    token: string,
    look: () => Promise<Found | null>,
    queue: Turnstile | null = null,
  ): Promise<Found | null> {
    const key = keyOf(token);
    const found = queue === null || this.has(token) ? await look() : await queue.pass(look);
    this.#provedAt.delete(key);
    if (found !== null) this.#provedAt.set(key, this.#now());
    return found;
  }

  /** True when the token was recently valid. */
  has(token: string): boolean {
    for (const [oldest, at] of this.#provedAt) {
      if (Math.abs(this.#now() - at) < PROVED_FOR_MS) break;
      this.#provedAt.delete(oldest);
    }
    return this.#provedAt.has(keyOf(token));
  }
}

const keyOf = (token: string) => tokenHash(token).toString('base64url');
