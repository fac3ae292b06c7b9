import { tokenHash } from './tokens.ts';
import type { Turnstile } from './turnstile.ts';

/** A person at work calls far more often than this. */
const PROVED_FOR_MS = 10 * 60_000;

/**
 * Tokens of sessions, scripts and share links that were found lately. A stranger who sends endless tokens fills the look-up
 * queue and the budget of an address; tokens that were proved before need neither. Each is
 * looked up all the same: one that ended is found to be none, and forgotten.
 */
export class ProvedTokens {
  /** When each was found, by its hash; the longest ago first. */
  readonly #provedAt = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number = () => Date.now()) {
    this.#now = now;
  }

  /**
   * Finds what a token belongs to, by way of the queue where there is one and the token was not proved lately.
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

  /** Whether the token was found lately. */
  has(token: string): boolean {
    for (const [oldest, at] of this.#provedAt) {
      if (Math.abs(this.#now() - at) < PROVED_FOR_MS) break;
      this.#provedAt.delete(oldest);
    }
    return this.#provedAt.has(keyOf(token));
  }
}

const keyOf = (token: string) => tokenHash(token).toString('base64url');
