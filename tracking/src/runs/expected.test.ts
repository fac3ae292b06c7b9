import { expect, it } from 'vitest';
import { expectedArrivals } from './expected.ts';
import type { PlannedStop, RunFacts, RunPlan } from './run-plan.ts';

const MINUTE = 60_000;
const NINE = Date.UTC(2026, 10, 16, 9);
/** Two minutes to drive to each stop, and 24 minutes of service. */
const stops = [0, 1].map((position): PlannedStop => {
  const arrival = NINE + (2 + 26 * position) * MINUTE;
  const times = { arrival, departure: arrival + 24 * MINUTE, windowFrom: null, windowTo: null };
  return { outletId: position + 1, position, serviceS: 1440, ...times, skipped: false };
});
const plan: RunPlan = {
  startsAt: NINE,
  from: NINE - 60 * MINUTE,
  until: NINE + 600 * MINUTE,
  beginDepot: -1,
  endDepot: -1,
  shortestDwellS: 120,
  stops,
};
const ways = { plan, past: { legS: () => null, serviceS: () => null }, places: new Map() };
const facts = (begunAt: number | null): RunFacts => ({
  begunAt,
  begunBy: begunAt === null ? null : 'depot',
  endedAt: null,
  endedBy: null,
  drivenM: null,
  takenOver: null,
  visits: [],
});

it('estimates no stop before the start better than the beginning of the run', () => {
  expect(expectedArrivals(facts(null), ways, null, NINE - 30 * MINUTE)).toEqual([
    // The error is 1.28 √(600² + (0.35 · 120)²): a short leg adds little to the uncertainty of its start.
    { outletId: 1, at: NINE + 2 * MINUTE, errorS: 770 },
    // The error is 1.28 √(600² + 2 (0.35 · 120)² + (0.9 · 1440)²).
    { outletId: 2, at: NINE + 28 * MINUTE, errorS: 1830 },
  ]);
});

it('estimates the first stop by its leg alone once the run has begun', () => {
  const [first] = expectedArrivals(facts(NINE), ways, null, NINE);
  // The error is 1.28 · 0.35 · 120.
  expect(first).toEqual({ outletId: 1, at: NINE + 2 * MINUTE, errorS: 54 });
});
