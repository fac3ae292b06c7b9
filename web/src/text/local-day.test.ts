import { expect, test } from 'vitest';
import { addDays, dayOf, isDay, sameTimeOn, spanOfDay, startOfDay } from './local-day.ts';

const iso = (ms: number) => new Date(ms).toISOString();

test.each([
  ['UTC', '2026-11-20T00:00:00.000Z'],
  ['Asia/Kolkata', '2026-11-19T18:30:00.000Z'],
  ['America/Montevideo', '2026-11-20T03:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-11-19T10:00:00.000Z'],
  ['Pacific/Pago_Pago', '2026-11-20T11:00:00.000Z'],
])('20 November 2026 begins in %s at %s', (zone, begins) => {
  expect(iso(startOfDay('2026-11-20', zone))).toBe(begins);
});

test.each([
  // Berlin's clock goes forward on 29 March 2026 and back on 25 October.
  ['2026-03-28', 24],
  ['2026-03-29', 23],
  ['2026-10-25', 25],
])('%s has %d hours in Berlin', (day, hours) => {
  const { from, to } = spanOfDay(day, 'Europe/Berlin');
  expect((to - from) / 3_600_000).toBe(hours);
});

test.each([
  ['2026-03-28', '2026-03-27T23:00:00Z', '2026-03-28T23:00:00Z'],
  ['2026-03-29', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
  ['2026-10-25', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
])('a choice of %s in a field means from %s to %s in Berlin', (day, from, to) => {
  expect(spanOfDay(day, 'Europe/Berlin')).toEqual({ from: Date.parse(from), to: Date.parse(to) });
  expect([dayOf(Date.parse(from), 'Europe/Berlin'), dayOf(Date.parse(to) - 1, 'Europe/Berlin')]).toEqual([day, day]);
});

test.each([
  ['in a day like any', '2026-03-27', '2026-03-28T17:45:30Z', '2026-03-27T17:45:30.000Z'],
  ['in a day of 23 hours', '2026-03-29', '2026-03-28T17:45:30Z', '2026-03-29T16:45:30.000Z'],
  ['in a day of 25 hours', '2026-10-25', '2026-10-24T21:59:59Z', '2026-10-25T22:59:59.000Z'],
  // At 02:00 the clock jumps to 03:00: half past two is half past three.
  ['that it leaps over', '2026-03-29', '2026-03-28T01:30:00Z', '2026-03-29T01:30:00.000Z'],
  // At 03:00 it goes back to 02:00: the first half past two, in summer time.
  ['that it shows twice', '2026-10-25', '2026-10-24T00:30:00Z', '2026-10-25T00:30:00.000Z'],
])('the same time %s in Berlin', (_, day, at, same) => {
  expect(iso(sameTimeOn(day, Date.parse(at), 'Europe/Berlin'))).toBe(same);
});

test('where the clock leaps over midnight, the day begins at one', () => {
  // Santiago, 6 September 2026: 24:00 becomes 01:00, UTC-4 becomes UTC-3.
  expect(iso(startOfDay('2026-09-06', 'America/Santiago'))).toBe('2026-09-06T04:00:00.000Z');
  // Beirut, 26 March 2023.
  expect(iso(startOfDay('2023-03-26', 'Asia/Beirut'))).toBe('2023-03-25T22:00:00.000Z');
});

test('a moment belongs to the day on the clock there', () => {
  expect(dayOf(Date.parse('2026-11-20T02:59:59Z'), 'America/Montevideo')).toBe('2026-11-19');
  expect(dayOf(Date.parse('2026-11-20T03:00:00Z'), 'America/Montevideo')).toBe('2026-11-20');
});

test('days are counted by the calendar', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
});

test.each([
  ['2026-11-20', true],
  ['2026-02-30', false],
  ['yesterday', false],
  [null, false],
])('%s: %s', (text, valid) => {
  expect(isDay(text)).toBe(valid);
});
