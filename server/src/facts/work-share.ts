import { TokenBucket } from '../token-bucket.ts';

/**
 * Limits the extraordinary work that tracking does for an organisation while others wait for the same batch. Ordinary
 * reports are free; more expensive ones (a position within hundreds of long outlines, a leg that produces hundreds of
 * facts) are charged to an allowance that refills slowly. When it is exhausted, reports of that organisation are stored
 * and left to a recomputation in parallel with ingest.
 */
export interface WorkShare {
  /** True while the organisation has allowance left. */
  has(organisationId: number): boolean;
  /** Charges reports that took `ms` milliseconds and produced `facts`, which have to be written. */
  spend(organisationId: number, reports: number, ms: number, facts?: number): void;
}

/** Milliseconds that a report may take for free, about twenty times the usual. */
const ORDINARY_MS = 0.05;

/** Facts per report that are free, and the milliseconds that PostgreSQL takes for each further one. */
const ORDINARY_FACTS = 4;
const FACT_MS = 0.1;

/** Milliseconds of extraordinary work: what may be spent at a time, what refills per second, and the largest debt. */
const OF_ONE = { most: 200, perSecond: 100, mostDebt: 200 };
/** Shared by all organisations, since many small ones may belong to one person. */
const OF_ALL = { most: 400, perSecond: 200, mostDebt: 400 };

export function createWorkShare(clock: () => number = () => performance.now()): WorkShare {
  const ones = new Map<number, TokenBucket>();
  const all = new TokenBucket(OF_ALL);
  return {
    has: (organisationId) => {
      const one = ones.get(organisationId);
      // An organisation without extraordinary work has no entry.
      if (!one) return true;
      const now = clock();
      if (one.isFull(now)) ones.delete(organisationId);
      return !one.isSpent(now) && !all.isSpent(now);
    },
    spend: (organisationId, reports, ms, facts = 0) => {
      const extraordinary =
        Math.max(0, ms - reports * ORDINARY_MS) + Math.max(0, facts - reports * ORDINARY_FACTS) * FACT_MS;
      // Below a millisecond it may just be time in which the process was not scheduled.
      if (extraordinary < 1) return;
      const now = clock();
      const one = ones.get(organisationId) ?? new TokenBucket(OF_ONE);
      ones.set(organisationId, one);
      // The debt has a maximum: a process suspended for an hour in the middle of a slice must not owe ten hours.
      one.take(extraordinary, now);
      all.take(extraordinary, now);
    },
  };
}
