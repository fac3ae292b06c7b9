import type { BrowserMark } from '../auth/browser-mark.ts';
import type { Caller } from '../auth/caller.ts';
import { network } from '../auth/network.ts';
import { ProvedSessions } from '../auth/proved-sessions.ts';
import { Turnstile } from '../auth/turnstile.ts';
import { AppError } from '../errors.ts';

/** Calls a minute; a person's browser stays far below, and scripts have room. */
export const CALLS_A_MINUTE = { session: 3000, token: 6000, address: 6000 } as const;
const MINUTE_MS = 60_000;

/**
 * Who calls where nobody is signed in: an address, or a browser in which somebody signed in before, so that a stranger
 * who uses up the address does not keep people from signing in.
 */
export function nobodyAt(address: string, mark: BrowserMark | null): string {
  return mark ? `browser ${mark.id}` : `address ${network(address)}`;
}

/**
 * Calls are counted by who makes them: a session, an API token, and only where nobody is signed in the browser or the address. So a
 * stranger who uses up an address, which an office or a proxy shares, takes nothing from people who are signed in.
 */
export class CallBudgets {
  #minute = -1;
  readonly #calls = new Map<string, number>();
  readonly #now: () => number;
  /** Looking up what an address sends whose budget is used up: most are no sessions, and they shall not fill the pool. */
  readonly #lookUps = new Turnstile(2, 200);
  readonly #proved: ProvedSessions;

  constructor(now: () => number = Date.now, proved = new ProvedSessions(now)) {
    this.#now = now;
    this.#proved = proved;
  }

  /**
   * Counts a call of nobody, by `nobodyAt`.
   * @throws AppError `too-many`
   */
  takeAnonymous(nobody: string): void {
    this.#count(nobody, CALLS_A_MINUTE.address);
  }

  /**
   * Finds who calls by the token that the call carries, and counts the call as theirs, or else by `nobodyAt`.
   * @throws AppError `too-many`
   */
  async take(nobody: string, token: string, find: () => Promise<Caller | null>): Promise<Caller | null> {
    const spent = this.#spent(nobody) >= CALLS_A_MINUTE.address;
    const caller = await this.#proved.find(token, find, spent ? this.#lookUps : null);
    if (!caller) this.takeAnonymous(nobody);
    else if (caller.token) this.#count(`token ${caller.token.id}`, CALLS_A_MINUTE.token);
    else this.#count(`session ${caller.sessionId}`, CALLS_A_MINUTE.session);
    return caller;
  }

  #spent(key: string): number {
    const minute = Math.floor(this.#now() / MINUTE_MS);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#calls.clear();
    }
    return this.#calls.get(key) ?? 0;
  }

  #count(key: string, most: number): void {
    const calls = this.#spent(key) + 1;
    if (calls > most) {
      const retryAfterS = Math.max(1, Math.ceil(((this.#minute + 1) * MINUTE_MS - this.#now()) / 1000));
      throw new AppError('too-many', `Too many calls. Try again in ${retryAfterS} s.`, { retryAfterS });
    }
    this.#calls.set(key, calls);
  }
}
