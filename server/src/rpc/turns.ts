import { sourceOf } from '../auth/caller.ts';
import type { Caller } from '../store/people/callers.ts';
import { Turnstile } from '../auth/turnstile.ts';

/** Calls under one key: so many are worked on at once, so many wait, and those beyond are sent away. */
export interface Line {
  key: string;
  atOnce: number;
  mostWaiting: number;
}

/** Of one session or token; a browser that opens a screen makes some eight calls. */
const SOURCE = { atOnce: 4, mostWaiting: 60 };
/** Of all sessions and tokens of a person. Lists ask for two things at once, and there are 12 connections to the database. */
const PERSON = { atOnce: 4, mostWaiting: 120 };
/** Of those who follow one share link, of those who follow any, and of those whose link was not found lately. */
const LINK = { atOnce: 2, mostWaiting: 120 };
const ALL_LINKS = { atOnce: 4, mostWaiting: 600 };
const UNKNOWN_LINKS = { atOnce: 2, mostWaiting: 200 };

/**
 * The lines of whoever is signed in. The own one comes first, so that a browser in which somebody works stands in the
 * person's line beside four calls of each script, not behind hundreds.
 */
export const linesOf = (caller: Caller): Line[] => [
  { key: sourceOf(caller), ...SOURCE },
  { key: `person ${caller.userId}`, ...PERSON },
];

/** The lines of who follows a share link, by `linkKey`; null where the link was not found lately and may be none. */
export const linesOfLink = (link: string | null): Line[] =>
  link === null
    ? [{ key: 'unknown links', ...UNKNOWN_LINKS }]
    : [
        { key: link, ...LINK },
        { key: 'links', ...ALL_LINKS },
      ];

/**
 * Turns of sessions, API tokens, people and share links: whoever sends a hundred slow searches waits for the own ones,
 * and does not take the connections to the database from everybody else.
 */
export class Turns {
  readonly #turnstiles = new Map<string, Turnstile>();

  /**
   * Works when it is the call's turn in each of these lines, one after the other.
   * @throws AppError `too-many` when too many calls wait in one already
   */
  async take<Result>([line, ...others]: readonly Line[], work: () => Promise<Result>): Promise<Result> {
    if (!line) return work();
    const turnstile = this.#turnstiles.get(line.key) ?? new Turnstile(line.atOnce, line.mostWaiting);
    this.#turnstiles.set(line.key, turnstile);
    try {
      return await turnstile.pass(() => this.take(others, work));
    } finally {
      if (turnstile.idle) this.#turnstiles.delete(line.key);
    }
  }
}
