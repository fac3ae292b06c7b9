import { expectedArrivals } from '../runs/expected.ts';
import { type FleetPast, learnPast, learnPause, type SeenVisit } from '../runs/fleet-past.ts';
import { matchRun } from '../runs/match-run.ts';
import type { PlaceDwell, RunFacts, StopVisit } from '../runs/run-plan.ts';
import type { RunWeek, SimulatedRun } from './runs.fixture.ts';
import { alone } from './turns.fixture.ts';

const MINUTE = 60_000;
/** How often arrivals are asked for. */
const SAMPLED_EVERY_MS = 10 * MINUTE;

/** A simulated run with what was found of it afterwards. */
export interface MatchedRun {
  week: RunWeek;
  run: SimulatedRun;
  facts: RunFacts;
}

export const matchWeek = (week: RunWeek): MatchedRun[] =>
  week.runs.map((run) => ({ week, run, facts: matchRun(run.plan, alone(week.stays), true) }));

/** What these runs of one vehicle teach of ways, services and pauses. */
export function pastOf(runs: readonly MatchedRun[]): FleetPast {
  const visits = runs.flatMap(({ facts }) => facts.visits.flatMap(seen));
  const places = runs[0]?.week.places ?? new Map();
  return { ...learnPast(visits, places), pause: learnPause(visits) };
}

const seen = ({ served, arrivedAt, ...visit }: StopVisit): SeenVisit[] =>
  served && arrivedAt !== null ? [{ ...visit, arrivedAt }] : [];

/** What was known of the stays at a moment. */
function until(dwells: readonly PlaceDwell[], now: number): PlaceDwell[] {
  return dwells.flatMap((dwell) => {
    if (dwell.start > now) return [];
    const goesOn = dwell.end === null || dwell.end > now;
    const halts = dwell.halts.flatMap((halt) => (halt.from > now ? [] : [{ ...halt, to: Math.min(halt.to, now) }]));
    return [{ ...dwell, end: goesOn ? null : dwell.end, seenAt: Math.min(dwell.seenAt, now), halts }];
  });
}

/** How far off an expected arrival was, as a share of the time that was left; and whether it was as near as it said. */
export interface ArrivalError {
  share: number;
  isNear: boolean;
}

/** All that was expected on a run with this past, asked each ten minutes for the stops that were left. */
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
