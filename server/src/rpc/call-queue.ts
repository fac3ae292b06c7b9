import { sourceOf } from '../auth/caller.ts';
import { isHeavy, type RouteSpec } from '@milepost/contract/route';
import type { Caller } from '../store/people/callers.ts';
import { Turnstile } from '../auth/turnstile.ts';

/** The limits for calls under one key: how many run at once, and how many wait before further ones are refused. */
export interface Line {
  key: string;
  atOnce: number;
  mostWaiting: number;
  /** Of whom the call is among those who wait in it: see `Turnstile`. */
  of?: string | number;
}

/** One session or token; opening a screen makes some eight calls. */
const SOURCE = { atOnce: 4, mostWaiting: 60 };
/** All sessions and tokens of a person. */
const PERSON = { atOnce: 4, mostWaiting: 120 };
/** All people of an organisation. Lists run two queries at once, and there are 12 connections for ordinary calls. */
const ORGANISATION = { atOnce: 5, mostWaiting: 600 };
/**
 * All organisations of a customer: some connections are left to all others, however many branches one has and whatever lock their
 * calls wait for.
 */
const TENANT = { atOnce: 8, mostWaiting: 1200 };
/** Proposals of a person, which are worked out elsewhere and leave the places of the organisation to others. */
const OWN_PROPOSALS = { atOnce: 1, mostWaiting: 3 };
/** Reports of a person: each holds a connection for as long as its statements take. */
const OWN_REPORTS = { atOnce: 2, mostWaiting: 60 };
/** Viewers of one share link, of any, and those whose link was not found lately. */
const LINK = { atOnce: 2, mostWaiting: 120 };
const ALL_LINKS = { atOnce: 4, mostWaiting: 600 };
const UNKNOWN_LINKS = { atOnce: 2, mostWaiting: 200 };
/** Photos of drivers. One of 30 megapixels takes half a second, and they are made one at a time whatever comes. */
const OWN_PHOTOS = { atOnce: 1, mostWaiting: 20 };
const ALL_PHOTOS = { atOnce: 1, mostWaiting: 200 };

/**
 * The lines of a signed-in caller. The session's own line comes first, so that in the person's line a browser waits
 * beside four calls of each script, not behind hundreds. Heavy reads have lines of their own, so that a person's other calls
 * do not wait behind them; in whose turn they come is found by `FairTurns`. Reports wait for each other first.
 */
export function linesOf(caller: Caller, route?: RouteSpec): Line[] {
  const heavy = route !== undefined && isHeavy(route);
  const kind = heavy ? 'heavy ' : '';
  const lines = [
    { key: `${kind}${sourceOf(caller)}`, ...SOURCE },
    { key: `${kind}person ${caller.userId}`, ...PERSON },
  ];
  const { organisationId } = caller.scope;
  if (route?.queue === 'proposals') return [...lines, { key: `proposals ${caller.userId}`, ...OWN_PROPOSALS }];
  if (!heavy) {
    return [
      ...lines,
      { key: `organisation ${organisationId}`, ...ORGANISATION, of: caller.userId },
      { key: `tenant ${caller.tenantId}`, ...TENANT, of: organisationId },
    ];
  }
  return route.queue === 'reports' ? [{ key: `reports ${caller.userId}`, ...OWN_REPORTS }, ...lines] : lines;
}

/** Frames of live views that a session and a person have not taken yet: a megabyte each, and given again until they are. */
const LIVE_OF_SOURCE = { atOnce: 4, mostWaiting: 60 };
const LIVE_OF_PERSON = { atOnce: 8, mostWaiting: 120 };

/** The lines of a live view by calls. It waits for nothing else, and nothing else waits for it. */
export const linesOfLive = (caller: Caller): Line[] => [
  { key: `live ${sourceOf(caller)}`, ...LIVE_OF_SOURCE },
  { key: `live person ${caller.userId}`, ...LIVE_OF_PERSON },
];

/**
 * The lines of a viewer of a share link, by `linkKey`; null when the link was not found lately and may not exist. Photos
 * wait for each other first: two links that send broken ones without end would leave those who follow deliveries no turn.
 */
export function linesOfLink(link: string | null, route?: RouteSpec): Line[] {
  if (link === null) return [{ key: 'unknown links', ...UNKNOWN_LINKS }];
  const lines = [
    { key: link, ...LINK },
    { key: 'links', ...ALL_LINKS, of: link },
  ];
  if (route?.queue !== 'photos') return lines;
  return [{ key: `photos ${link}`, ...OWN_PHOTOS }, { key: 'photos of links', ...ALL_PHOTOS, of: link }, ...lines];
}

/**
 * Queues calls by session, API token, person and share link: whoever sends a hundred slow searches waits for their own,
 * and leaves the database connections to everybody else.
 */
export class CallQueue {
  readonly #turnstiles = new Map<string, Turnstile>();

  /**
   * Runs the work when the call has its turn in each of these lines, one after the other. Its places are free again when `after`
   * has ended too, which the result does not wait for.
   * @throws AppError `too-many` when too many calls already wait in one
   */
  take<Result>(
    lines: readonly Line[],
    work: () => Promise<Result>,
    after: () => Promise<void> = async () => {},
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#pass(lines, async () => {
        resolve(await work());
        await after();
      }).catch(reject);
    });
  }

  async #pass([line, ...others]: readonly Line[], work: () => Promise<void>): Promise<void> {
    if (!line) return work();
    const turnstile = this.#turnstiles.get(line.key) ?? new Turnstile(line.atOnce, line.mostWaiting);
    this.#turnstiles.set(line.key, turnstile);
    try {
      await turnstile.pass(() => this.#pass(others, work), line.of);
    } finally {
      if (turnstile.idle) this.#turnstiles.delete(line.key);
    }
  }
}
