import type { RouteOutlet } from '@milepost/contract/route-stop';
import { MAX_STOPS } from '@milepost/contract/route-kinds';
import { expect, test } from 'vitest';
import { chosenStops, moved, newStop, ordered, outsideDays, timesOn } from './edit-stops.ts';

const outlet = (id: number, more: Partial<RouteOutlet> = {}): RouteOutlet => ({
  id,
  code: `S${id}`,
  name: `Shop ${id}`,
  place: { lat: 0, lon: 0 },
  state: 'active',
  deleted: false,
  hours: null,
  serviceS: 600,
  ...more,
});

test('a stop is moved up and down', () => {
  expect(moved(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd']);
  expect(moved(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c']);
});

test('totals and times follow the stops, with those that are closed on a weekday', () => {
  // Open on Mondays from nine to ten.
  const hours = [[{ fromMin: 540, toMin: 600 }], [], [], [], [], [], []];
  const stops = [newStop(outlet(1)), { ...newStop(outlet(2, { hours })), serviceS: 1200 }];
  const plan = { startMin: 480, begin: null, end: null, driving: { factor: 1, speedKph: 30 }, stops };
  const schedules = new Map([1, 2].map((weekday) => [weekday, timesOn(plan, weekday)]));
  // The vehicle arrives at 8:10 and waits until 9:00.
  expect(schedules.get(1)?.stops[1]).toMatchObject({ arrivalS: 490 * 60, waitS: 50 * 60, departureS: 560 * 60 });
  expect(schedules.get(1)?.serviceS).toBe(1800);
  expect(outsideDays(schedules, 0)).toEqual([]);
  expect(outsideDays(schedules, 1)).toEqual([2]);
});

test('a proposed order is applied, and skipped stops come last', () => {
  const [a, b, c] = [newStop(outlet(1)), { ...newStop(outlet(2)), skipReason: 'Rain' }, newStop(outlet(3))];
  expect(ordered([a, b, c], [3, 1]).map((stop) => stop.outlet.id)).toEqual([3, 1, 2]);
});

test('chosen outlets are added in their order, and those that are not are counted by why', () => {
  const possible = [outlet(1), outlet(2), outlet(4)];
  expect(chosenStops([4, 3, 2, 1], possible, new Set([2]))).toEqual({
    added: [outlet(4), outlet(1)],
    already: 1,
    unfit: 1,
    over: 0,
  });
  const taken = new Set(Array.from({ length: MAX_STOPS - 1 }, (_none, index) => index + 10));
  expect(chosenStops([1, 2, 10], possible, taken)).toEqual({ added: [outlet(1)], already: 1, unfit: 0, over: 1 });
});
