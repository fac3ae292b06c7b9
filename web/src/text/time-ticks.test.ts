import { expect, test } from 'vitest';
import { timeTicks } from './time-ticks.ts';

const at = (text: string) => Date.parse(text);
const marks = (from: string, to: string, zone: string) =>
  timeTicks(at(from), at(to), zone).map((ms) => new Date(ms).toISOString().slice(5, 16));

test('a day of Montevideo gets a mark every three hours of its clock', () => {
  const day = marks('2026-11-20T03:00:00Z', '2026-11-21T03:00:00Z', 'America/Montevideo');
  expect(day.slice(0, 3)).toEqual(['11-20T03:00', '11-20T06:00', '11-20T09:00']);
  expect(day).toHaveLength(9);
});

test('where the clock is half an hour off, so are the marks', () => {
  // 10:05 to 11:05 in Kolkata: 10:10, 10:20 …
  const hour = marks('2026-11-20T04:35:00Z', '2026-11-20T05:35:00Z', 'Asia/Kolkata');
  expect(hour[0]).toBe('11-20T04:40');
  // A day: 06:00 is 00:30 UTC.
  expect(marks('2026-11-19T18:30:00Z', '2026-11-20T18:30:00Z', 'Asia/Kolkata')).toContain('11-20T00:30');
});

test('a week gets a mark at each midnight, whatever happens to the clock', () => {
  // Berlin switches to summer time on 29 March.
  expect(marks('2026-03-26T23:00:00Z', '2026-04-01T22:00:00Z', 'Europe/Berlin').slice(1, 5)).toEqual([
    '03-27T23:00',
    '03-28T23:00',
    '03-29T22:00',
    '03-30T22:00',
  ]);
});
