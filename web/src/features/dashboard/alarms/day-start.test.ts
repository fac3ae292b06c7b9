import { expect, test } from 'vitest';
import { dayAfter, dayStart } from './day-start.ts';

test.each([
  ['2026-02-01', 'UTC', '2026-02-01T00:00:00.000Z'],
  ['2026-02-01', 'Asia/Kolkata', '2026-01-31T18:30:00.000Z'],
  ['2026-02-01', 'America/Montevideo', '2026-02-01T03:00:00.000Z'],
  // Berlin's clock went forward in the night before, 29 March 2026 at 02:00.
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
  ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
])('%s in %s begins at %s', (day, zone, instant) => {
  expect(dayStart(day, zone).toISOString()).toBe(instant);
});

test('the day after the last of a month', () => {
  expect(dayAfter('2028-02-29')).toBe('2028-03-01');
});
