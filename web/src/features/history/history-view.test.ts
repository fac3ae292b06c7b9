import { expect, test } from 'vitest';
import { formatHistory, parseHistory, withChosen, withoutVehicle } from './history-view.ts';
import { isTooLong, presetOf, presetRange, rangeDays } from './range-presets.ts';

const USUAL = [0, 86_400_000] as const;
const ADDRESS =
  '/history?vehicle=7&from=2026-11-19T03:00:00.000Z&to=2026-11-20T03:00:00.000Z&at=2026-11-19T12:10:00.000Z';
const VIEW = {
  vehicleId: 7,
  vehicleIds: [7],
  from: Date.UTC(2026, 10, 19, 3),
  to: Date.UTC(2026, 10, 20, 3),
  at: Date.UTC(2026, 10, 19, 12, 10),
};

test('the same address opens the same view', () => {
  expect(parseHistory(ADDRESS.slice('/history'.length), USUAL)).toEqual(VIEW);
  expect(formatHistory(VIEW)).toBe(ADDRESS);
});

test.each([
  ['', { vehicleId: null, vehicleIds: [], from: 0, to: 86_400_000, at: null }],
  ['?vehicle=x&from=1&to=never', { vehicleId: null, vehicleIds: [], from: 0, to: 86_400_000, at: null }],
  ['?vehicle=-3', { vehicleId: null, vehicleIds: [], from: 0, to: 86_400_000, at: null }],
  // A range that ends before it begins is invalid.
  [
    '?vehicle=3&from=2026-11-20T00:00:00Z&to=2026-11-19T00:00:00Z',
    { vehicleId: 3, vehicleIds: [3], from: 0, to: 86_400_000, at: null },
  ],
  // A moment outside of the range is invalid too.
  ['?vehicle=3&at=2026-11-20T00:00:00Z', { vehicleId: 3, vehicleIds: [3], from: 0, to: 86_400_000, at: null }],
])('missing or invalid parameters in %j get their defaults', (search, view) => {
  expect(parseHistory(search, USUAL)).toEqual(view);
});

test('a preset is recognised in its own range', () => {
  const now = Date.UTC(2026, 10, 20, 15);
  for (const preset of ['today', 'yesterday', 'week', 'month'] as const) {
    expect(presetOf(presetRange(preset, now), now)).toBe(preset);
  }
  expect(presetOf([0, 5], now)).toBeNull();
  const [first, last] = rangeDays(presetRange('week', now));
  expect((Date.parse(last) - Date.parse(first)) / 86_400_000).toBe(6);
});

test('93 days are taken, a moment more is not', () => {
  const from = Date.UTC(2026, 0, 1);
  expect(isTooLong([from, from + 93 * 86_400_000])).toBe(false);
  expect(isTooLong([from, from + 93 * 86_400_000 + 1])).toBe(true);
});

test('the address keeps the vehicles on the map in the order of their colours, whichever is chosen', () => {
  const first = { ...VIEW, vehicleIds: [7, 9, 4] };
  const third = { ...first, vehicleId: 4 };
  expect(new URL(formatHistory(first), 'http://x').searchParams.get('with')).toBe('9,4');
  for (const view of [first, third]) {
    expect(parseHistory(formatHistory(view).slice('/history'.length), USUAL)).toEqual(view);
  }
});

const vehiclesOf = (search: string) => parseHistory(search, USUAL).vehicleIds;

test('vehicles of an address that are doubled, no numbers or more than six are left out', () => {
  expect(vehiclesOf('?vehicle=7&with=9,9,x,-1,,7')).toEqual([9, 7]);
  expect(vehiclesOf('?vehicle=7&with=1,2,3,4,5,6,8')).toEqual([7, 1, 2, 3, 4, 5]);
  expect(vehiclesOf('?vehicle=7&with=1,2,3,4,5,6,7')).toEqual([7, 1, 2, 3, 4, 5]);
  // Without a chosen vehicle none is shown.
  expect(vehiclesOf('?with=1,2')).toEqual([]);
});

test('a vehicle takes the place of the chosen one, or is chosen where it is', () => {
  const view = { ...VIEW, vehicleIds: [7, 9] };
  expect(withChosen(view, 5)).toEqual({ vehicleId: 5, vehicleIds: [5, 9] });
  expect(withChosen(view, 9)).toEqual({ vehicleId: 9, vehicleIds: [7, 9] });
  expect(withoutVehicle(view, 7)).toEqual({ vehicleId: 9, vehicleIds: [9] });
  expect(withoutVehicle({ ...view, vehicleIds: [7] }, 7)).toEqual({ vehicleId: null, vehicleIds: [] });
});
