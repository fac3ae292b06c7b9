import { expect, it } from 'vitest';
import { addSums, coverageOf, figuresOf, isWithin, lateMs, longestIncreasing, sumsOf } from './figures.ts';
import type { PlannedStop, RunFacts, StopVisit } from './run-plan.ts';

const HOUR = 3_600_000;
const minutes = (number: number) => number * 60_000;
const stop = (outletId: number, window: [number, number] | null = null): PlannedStop => ({
  outletId,
  position: outletId,
  serviceS: 300,
  arrival: null,
  departure: null,
  windowFrom: window && window[0] * HOUR,
  windowTo: window && window[1] * HOUR,
  skipped: outletId === 5,
});
const visit = (
  outletId: number,
  order: number | null,
  hour: number,
  state: StopVisit['state'] = 'done',
): StopVisit => ({
  outletId,
  vehicleId: 1,
  state,
  served: order !== null,
  order,
  arrivedAt: order === null ? null : hour * HOUR,
  departedAt: order === null ? null : (hour + 0.1) * HOUR,
  stoodS: order === null ? 0 : 240,
  legS: null,
  legFrom: null,
  doubt: outletId === 2 ? 'shared' : null,
});

/** Five planned: 1, 3, 2 served in this order, 4 missed, 5 skipped; 9 served outside the plan. */
const plan = { stops: [stop(1, [8, 9]), stop(2, [9, 10]), stop(3, [9, 10]), stop(4), stop(5)] };
const facts: RunFacts = {
  begunAt: 8 * HOUR,
  begunBy: 'depot',
  endedAt: 12 * HOUR,
  endedBy: 'depot',
  drivenM: 30_000,
  takenOver: null,
  visits: [
    visit(1, 1, 9),
    visit(2, 3, 10.5),
    visit(3, 2, 9.5),
    visit(4, null, 0, 'missed'),
    visit(5, null, 0, 'skipped'),
    visit(9, 4, 11, 'unplanned'),
  ],
};

it('counts planned and served stops', () => {
  expect(sumsOf(plan, facts)).toEqual({
    planned: 5,
    visited: 3,
    missed: 1,
    unknown: 0,
    skipped: 1,
    unplanned: 1,
    inSequence: 2,
    windows: 3,
    // Nine o'clock, the last moment of its window, and half past nine are on time; half past ten is late.
    onTime: 2,
    late: 1,
    stoodS: 960,
    lastedS: 14_400,
    drivenM: 30_000,
    dropsDriven: 4,
    doubts: 1,
  });
});

it('computes figures from the counts', () => {
  const figures = figuresOf(sumsOf(plan, facts));
  expect(figures.adherence).toBe(0.6);
  expect(figures.sequence).toBeCloseTo(2 / 3);
  expect(figures.onTime).toBeCloseTo(2 / 3);
  expect(figures.kmPerDrop).toBe(7.5);
  expect(figures.dropsPerHour).toBe(1);
  expect(figures.dwellS).toBe(240);
});

it('has no figure if the denominator is zero', () => {
  const empty = sumsOf({ stops: [] }, { ...facts, begunAt: null, drivenM: null, visits: [] });
  expect(Object.values(figuresOf(empty))).toEqual([null, null, null, null, null, null]);
  expect(coverageOf(new Set(), new Set([1]))).toBeNull();
});

it('sums several runs before it divides', () => {
  const one = sumsOf(plan, facts);
  const none = { ...one, planned: 15, visited: 0, unplanned: 0, dropsDriven: 0, drivenM: 0 };
  expect(figuresOf(addSums([one, none])).adherence).toBe(3 / 20);
});

it('leaves unknown stops out of adherence', () => {
  // The result is known for four of ten stops: three were served and one was missed; six are unknown.
  const one = { ...sumsOf(plan, facts), planned: 10, visited: 3, missed: 1, unknown: 6 };
  expect(figuresOf(one).adherence).toBe(3 / 4);
});

it('is late after the window, or a quarter of an hour after the planned time without one', () => {
  const timed = { windowTo: minutes(60), arrival: minutes(10) };
  expect([59, 60, 61].map((at) => lateMs(timed, minutes(at)))).toEqual([-60_000, 0, 60_000]);
  const free = { windowTo: null, arrival: minutes(10) };
  expect([25, 27].map((at) => lateMs(free, minutes(at)))).toEqual([0, 120_000]);
  expect(lateMs({ windowTo: null, arrival: null }, minutes(600))).toBe(0);
  expect(lateMs(timed, null)).toBe(0);
});

it('covers outlets, however often each was visited', () => {
  expect(coverageOf(new Set([1, 2, 3, 4]), new Set([2, 4, 9]))).toBe(0.5);
});

it('finds the longest sequence in order', () => {
  expect(longestIncreasing([])).toBe(0);
  expect(longestIncreasing([3, 1, 2, 5, 4])).toBe(3);
  expect(longestIncreasing([5, 4, 3])).toBe(1);
  // 1, 2, 4, 6, 7
  expect(longestIncreasing([1, 5, 2, 4, 3, 6, 7])).toBe(5);
});

it('includes the bounds of a window', () => {
  const window = { windowFrom: 10, windowTo: 20 };
  expect([9, 10, 20, 21].map((at) => isWithin(window, at))).toEqual([false, true, true, false]);
});
