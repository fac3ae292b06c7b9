import { expect, it } from 'vitest';
import { learnPast, learnPause, type SeenVisit } from './fleet-past.ts';

const DAY = 86_400_000;
/** Midnight (UTC) of Monday 16 November 2026. */
const T0 = Date.UTC(2026, 10, 16);
/** Outlets a kilometre apart on the equator, and a depot before them. */
const places = new Map([-1, 1, 2, 3, 4].map((id, index) => [id, { lat: 0, lon: index / 111.195 }]));
const visit = (outletId: number, hour: number, more: Partial<SeenVisit> = {}): SeenVisit => {
  return { outletId, arrivedAt: T0 + hour * 3_600_000, stoodS: 600, legS: 300, legFrom: outletId - 1 || -1, ...more };
};
/** Ten legs of a kilometre in 300 s each, at ten o'clock. */
const usual = Array.from({ length: 10 }, (_, n) => visit(1 + (n % 4), 10));

it('estimates legs by their length, and driven ones by their duration', () => {
  const past = learnPast([...usual, visit(4, 10, { legFrom: 1, legS: 1200 })], places);
  // Three kilometres, which take 900 s at the others' pace: a leg observed once has twice the weight of its length.
  expect(past.legS(1, 4, T0 + 10 * 3_600_000)).toBeCloseTo(1100, -2);
  expect(past.legS(1, 2, T0 + 10 * 3_600_000)).toBeCloseTo(300, -1);
  expect(past.legS(1, 99, T0)).toBeNull();
});

it('leaves out legs with a detour', () => {
  const past = learnPast([...usual, visit(4, 10, { legS: 7200 })], places);
  expect(past.legS(3, 4, T0 + 10 * 3_600_000)).toBeCloseTo(300, -1);
});

it('takes longer at the hours at which it took longer', () => {
  const slow = Array.from({ length: 200 }, (_, n) => visit(1 + (n % 4), 17.5, { legS: 600 }));
  const quick = Array.from({ length: 200 }, (_, n) => visit(1 + (n % 4), 10.5));
  const past = learnPast([...slow, ...quick], places);
  const [evening, morning] = [17, 10].map((hour) => past.legS(1, 2, T0 + 3 * DAY + hour * 3_600_000) ?? 0);
  expect((evening ?? 0) / (morning ?? 1)).toBeGreaterThan(1.5);
});

it('estimates the rest of a long stop from those that lasted as long', () => {
  const stood = [...Array.from({ length: 16 }, () => 300), 1500, 1500, 1500, 1500];
  const past = learnPast(
    stood.map((stoodS) => visit(1, 10, { stoodS })),
    places,
  );
  // With a single outlet, its mean is that of all, 540 s.
  expect(past.serviceS(1)).toBeCloseTo(540, 6);
  expect(past.restS?.(1, 600)).toBeCloseTo(900, 6);
  expect(past.restS?.(1, 1600)).toBeNull();
  expect(past.skewS).toBeCloseTo(240, 6);
});

it('finds the break that a driver takes at one time of day, and no other long stop', () => {
  const work = [9.5, 10, 10.5, 11, 11.5, 12].map((hour) => visit(1, hour));
  const lunch = [0, 1, 2].map((day) => visit(2, 24 * day + 12.5 + day / 10, { stoodS: 2700 }));
  const own = [...work, ...lunch].toSorted((a, b) => a.arrivedAt - b.arrivedAt);
  // The median of three, minus a quarter of an hour: half of what passes between two stops.
  expect(learnPause(own)).toEqual({ fromMs: 12.35 * 3_600_000, lastsS: 2700 });
  const once = own.filter(({ stoodS, arrivedAt }) => stoodS < 2700 || arrivedAt < T0 + DAY);
  expect(learnPause(once)).toBeNull();
});
