import { beforeAll, describe, expect, it } from 'vitest';
import { errorsOf, type MatchedRun, matchWeek, median, pastOf } from '../testing/arrivals.fixture.ts';
import { type RunWeek, weeksOfRuns } from '../testing/runs.fixture.ts';

const FIX_MS = 30_000;
const MINUTE = 60_000;

let weeks: RunWeek[];
let matched: MatchedRun[];
beforeAll(() => {
  weeks = weeksOfRuns([8, 20], FIX_MS / 1000);
  matched = weeks.flatMap(matchWeek);
}, 120_000);

describe('over a simulated week', () => {
  it('finds every stop that was served, with its arrival within one fix', () => {
    const offs: number[] = [];
    for (const { run, facts } of matched) {
      for (const [outletId, { from, to, atDoor }] of run.truth) {
        const visit = facts.visits.find((one) => one.outletId === outletId);
        expect(visit).toMatchObject({ served: true, doubt: null });
        const arrivedAt = visit?.arrivedAt ?? 0;
        // While waiting at a light before the door, it already seems to be there.
        offs.push(Math.max(atDoor - arrivedAt, arrivedAt - from));
        // A light right behind the door counts as the same halt.
        expect(visit?.departedAt).toBeGreaterThanOrEqual(to - 2 * FIX_MS);
        expect(visit?.departedAt).toBeLessThanOrEqual(to + 2 * MINUTE);
      }
    }
    expect(offs.length).toBeGreaterThan(300);
    // One in five hundred crawled to the door for longer than one fix.
    expect(Math.max(...offs)).toBeLessThanOrEqual(2 * FIX_MS);
    expect(offs.filter((off) => off > FIX_MS).length / offs.length).toBeLessThan(1 / 200);
  });

  it('misses exactly the stops that the vehicles did not visit, and counts no passing by', () => {
    for (const { run, facts } of matched) {
      const theirs = facts.visits.filter(({ served }) => served).map(({ outletId }) => outletId);
      expect(theirs.toSorted((a, b) => a - b)).toEqual([...run.truth.keys()].toSorted((a, b) => a - b));
      const missed = facts.visits.filter(({ state }) => state === 'missed').map(({ outletId }) => outletId);
      const planned = run.plan.stops.map(({ outletId }) => outletId);
      expect(missed).toEqual(planned.filter((outletId) => !run.truth.has(outletId)));
    }
  });

  it('finds when each run began and ended', () => {
    for (const { run, facts } of matched) {
      expect(Math.abs((facts.begunAt ?? 0) - run.plan.startsAt)).toBeLessThan(3 * MINUTE);
      expect(Math.abs((facts.endedAt ?? 0) - run.endedAt)).toBeLessThan(3 * MINUTE);
    }
  });
});

/**
 * Returns, with the earlier runs as history, the median error as a share of the remaining time, and the share of
 * arrivals within the stated error.
 */
function expectedOver(of: readonly RunWeek[]) {
  const errors = of.flatMap((week) => {
    const theirs = matchWeek(week);
    return theirs.flatMap((one, index) => errorsOf(one, pastOf(theirs.slice(0, index))));
  });
  const near = errors.filter(({ isNear }) => isNear).length / errors.length;
  return { off: median(errors.map(({ share }) => share)), near };
}

it('estimates arrivals of the week used for tuning to a tenth of the remaining time, with the correct uncertainty', () => {
  const { off, near } = expectedOver(weeks);
  expect(off).toBeLessThan(0.1);
  expect(near).toBeGreaterThan(0.75);
  expect(near).toBeLessThan(0.9);
});

/** Tests the worst, the best and one in the middle of twenty; bench:arrivals measures all of them. */
it.each([1, 12, 19])(
  'estimates those of week %i, which was not used for tuning, to 17% of the remaining time',
  (seed) => {
    const { off, near } = expectedOver(weeksOfRuns([8, 20], FIX_MS / 1000, { seed }));
    expect(off).toBeLessThan(0.17);
    expect(near).toBeGreaterThan(0.6);
  },
);
