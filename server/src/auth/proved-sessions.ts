import type { Caller } from './caller.ts';
import { tokenHash } from './tokens.ts';
import type { Turnstile } from './turnstile.ts';

/** A person at work calls far more often than this. */
const PROVED_FOR_MS = 10 * 60_000;

/**
 * Tokens of sessions and of scripts that were found lately. A stranger who sends tokens without end fills the queue for
 * looking them up; whoever proved theirs before does not stand in it. Each is looked up all the same: one that ended is
 * found to be none, and forgotten.
 */
export class ProvedSessions {
  /** When each was found, by its hash; the longest ago first. */
  readonly #provedAt = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /**
   * Finds who a token belongs to, by way of the queue where there is one and the token was not proved lately.
   * @throws AppError `too-many` when the queue is full
   */
  async find(
    token: string,
    look: () => Promise<Caller | null>,
    queue: Turnstile | null = null,
  ): Promise<Caller | null> {
    const key = tokenHash(token).toString('base64url');
    const caller = queue === null || this.#isProved(key) ? await look() : await queue.pass(look);
    this.#provedAt.delete(key);
    if (caller) this.#provedAt.set(key, this.#now());
    return caller;
  }

  #isProved(key: string): boolean {
    for (const [oldest, at] of this.#provedAt) {
      if (Math.abs(this.#now() - at) < PROVED_FOR_MS) break;
      this.#provedAt.delete(oldest);
    }
    return this.#provedAt.has(key);
  }
}
