import { expect, test } from 'vitest';
import { dayShifter } from './shift-days.ts';

const shifted = (days: number, at: string, zone = 'Europe/Berlin') =>
  new Date(dayShifter(days, zone)(Date.parse(at))).toISOString();

test('a day moves to another at the same time of the clock', () => {
  expect(shifted(-7, '2026-02-10T10:20:30.400Z')).toBe('2026-02-03T10:20:30.400Z');
});

test('over the night in which the clock changes by an hour less or more', () => {
  // In Berlin 29 March 2026 has 23 hours, 25 October 25.
  expect(shifted(1, '2026-03-28T11:00:00Z')).toBe('2026-03-29T10:00:00.000Z');
  expect(shifted(-1, '2026-03-29T10:00:00Z')).toBe('2026-03-28T11:00:00.000Z');
  expect(shifted(1, '2026-10-24T22:30:00Z')).toBe('2026-10-25T23:30:00.000Z');
});

test('each hour of a day of 23 hours has its place in one of 24, before and after the leap', () => {
  const back = dayShifter(-1, 'Europe/Berlin');
  const start = Date.parse('2026-03-28T23:00:00Z');
  const clock = Array.from({ length: 23 }, (_, hour) =>
    new Date(back(start + hour * 3_600_000)).toISOString().slice(5, 13),
  );
  // 00:00 and 01:00 local time, then 03:00: 23:00, 00:00 and 02:00 UTC.
  expect(clock.slice(0, 4)).toEqual(['03-27T23', '03-28T00', '03-28T02', '03-28T03']);
  expect(clock.at(-1)).toBe('03-28T22');
});

test('an hour that occurs twice maps to the same hour of the other day', () => {
  const back = dayShifter(-1, 'Europe/Berlin');
  const [first, second] = ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'].map((at) => back(Date.parse(at)));
  expect(first).toBe(Date.parse('2026-10-24T00:30:00Z'));
  expect(second).toBe(first);
});
