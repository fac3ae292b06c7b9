import { beforeAll, describe, expect, it } from 'vitest';
import { type RunWeek, weeksOfRuns } from '../testing/runs.fixture.ts';
import { alone } from '../testing/turns.fixture.ts';
import { expectedArrivals } from './expected.ts';
import { type FleetPast, learnPast, learnPause, type SeenVisit } from './fleet-past.ts';
import { matchRun } from './match-run.ts';
import type { PlaceStay, RunFacts, StopVisit } from './run-plan.ts';

const FIX_MS = 30_000;
const MINUTE = 60_000;

let weeks: RunWeek[];
let matched: { week: RunWeek; run: RunWeek['runs'][number]; facts: RunFacts }[];
beforeAll(() => {
  weeks = weeksOfRuns([8, 20], FIX_MS / 1000);
  matched = weeks.flatMap((week) =>
    week.runs.map((run) => ({ week, run, facts: matchRun(run.plan, alone(week.stays), true) })),
  );
}, 120_000);

describe('over a simulated week', () => {
  it('finds every stop that was served, with its arrival within one fix', () => {
    const offs: number[] = [];
    for (const { run, facts } of matched) {
      for (const [outletId, { from, to, atDoor }] of run.truth) {
        const visit = facts.visits.find((one) => one.outletId === outletId);
        expect(visit).toMatchObject({ served: true, doubt: null });
        const arrivedAt = visit?.arrivedAt ?? 0;
        // Waiting at a light before the door, it seems to be there already.
        offs.push(Math.max(atDoor - arrivedAt, arrivedAt - from));
        // A light right behind the door is the same halt.
        expect(visit?.departedAt).toBeGreaterThanOrEqual(to - 2 * FIX_MS);
        expect(visit?.departedAt).toBeLessThanOrEqual(to + 2 * MINUTE);
      }
    }
    expect(offs.length).toBeGreaterThan(300);
    // One in five hundred crawled to the door for longer than a fix.
    expect(Math.max(...offs)).toBeLessThanOrEqual(2 * FIX_MS);
    expect(offs.filter((off) => off > FIX_MS).length / offs.length).toBeLessThan(1 / 200);
  });

  it('has missed exactly what the vehicles did not visit, and counts no passing by', () => {
    for (const { run, facts } of matched) {
      const theirs = facts.visits.filter(({ served }) => served).map(({ outletId }) => outletId);
      expect(theirs.toSorted((a, b) => a - b)).toEqual([...run.truth.keys()].toSorted((a, b) => a - b));
      const missed = facts.visits.filter(({ state }) => state === 'missed').map(({ outletId }) => outletId);
      const planned = run.plan.stops.map(({ outletId }) => outletId);
      expect(missed).toEqual(planned.filter((outletId) => !run.truth.has(outletId)));
    }
  });

  it('knows when each run began and ended', () => {
    for (const { run, facts } of matched) {
      expect(Math.abs((facts.begunAt ?? 0) - run.plan.startsAt)).toBeLessThan(3 * MINUTE);
      expect(Math.abs((facts.endedAt ?? 0) - run.endedAt)).toBeLessThan(3 * MINUTE);
    }
  });
});

/** What was known of the stays at a moment. */
function until(stays: readonly PlaceStay[], now: number): PlaceStay[] {
  return stays.flatMap((stay) => {
    if (stay.start > now) return [];
    const goesOn = stay.end === null || stay.end > now;
    const halts = stay.halts.flatMap((halt) => (halt.from > now ? [] : [{ ...halt, to: Math.min(halt.to, now) }]));
    return [{ ...stay, end: goesOn ? null : stay.end, seenAt: Math.min(stay.seenAt, now), halts }];
  });
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;

const seen = ({ served, arrivedAt, ...visit }: StopVisit): SeenVisit[] =>
  served && arrivedAt !== null ? [{ ...visit, arrivedAt }] : [];

/** How far off what is expected at a moment is, as shares of the time that is left; and whether it is as near as it says. */
function errorsAt({ week, run }: (typeof matched)[number], past: FleetPast, now: number) {
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

it('expects arrivals with a median error of a tenth of the time that is left, and says how sure it is', () => {
  const errors = weeks.flatMap((week) => {
    const theirs = matched.filter((one) => one.week === week);
    return theirs.flatMap((one, index) => {
      const before = theirs.slice(0, index).flatMap(({ facts }) => facts.visits.flatMap(seen));
      const past = { ...learnPast(before, week.places), pause: learnPause(before) };
      const found = [];
      for (let now = one.run.plan.startsAt; now < one.run.endedAt; now += 10 * MINUTE)
        found.push(...errorsAt(one, past, now));
      return found;
    });
  });
  const shares = errors.map(({ share }) => share);
  const near = errors.filter(({ isNear }) => isNear).length / errors.length;
  expect(median(shares)).toBeLessThan(0.1);
  expect(near).toBeGreaterThan(0.75);
  expect(near).toBeLessThan(0.9);
});
