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

interface Allowance {
  /** The capacity in milliseconds, and the milliseconds that refill per second. */
  most: number;
  aSecond: number;
}

const OF_ONE: Allowance = { most: 200, aSecond: 100 };
/** Shared by all organisations, since many small ones may belong to one person. */
const OF_ALL: Allowance = { most: 400, aSecond: 200 };

interface Bucket {
  left: number;
  at: number;
}

export function createWorkShare(clock: () => number = () => performance.now()): WorkShare {
  const ones = new Map<number, Bucket>();
  const all: Bucket = { left: OF_ALL.most, at: clock() };
  const fill = (bucket: Bucket, { most, aSecond }: Allowance, now: number) => {
    bucket.left = Math.min(most, bucket.left + ((now - bucket.at) / 1000) * aSecond);
    bucket.at = now;
  };
  return {
    has: (organisationId) => {
      const one = ones.get(organisationId);
      // An organisation without extraordinary work has no entry.
      if (!one) return true;
      const now = clock();
      fill(one, OF_ONE, now);
      fill(all, OF_ALL, now);
      if (one.left >= OF_ONE.most) ones.delete(organisationId);
      return one.left > 0 && all.left > 0;
    },
    spend: (organisationId, reports, ms, facts = 0) => {
      const extraordinary =
        Math.max(0, ms - reports * ORDINARY_MS) + Math.max(0, facts - reports * ORDINARY_FACTS) * FACT_MS;
      // Below a millisecond it may just be time in which the process was not scheduled.
      if (extraordinary < 1) return;
      const now = clock();
      const one = ones.get(organisationId) ?? { left: OF_ONE.most, at: now };
      ones.set(organisationId, one);
      fill(one, OF_ONE, now);
      fill(all, OF_ALL, now);
      // Capped: a process that was suspended for an hour in the middle of a slice must not leave a debt of ten hours.
      one.left = Math.max(-OF_ONE.most, one.left - extraordinary);
      all.left = Math.max(-OF_ALL.most, all.left - extraordinary);
    },
  };
}
