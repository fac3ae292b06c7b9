import type { Caller } from '../auth/caller.ts';
import { Turnstile } from '../auth/turnstile.ts';

/** Calls of one session or token that are worked on at once; a browser that opens a screen makes some eight. */
const AT_ONCE = 4;
const MOST_WAITING = 60;

/**
 * Turns of each session and API token: whoever sends a hundred slow searches waits for the own ones, and does not take
 * the connections to the database from everybody else.
 */
export class Turns {
  readonly #turnstiles = new Map<string, Turnstile>();

  /** @throws AppError `too-many` when too many calls of the caller wait already */
  async take<Result>(caller: Caller | null, work: () => Promise<Result>): Promise<Result> {
    if (!caller) return work();
    const key = caller.token ? `token ${caller.token.id}` : `session ${caller.sessionId}`;
    const turnstile = this.#turnstiles.get(key) ?? new Turnstile(AT_ONCE, MOST_WAITING);
    this.#turnstiles.set(key, turnstile);
    try {
      return await turnstile.pass(work);
    } finally {
      if (turnstile.idle) this.#turnstiles.delete(key);
    }
  }
}
