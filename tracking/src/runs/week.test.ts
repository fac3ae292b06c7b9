import { beforeAll, describe, expect, it } from 'vitest';
import { type RunWeek, weeksOfRuns } from '../testing/runs.fixture.ts';
import { expectedArrivals, type FleetPast } from './expected.ts';
import { matchRun } from './match-run.ts';
import type { PlaceStay, RunFacts } from './run-plan.ts';

const FIX_MS = 30_000;
const MINUTE = 60_000;

let weeks: RunWeek[];
let matched: { week: RunWeek; run: RunWeek['runs'][number]; facts: RunFacts }[];
beforeAll(() => {
  // A van of day shifts, and trucks of evening and night shifts.
  weeks = weeksOfRuns([3, 8, 20], FIX_MS / 1000);
  matched = weeks.flatMap((week) =>
    week.runs.map((run) => ({ week, run, facts: matchRun(run.plan, week.stays, true) })),
  );
}, 120_000);

describe('over a simulated week', () => {
  it('finds every stop that was served, with its arrival within one fix', () => {
    let served = 0;
    for (const { run, facts } of matched) {
      for (const [outletId, { from, to, atDoor }] of run.truth) {
        const visit = facts.visits.find((one) => one.outletId === outletId);
        expect(visit).toMatchObject({ served: true, doubt: null });
        expect(visit?.arrivedAt).toBeGreaterThanOrEqual(atDoor - FIX_MS);
        expect(visit?.arrivedAt).toBeLessThanOrEqual(from + FIX_MS);
        expect(Math.abs((visit?.departedAt ?? 0) - to)).toBeLessThanOrEqual(2 * FIX_MS);
        served += 1;
      }
    }
    expect(served).toBeGreaterThan(400);
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

/** The medians of what was seen before. */
function pastOf(before: readonly RunFacts[]): FleetPast {
  const legs = new Map<string, number[]>();
  const services = new Map<number, number[]>();
  for (const { visits } of before) {
    for (const { outletId, legS, legFrom, served, stoodS } of visits) {
      if (legS !== null) legs.set(`${legFrom} ${outletId}`, [...(legs.get(`${legFrom} ${outletId}`) ?? []), legS]);
      if (served) services.set(outletId, [...(services.get(outletId) ?? []), stoodS]);
    }
  }
  const of = (values: number[] | undefined) => (values ? median(values) : null);
  return { legS: (from, to) => of(legs.get(`${from} ${to}`)), serviceS: (outletId) => of(services.get(outletId)) };
}

it('measure', () => {
  for (const onlyReal of [false, true]) {
  const relative: number[] = [];
  const next: number[] = [];
  let [within, all] = [0, 0];
  for (const week of weeks) {
    const own = matched.filter((one) => one.week === week);
    for (const [index, { run }] of own.entries()) {
      const past = pastOf(own.slice(0, index).map(({ facts }) => facts));
      const plan = onlyReal ? { ...run.plan, stops: run.plan.stops.filter((s) => run.truth.has(s.outletId)) } : run.plan;
      for (let now = plan.startsAt + 10 * MINUTE; now < run.endedAt; now += 10 * MINUTE) {
        const facts = matchRun(plan, until(week.stays, now), false);
        const fix = week.reports.findLast(({ position }) => position.valid && position.fixTime.getTime() <= now)?.position;
        const where = fix ? { at: fix.fixTime.getTime(), place: fix } : null;
        for (const [n, one] of expectedArrivals(facts, { plan, past, places: week.places }, where, now).entries()) {
          const real = run.truth.get(one.outletId);
          if (!real || real.from < now + MINUTE) continue;
          const off = Math.abs(one.at - real.from);
          relative.push(off / (real.from - now));
          if (n === 0) next.push(off / (real.from - now));
          all++;
          if (off <= one.errorS * 1000) within++;
        }
      }
    }
  }
  console.log(onlyReal, relative.length, median(relative), next.length, median(next), within / all);
  }
}, 100_000);
