import { fault } from '@milepost/contract/fault';
import type { BrowserMark } from '../auth/browser-mark.ts';
import { sourceOf } from '../auth/caller.ts';
import type { Caller } from '../store/people/callers.ts';
import { network } from '../auth/network.ts';
import { ProvedTokens } from '../auth/proved-tokens.ts';
import { tokenHash } from '../auth/tokens.ts';
import { Turnstile } from '../auth/turnstile.ts';
import { AppError } from '../errors.ts';

/**
 * Calls a minute, far more than a person's browser makes. A person has as many as one session and one token together,
 * however many of both there are. A viewer of a share link makes 12.
 */
export const CALLS_A_MINUTE = {
  session: 3000,
  token: 6000,
  person: 9000,
  address: 6000,
  link: 6000,
  linkAtAddress: 1200,
} as const;
export type CallsAMinute = Readonly<Record<keyof typeof CALLS_A_MINUTE, number>>;
const MINUTE_MS = 60_000;

/**
 * The key of a caller without a session: the address, or a browser in which a person signed in before, so that a flood
 * from the address does not stop others from signing in.
 */
export function nobodyAt(address: string, mark: BrowserMark | null): string {
  return mark ? `browser ${mark.id}` : `address ${network(address)}`;
}

/** The key for counting calls with a share link. */
export const linkKey = (token: string) => `link ${tokenHash(token).toString('base64url')}`;

/** A key for counting calls, and its maximum of calls per minute. */
type Budget = readonly [key: string, most: number];

/**
 * Counts calls against the caller: a session or an API token and its person, or a share link; the browser or the
 * address only without any of these. A flood from a shared address therefore takes nothing from people signed in there,
 * and the viewers of one link take nothing from anybody else.
 */
export class CallBudgets {
  #minute = -1;
  readonly #calls = new Map<string, number>();
  readonly #now: () => number;
  /**
   * Limits session look-ups for addresses over their budget: most of those tokens are invalid, and must not occupy the
   * connection pool.
   */
  readonly #lookUps = new Turnstile(2, 200);
  readonly #proved: ProvedTokens;
  readonly #limits: CallsAMinute;

  constructor(now: () => number = Date.now, proved = new ProvedTokens(now), limits: CallsAMinute = CALLS_A_MINUTE) {
    this.#now = now;
    this.#limits = limits;
    this.#proved = proved;
  }

  /**
   * Counts a call without a session, by `nobodyAt`.
   * @throws AppError `too-many`
   */
  takeNobody(nobody: string): void {
    this.#count([nobody, this.#limits.address]);
  }

  /**
   * Counts a call with a share link: against the link if it was found recently, otherwise by `nobodyAt`.
   * @throws AppError `too-many`
   */
  takeViewer(nobody: string, link: string, address: string): void {
    if (!this.#proved.has(link)) return this.takeNobody(nobody);
    const key = linkKey(link);
    this.#count([`${key} at ${network(address)}`, this.#limits.linkAtAddress], [key, this.#limits.link]);
  }

  /**
   * Finds the caller by the token and counts the call against them, otherwise by `nobodyAt`.
   * @throws AppError `too-many`
   */
  async take(nobody: string, token: string, find: () => Promise<Caller | null>): Promise<Caller | null> {
    const spent = this.#spent(nobody) >= this.#limits.address;
    const caller = await this.#proved.find(token, find, spent ? this.#lookUps : null);
    if (!caller) {
      this.takeNobody(nobody);
      return null;
    }
    const most = caller.token ? this.#limits.token : this.#limits.session;
    this.#count([sourceOf(caller), most], [`person ${caller.userId}`, this.#limits.person]);
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

  /** Counts a call against each of these budgets, or against none if one is exhausted. */
  #count(...budgets: readonly Budget[]): void {
    if (budgets.some(([key, most]) => this.#spent(key) >= most)) {
      const retryAfterS = Math.max(1, Math.ceil(((this.#minute + 1) * MINUTE_MS - this.#now()) / 1000));
      throw new AppError('too-many', fault('too-many-calls', { wait: retryAfterS }), { retryAfterS });
    }
    for (const [key] of budgets) this.#calls.set(key, this.#spent(key) + 1);
  }
}
