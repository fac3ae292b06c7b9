/**
 * How much extraordinary work tracking does for an organisation while others wait for the same batch. Ordinary reports
 * are free; what costs more (a place within hundreds of long outlines, a leg that makes hundreds of facts) is taken from an allowance that fills slowly. When it
 * is used up, reports of that organisation are stored and left to a recomputation beside ingest.
 */
export interface WorkShare {
  /** Whether the organisation has anything left. */
  has(organisationId: number): boolean;
  /** So many reports took so long, milliseconds, and made so many facts, which have to be written. */
  spend(organisationId: number, reports: number, ms: number, facts?: number): void;
}

/** What a report may cost, milliseconds: some twenty times what it does. */
const ORDINARY_MS = 0.05;

/** Facts of a report that cost nothing more, and what PostgreSQL takes for each of the others, milliseconds. */
const ORDINARY_FACTS = 4;
const FACT_MS = 0.1;

interface Allowance {
  /** Most that is saved up, milliseconds, and milliseconds a second that it fills with. */
  most: number;
  aSecond: number;
}

const OF_ONE: Allowance = { most: 200, aSecond: 100 };
/** Of all organisations together: many small ones may belong to one person. */
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
      // Who never did extraordinary work is not counted.
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
      // A moment in which the process had no processor is nobody's work.
      if (extraordinary < 1) return;
      const now = clock();
      const one = ones.get(organisationId) ?? { left: OF_ONE.most, at: now };
      ones.set(organisationId, one);
      fill(one, OF_ONE, now);
      fill(all, OF_ALL, now);
      // Bounded: a machine that stood still for an hour in the middle of a slice is nobody's debt for ten hours.
      one.left = Math.max(-OF_ONE.most, one.left - extraordinary);
      all.left = Math.max(-OF_ALL.most, all.left - extraordinary);
    },
  };
}
