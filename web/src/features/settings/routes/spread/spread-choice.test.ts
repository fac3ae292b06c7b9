import { expect, test } from 'vitest';
import { type Choice, nextWorkday, ownShift, shiftOf, whenOf } from './spread-choice.ts';

test.each([
  // 2026-11-27 is a Friday.
  ['2026-11-27', null, '2026-11-28'],
  ['2026-11-28', null, '2026-11-30'],
  ['2026-11-29', null, '2026-11-30'],
  ['2026-11-27', [1, 2, 3, 4, 5], '2026-11-30'],
  ['2026-11-26', [7, 1, 2, 3, 4], '2026-11-29'],
  ['2026-11-28', [7], '2026-11-29'],
  ['2026-11-30', [1], '2026-12-07'],
])('after %s, with work on %j, the next working day is %s', (today, weekdays, day) => {
  expect(nextWorkday(today, weekdays)).toBe(day);
});

const choice: Choice = {
  day: '2026-11-30',
  depotId: 1,
  startMin: 480,
  backMin: 1020,
  unit: 'kg',
  orders: [],
  drivers: new Map(),
  shifts: new Map(),
};

test('a vehicle has its own shift only where it differs from that of all', () => {
  expect(ownShift(choice, { beginDepotId: 1, endDepotId: 1, startMin: 480 })).toBeNull();
  expect(ownShift(choice, { beginDepotId: 2, endDepotId: 1, startMin: null })).toEqual({
    beginDepotId: 2,
    endDepotId: null,
    startMin: null,
    backMin: null,
  });
});

test('a shift takes the values of all where it has none of its own, and can end on the next day', () => {
  const night = { beginDepotId: 2, endDepotId: null, startMin: 1320, backMin: 360 };
  const own = { ...choice, shifts: new Map([[5, night]]) };
  const shift = { vehicleId: 5, beginDepotId: 2, endDepotId: 1, startMin: 1320, backMin: 1440 + 360 };
  expect(shiftOf(own, 5)).toEqual(shift);
  expect(whenOf(own).shifts).toEqual([shift]);
  expect(shiftOf({ ...own, depotId: 3 }, 6)).toEqual({
    vehicleId: 6,
    beginDepotId: 3,
    endDepotId: 3,
    startMin: 480,
    backMin: 1020,
  });
});
