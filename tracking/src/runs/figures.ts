import type { PlannedStop, RunFacts, RunPlan } from './run-plan.ts';

/** Counts of a run, or the sums of several; every ratio is the quotient of two of them. Seconds and metres. */
export interface RunSums {
  /** Stops of the plan, including skipped ones. */
  planned: number;
  /** Stops of the plan that were served. */
  visited: number;
  missed: number;
  /** Stops with an unknown result, because the vehicle sent no data. */
  unknown: number;
  skipped: number;
  /** Outlets served outside the plan. */
  unplanned: number;
  /** The longest sequence of served stops whose planned order increases. */
  inSequence: number;
  /** Served stops with a time window, and those of them that were reached within it. */
  windows: number;
  onTime: number;
  /** Served stops that were reached after their window, or, without one, well after their planned time. */
  late: number;
  /** Total time standing at served outlets. */
  stoodS: number;
  /** From the beginning to the end, or to the last departure while it is ongoing. */
  lastedS: number;
  drivenM: number;
  /** Drops in runs with known driven metres. */
  dropsDriven: number;
  doubts: number;
}

/** Returns the sums of one run. */
export function sumsOf(plan: Pick<RunPlan, 'stops'>, facts: RunFacts): RunSums {
  const stops = new Map(plan.stops.map((stop) => [stop.outletId, stop]));
  const served = facts.visits.filter((visit) => visit.served);
  const onPlan = served.filter(({ outletId }) => stops.has(outletId));
  const timed = onPlan.filter(({ outletId }) => hasWindow(stops.get(outletId)));
  const order = onPlan
    .toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))
    .map(({ outletId }) => stops.get(outletId)?.position ?? 0);
  const until =
    facts.endedAt ?? Math.max(0, ...served.map(({ departedAt, arrivedAt }) => departedAt ?? arrivedAt ?? 0));
  return {
    planned: plan.stops.length,
    visited: onPlan.length,
    missed: facts.visits.filter(({ state }) => state === 'missed').length,
    unknown: facts.visits.filter(({ state }) => state === 'unknown').length,
    skipped: facts.visits.filter(({ state }) => state === 'skipped').length,
    unplanned: served.length - onPlan.length,
    inSequence: longestIncreasing(order),
    windows: timed.length,
    onTime: timed.filter(({ outletId, arrivedAt }) => isWithin(stops.get(outletId), arrivedAt)).length,
    late: onPlan.filter(({ outletId, arrivedAt }) => lateMs(stops.get(outletId), arrivedAt) > 0).length,
    stoodS: served.reduce((sum, { stoodS }) => sum + stoodS, 0),
    lastedS: facts.begunAt === null ? 0 : Math.max(0, until - facts.begunAt) / 1000,
    drivenM: facts.drivenM ?? 0,
    dropsDriven: facts.drivenM === null ? 0 : served.length,
    doubts: facts.visits.filter(({ doubt }) => doubt !== null).length,
  };
}

const hasWindow = (stop: PlannedStop | undefined): boolean => stop?.windowFrom != null && stop.windowTo !== null;

/** True when an arrival lies within the window, bounds included. */
export function isWithin(stop: Pick<PlannedStop, 'windowFrom' | 'windowTo'> | undefined, at: number | null): boolean {
  if (!stop || at === null || stop.windowFrom === null || stop.windowTo === null) return false;
  return at >= stop.windowFrom && at <= stop.windowTo;
}

/** A stop without a window counts as late this long after its planned time, ms. */
export const LATE_AFTER_MS = 15 * 60_000;

/**
 * Returns by how much an arrival is late, ms: counted from the end of the window, or, without one, from 15 minutes
 * after the planned time. Zero or less: not late.
 */
export function lateMs(stop: Pick<PlannedStop, 'windowTo' | 'arrival'> | undefined, at: number | null): number {
  const due = stop && (stop.windowTo ?? (stop.arrival === null ? null : stop.arrival + LATE_AFTER_MS));
  return at === null || due === undefined || due === null ? 0 : at - due;
}

/** Figures of one run or of many; null where the denominator is zero. */
export interface RunFigures {
  /** Served stops of the plan / stops of the plan with a known result, 0 to 1. */
  adherence: number | null;
  /** The longest sequence in planned order / served stops of the plan, 0 to 1. */
  sequence: number | null;
  /** Reached within their window / served stops with a window, 0 to 1. */
  onTime: number | null;
  /** Driven km / outlets served, including those outside the plan. */
  kmPerDrop: number | null;
  /** Outlets served / hours from beginning to end. */
  dropsPerHour: number | null;
  /** Mean time standing at a served outlet, seconds. */
  dwellS: number | null;
}

const share = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);

export function figuresOf(sums: RunSums): RunFigures {
  const drops = sums.visited + sums.unplanned;
  return {
    adherence: share(sums.visited, sums.planned - sums.unknown),
    sequence: share(sums.inSequence, sums.visited),
    onTime: share(sums.onTime, sums.windows),
    kmPerDrop: share(sums.drivenM / 1000, sums.dropsDriven),
    dropsPerHour: share(drops, sums.lastedS / 3600),
    dwellS: share(sums.stoodS, drops),
  };
}

/** Coverage, 0 to 1: outlets that were visited in the period / outlets that were due in it; null if none was due. */
export function coverageOf(due: ReadonlySet<number>, visited: ReadonlySet<number>): number | null {
  return share([...due].filter((outletId) => visited.has(outletId)).length, due.size);
}

/** The sums of several runs. */
export function addSums(all: readonly RunSums[]): RunSums {
  const sum = (key: keyof RunSums) => all.reduce((total, one) => total + one[key], 0);
  return {
    planned: sum('planned'),
    visited: sum('visited'),
    missed: sum('missed'),
    unknown: sum('unknown'),
    skipped: sum('skipped'),
    unplanned: sum('unplanned'),
    inSequence: sum('inSequence'),
    windows: sum('windows'),
    onTime: sum('onTime'),
    late: sum('late'),
    stoodS: sum('stoodS'),
    lastedS: sum('lastedS'),
    drivenM: sum('drivenM'),
    dropsDriven: sum('dropsDriven'),
    doubts: sum('doubts'),
  };
}

/** The length of the longest increasing subsequence. */
export function longestIncreasing(values: readonly number[]): number {
  /** The lowest last value of an increasing sequence of each length. */
  const ends: number[] = [];
  for (const value of values) {
    const at = ends.findIndex((end) => end >= value);
    ends[at < 0 ? ends.length : at] = value;
  }
  return ends.length;
}
