import { sourceOf } from '../auth/caller.ts';
import { isHeavy, type Operation } from '@milepost/contract/operation';
import type { Caller } from '../store/people/callers.ts';
import { Turnstile } from '../auth/turnstile.ts';

/**
 * The limits of calls under one key: how many run concurrently, and how many may wait before further ones are refused.
 */
export interface Line {
  key: string;
  atOnce: number;
  maxWaiting: number;
  /** The source of the call among those waiting in this queue: see `Turnstile`. */
  of?: string | number;
}

/** One session or token; opening a screen makes about eight calls. */
const SOURCE = { atOnce: 4, maxWaiting: 60 };
/** All sessions and tokens of a person. */
const PERSON = { atOnce: 4, maxWaiting: 120 };
/**
 * All people of an organisation. Lists run two queries concurrently, and there are 12 connections for ordinary calls.
 */
const ORGANISATION = { atOnce: 5, maxWaiting: 600 };
/**
 * All organisations of a customer: some connections remain for others, however many branches a customer has and
 * whatever lock their calls wait for.
 */
const TENANT = { atOnce: 8, maxWaiting: 1200 };
/** A person's proposals, which are computed elsewhere and do not use the slots of the organisation. */
const OWN_PROPOSALS = { atOnce: 1, maxWaiting: 3 };
/** A person's reports: each holds a connection for as long as its statements take. */
const OWN_REPORTS = { atOnce: 2, maxWaiting: 60 };
/** Viewers of one share link, of all links, and of links that were not found recently. */
const LINK = { atOnce: 2, maxWaiting: 120 };
const ALL_LINKS = { atOnce: 4, maxWaiting: 600 };
const UNKNOWN_LINKS = { atOnce: 2, maxWaiting: 200 };
/** Photos of drivers. One of 30 megapixels takes half a second, and they are processed one at a time. */
const OWN_PHOTOS = { atOnce: 1, maxWaiting: 20 };
const ALL_PHOTOS = { atOnce: 1, maxWaiting: 200 };

/**
 * The queues of a signed-in caller. The session's own queue comes first, so that in the person's queue a browser waits
 * next to four calls of each script, not behind hundreds. Heavy reads have queues of their own, so that a person's
 * other calls do not wait behind them; their order is decided by `FairQueue`. Reports wait for each other first.
 */
export function linesOf(caller: Caller, operation?: Operation): Line[] {
  const heavy = operation !== undefined && isHeavy(operation);
  const kind = heavy ? 'heavy ' : '';
  const lines = [
    { key: `${kind}${sourceOf(caller)}`, ...SOURCE },
    { key: `${kind}person ${caller.userId}`, ...PERSON },
  ];
  const { organisationId } = caller.scope;
  if (operation?.queue === 'proposals') return [...lines, { key: `proposals ${caller.userId}`, ...OWN_PROPOSALS }];
  if (!heavy) {
    return [
      ...lines,
      { key: `organisation ${organisationId}`, ...ORGANISATION, of: caller.userId },
      { key: `tenant ${caller.tenantId}`, ...TENANT, of: organisationId },
    ];
  }
  return operation.queue === 'reports' ? [{ key: `reports ${caller.userId}`, ...OWN_REPORTS }, ...lines] : lines;
}

/**
 * Frames of live views that a session and a person have not received yet: a megabyte each, repeated until they are
 * acknowledged.
 */
const LIVE_OF_SOURCE = { atOnce: 4, maxWaiting: 60 };
const LIVE_OF_PERSON = { atOnce: 8, maxWaiting: 120 };

/** The queues of a polled live view, which are separate from all others. */
export const linesOfLive = (caller: Caller): Line[] => [
  { key: `live ${sourceOf(caller)}`, ...LIVE_OF_SOURCE },
  { key: `live person ${caller.userId}`, ...LIVE_OF_PERSON },
];

/**
 * The queues of a viewer of a share link, by `linkKey`; null when the link was not found recently and may not exist.
 * Photos wait for each other first: otherwise two links that endlessly send broken ones would block everybody who
 * follows a delivery.
 */
export function linesOfLink(link: string | null, operation?: Operation): Line[] {
  if (link === null) return [{ key: 'unknown links', ...UNKNOWN_LINKS }];
  const lines = [
    { key: link, ...LINK },
    { key: 'links', ...ALL_LINKS, of: link },
  ];
  if (operation?.queue !== 'photos') return lines;
  return [{ key: `photos ${link}`, ...OWN_PHOTOS }, { key: 'photos of links', ...ALL_PHOTOS, of: link }, ...lines];
}

/**
 * Queues calls by session, API token, person and share link: a caller with a hundred slow searches waits for their own,
 * and leaves the database connections to everybody else.
 */
export class CallQueue {
  readonly #turnstiles = new Map<string, Turnstile>();

  /**
   * Runs the work when the call's turn comes in each of these queues, one after the other. Its slots are free again
   * only when `after` has ended too, for which the result does not wait.
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
    const turnstile = this.#turnstiles.get(line.key) ?? new Turnstile(line.atOnce, line.maxWaiting);
    this.#turnstiles.set(line.key, turnstile);
    try {
      await turnstile.pass(() => this.#pass(others, work), line.of);
    } finally {
      if (turnstile.idle) this.#turnstiles.delete(line.key);
    }
  }
}
