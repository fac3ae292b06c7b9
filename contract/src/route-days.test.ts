import { expect, test } from 'vitest';
import { addDays, isoWeekday, runDays, runsOn, sharedDay } from './route-days.ts';

// 2026-11-23 is a Monday.
const plan = { validFrom: '2026-11-25', validTo: null, weekdays: [1, 3], everyWeeks: 1 };

test('a plan runs on its weekdays, from its first day to its last', () => {
  expect(runDays(plan, '2026-11-20', '2026-12-09')).toEqual([
    '2026-11-25',
    '2026-11-30',
    '2026-12-02',
    '2026-12-07',
    '2026-12-09',
  ]);
  expect(runDays({ ...plan, validTo: '2026-11-30' }, '2026-11-20', '2026-12-09')).toEqual(['2026-11-25', '2026-11-30']);
  expect(runsOn(plan, '2026-11-23')).toBe(false);
  expect(isoWeekday('2026-11-29')).toBe(7);
  expect(isoWeekday('1970-01-01')).toBe(4);
});

test('every other week is counted from the week of the first day, across the turn of the year', () => {
  const other = { ...plan, everyWeeks: 2 };
  expect(runDays(other, '2026-11-20', '2027-01-10')).toEqual([
    '2026-11-25',
    '2026-12-07',
    '2026-12-09',
    '2026-12-21',
    '2026-12-23',
    '2027-01-04',
    '2027-01-06',
  ]);
});

test('days are counted across the 29th of February', () => {
  expect(addDays('2028-02-28', 2)).toBe('2028-03-01');
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
});

test('two plans share a day if their intervals coincide, otherwise none', () => {
  const a = { validFrom: '2026-11-23', validTo: null, weekdays: [1], everyWeeks: 2 };
  expect(sharedDay(a, { ...a, validFrom: '2026-11-30' })).toBeNull();
  expect(sharedDay(a, { ...a, validFrom: '2026-11-30', everyWeeks: 3 })).toBe('2026-12-21');
  expect(sharedDay(a, { ...a, weekdays: [2] })).toBeNull();
  expect(sharedDay(a, { ...a, weekdays: [2] }, 1)).toBe('2026-11-23');
  expect(sharedDay({ ...a, validTo: '2026-12-01' }, { ...a, validFrom: '2026-12-02' })).toBeNull();
});
