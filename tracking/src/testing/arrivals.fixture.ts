import { expectedArrivals } from '../runs/expected.ts';
import { type FleetPast, learnPast, learnPause, type SeenVisit } from '../runs/fleet-past.ts';
import { matchRun } from '../runs/match-run.ts';
import type { PlaceDwell, RunFacts, StopVisit } from '../runs/run-plan.ts';
import type { RunWeek, SimulatedRun } from './runs.fixture.ts';
import { alone } from './turns.fixture.ts';

const MINUTE = 60_000;
/** The interval at which expected arrivals are sampled. */
const SAMPLED_EVERY_MS = 10 * MINUTE;

/** A simulated run with the facts matched to it. */
export interface MatchedRun {
  week: RunWeek;
  run: SimulatedRun;
  facts: RunFacts;
}

export const matchWeek = (week: RunWeek): MatchedRun[] =>
  week.runs.map((run) => ({ week, run, facts: matchRun(run.plan, alone(week.stays), true) }));

/** Learns legs, services and breaks from these runs of one vehicle. */
export function pastOf(runs: readonly MatchedRun[]): FleetPast {
  const visits = runs.flatMap(({ facts }) => facts.visits.flatMap(seen));
  const places = runs[0]?.week.places ?? new Map();
  return { ...learnPast(visits, places), pause: learnPause(visits) };
}

const seen = ({ served, arrivedAt, ...visit }: StopVisit): SeenVisit[] =>
  served && arrivedAt !== null ? [{ ...visit, arrivedAt }] : [];

/** Returns the dwells as they were known at a moment. */
function until(dwells: readonly PlaceDwell[], now: number): PlaceDwell[] {
  return dwells.flatMap((dwell) => {
    if (dwell.start > now) return [];
    const goesOn = dwell.end === null || dwell.end > now;
    const halts = dwell.halts.flatMap((halt) => (halt.from > now ? [] : [{ ...halt, to: Math.min(halt.to, now) }]));
    return [{ ...dwell, end: goesOn ? null : dwell.end, seenAt: Math.min(dwell.seenAt, now), halts }];
  });
}

/** The error of an expected arrival, as a share of the remaining time, and whether it was within the stated error. */
export interface ArrivalError {
  share: number;
  isNear: boolean;
}

/**
 * Returns the errors of all expected arrivals on a run with this history, sampled every ten minutes for the remaining
 * stops.
 */
export function errorsOf(one: MatchedRun, past: FleetPast): ArrivalError[] {
  const errors: ArrivalError[] = [];
  for (let now = one.run.plan.startsAt; now < one.run.endedAt; now += SAMPLED_EVERY_MS) {
    errors.push(...errorsAt(one, past, now));
  }
  return errors;
}

function errorsAt({ week, run }: MatchedRun, past: FleetPast, now: number): ArrivalError[] {
  const facts = matchRun(run.plan, alone(until(week.stays, now)), false);
  const known = week.reports.findLast(({ position }) => position.valid && position.fixTime.getTime() <= now);
  const whereabouts = known ? { at: known.position.fixTime.getTime(), place: known.position } : null;
  const ways = { plan: run.plan, past, places: week.places };
  return expectedArrivals(facts, ways, whereabouts, now).flatMap(({ outletId, at, errorS }) => {
    const real = run.truth.get(outletId);
    if (!real || real.from < now + MINUTE) return [];
    const off = Math.abs(at - real.from);
    return [{ share: off / (real.from - now), isNear: off <= errorS * 1000 }];
  });
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
