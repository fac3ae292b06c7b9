import type { PlannedStop, RunFacts, RunPlan } from './run-plan.ts';

/** Counts of a run, or the sums of several: every share is made of two of them. Seconds and metres. */
export interface RunSums {
  /** Stops of the plan, those that somebody skipped too. */
  planned: number;
  /** Stops of the plan that were served. */
  visited: number;
  missed: number;
  /** Stops of which nobody knows, because nothing was heard of the vehicle. */
  unknown: number;
  skipped: number;
  /** Outlets served beside the plan. */
  unplanned: number;
  /** The longest run of served stops whose planned order increases. */
  inSequence: number;
  /** Served stops that have a window, and those of them that were reached within it. */
  windows: number;
  onTime: number;
  /** Served stops that were reached after their window, or, where they have none, well after their planned time. */
  late: number;
  /** How long it stood at all outlets that were served. */
  stoodS: number;
  /** From the begin to the end, or to the last departure while it goes on. */
  lastedS: number;
  drivenM: number;
  /** Drops of runs whose driven metres are known. */
  dropsDriven: number;
  doubts: number;
}

/** The sums of one run. */
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

/** Whether an arrival lies within the window; its bounds belong to it. */
export function isWithin(stop: Pick<PlannedStop, 'windowFrom' | 'windowTo'> | undefined, at: number | null): boolean {
  if (!stop || at === null || stop.windowFrom === null || stop.windowTo === null) return false;
  return at >= stop.windowFrom && at <= stop.windowTo;
}

/** Without a window, so much after its planned time a stop is late, ms. */
export const LATE_AFTER_MS = 15 * 60_000;

/**
 * How late an arrival is, or will be, ms: after the end of the window, or, without one, later than 15 minutes after the
 * planned time. Zero or less: it is not late.
 */
export function lateMs(stop: Pick<PlannedStop, 'windowTo' | 'arrival'> | undefined, at: number | null): number {
  const due = stop && (stop.windowTo ?? (stop.arrival === null ? null : stop.arrival + LATE_AFTER_MS));
  return at === null || due === undefined || due === null ? 0 : at - due;
}

/** Figures of one run or of many; null where there is nothing to divide by. */
export interface RunFigures {
  /** Served stops of the plan / stops of the plan of which something is known, 0 to 1. */
  adherence: number | null;
  /** The longest run in planned order / served stops of the plan, 0 to 1. */
  sequence: number | null;
  /** Reached within their window / served stops with a window, 0 to 1. */
  onTime: number | null;
  /** Driven km / outlets served, those beside the plan too. */
  kmPerDrop: number | null;
  /** Outlets served / hours from begin to end. */
  dropsPerHour: number | null;
  /** Mean time of standing at an outlet that was served, seconds. */
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

/** Coverage, 0 to 1: outlets that were visited in the period / outlets that were due in it; null where none was. */
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
  /** The least last value of an increasing run of each length. */
  const ends: number[] = [];
  for (const value of values) {
    const at = ends.findIndex((end) => end >= value);
    ends[at < 0 ? ends.length : at] = value;
  }
  return ends.length;
}
