import { expect, test } from 'vitest';
import { addDays, dayStart, localDay } from './local-days.ts';

test.each([
  ['2026-11-20', 'UTC', '2026-11-20T00:00:00.000Z'],
  ['2026-11-20', 'Asia/Kolkata', '2026-11-19T18:30:00.000Z'],
  ['2026-11-20', 'America/Montevideo', '2026-11-20T03:00:00.000Z'],
  // Berlin goes to summer time on 29 March at 02:00, and back on 25 October at 03:00.
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
  ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
  ['2026-10-26', 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
  // In Beirut midnight itself was skipped on 26 March 2023: the day began at 01:00.
  ['2023-03-26', 'Asia/Beirut', '2023-03-25T22:00:00.000Z'],
])('%s begins in %s at %s', (day, zone, start) => {
  expect(new Date(dayStart(day, zone)).toISOString()).toBe(start);
});

test('the day at a moment is that of the zone', () => {
  expect(localDay(Date.UTC(2026, 10, 19, 18, 30), 'Asia/Kolkata')).toBe('2026-11-20');
  expect(localDay(Date.UTC(2026, 10, 19, 18, 29, 59), 'Asia/Kolkata')).toBe('2026-11-19');
});

test('days are counted over the ends of months and years', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
});
