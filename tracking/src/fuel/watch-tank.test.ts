import { describe, expect, it } from 'vitest';
import type { FuelChangeFound } from './across-rest.ts';
import { newTank } from './tank-state.ts';
import { syntheticTank, type Truth } from './testing/synthetic-tank.fixture.ts';
import { leaveRest, watchTank } from './watch-tank.ts';

const MINUTE = 60_000;

/** Returns the changes found in tanks with a known truth, and the truth that each one matches. */
function look(
  { firstSeed = 1, ...options }: Omit<Parameters<typeof syntheticTank>[0], 'seed'> & { firstSeed?: number },
  seeds: number,
) {
  const sums = { fills: 0, thefts: 0, errors: [] as number[], theftsFound: 0, falseFills: 0, falseThefts: 0 };
  for (let seed = firstSeed; seed < firstSeed + seeds; seed++) {
    const { readings, truth } = syntheticTank({ ...options, seed });
    const tank = newTank(1, 0);
    const found = new Map<string, FuelChangeFound>();
    for (const reading of readings) for (const one of watchTank(tank, reading)) found.set(one.key, one);
    if (tank.rest) for (const one of leaveRest(tank.rest, [], 0)) found.set(one.key, one);
    const left = new Set(found.values());
    for (const real of truth) {
      const match = [...left].find((one) => isOf(one, real));
      if (match) left.delete(match);
      if (real.kind === 'theft') {
        sums.thefts += 1;
        if (match) sums.theftsFound += 1;
      } else {
        sums.fills += 1;
        if (match) sums.errors.push(Math.abs(match.litres - real.litres) / real.litres);
      }
    }
    for (const { change } of left) sums[change === 'fill' ? 'falseFills' : 'falseThefts'] += 1;
  }
  return { ...sums, worst: Math.max(...sums.errors), fillsFound: sums.errors.length };
}

/** A change found within a few minutes of the real one is the same change: reports are minutes apart. */
const isOf = ({ change, start, end }: FuelChangeFound, real: Truth) =>
  (change === 'fill') === (real.kind === 'fill') &&
  start <= real.to + MINUTE &&
  (end ?? Infinity) >= real.from - MINUTE;

describe('in 1,000 days of tanks, some with stuck sensors, with slosh, slopes, temperature and idling', () => {
  const sums = look({ days: 10, sticks: 0.1 }, 100);

  it('no theft is invented, and no fill', () => {
    expect(sums.falseThefts).toBe(0);
    expect(sums.falseFills).toBe(0);
  });

  it('fills are found, within 3% of their litres', () => {
    expect(sums.fills).toBeGreaterThan(300);
    expect(sums.fillsFound / sums.fills).toBeGreaterThan(0.99);
    expect(sums.worst).toBeLessThanOrEqual(0.03);
  });
});

it('thefts of 8% of the tank, in minutes or in three hours, are found in 95%', () => {
  const sums = look({ days: 4, thefts: 0.7 }, 100);
  expect(sums.thefts).toBeGreaterThan(200);
  expect(sums.theftsFound / sums.thefts).toBeGreaterThanOrEqual(0.95);
  expect(sums.falseThefts).toBe(0);
});

describe('a device that sleeps while its vehicle is parked', () => {
  const WAYS = [
    { after: 1, before: 5 },
    { after: 1, before: 1 },
    { after: 4, before: 5 },
  ];

  it('misses less than 3% of thefts of 12% of the tank if it reports some levels before it leaves', () => {
    for (const sleeps of WAYS.filter(({ before }) => before > 1)) {
      const sums = look({ days: 4, thefts: 0.7, taken: 0.12, sleeps, firstSeed: 31_000 }, 60);
      expect(sums.thefts).toBeGreaterThan(100);
      expect(sums.theftsFound / sums.thefts).toBeGreaterThanOrEqual(0.97);
    }
  });

  it('invents none', () => {
    for (const sleeps of WAYS) expect(look({ days: 4, sleeps, firstSeed: 41_000 }, 60).falseThefts).toBe(0);
  });
});

it('a fill is over when its sensor stuck and comes loose while driving', () => {
  const tank = newTank(1, 0);
  const found = new Map<string, FuelChangeFound>();
  const see = (minute: number, litres: number, way: { halt: number | null; travelledM: number }) => {
    const reading = { at: minute * MINUTE, litres, hash: minute, engineOn: way.halt === null, capacityL: 100, ...way };
    for (const one of watchTank(tank, reading)) found.set(one.key, one);
  };
  for (const [index, litres] of [40, 40, 40, 60, 60, 60].entries()) see(2 + index, litres, { halt: 0, travelledM: 0 });
  expect([...found.values()]).toMatchObject([{ change: 'fill', end: null }]);
  // The level stays the same to the litre for 12 km, and then changes.
  for (const [index, litres] of [60, 60, 60, 58].entries()) {
    see(10 + index, litres, { halt: null, travelledM: index * 4000 });
  }
  expect([...found.values()]).toMatchObject([{ change: 'fill', end: expect.any(Number) }]);
});
