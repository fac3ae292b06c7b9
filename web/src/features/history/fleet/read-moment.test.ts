import { expect, test } from 'vitest';
import { readMoment, timeOf } from './read-moment.ts';

const read = (text: string, zone = 'UTC', usual = '08:15') => {
  const ms = readMoment(text, usual, zone);
  return ms === null ? null : new Date(ms).toISOString().slice(0, 16);
};

test('a date with its time is read on the clock of the zone', () => {
  expect(read('05-11-2026 14:30')).toBe('2026-11-05T14:30');
  expect(read('05-11-2026 14:30', 'Asia/Kolkata')).toBe('2026-11-05T09:00');
  expect(read('  05-11-2026   00:00 ', 'America/Montevideo')).toBe('2026-11-05T03:00');
});

test('a date without a time takes the usual one', () => {
  expect(read('05-11-2026')).toBe('2026-11-05T08:15');
  expect(timeOf(Date.UTC(2026, 10, 5, 9, 0), 'Asia/Kolkata')).toBe('14:30');
});

test.each([
  // Berlin goes to summer time on 29 March at 02:00, and back on 25 October at 03:00.
  ['29-03-2026 01:30', '2026-03-29T00:30'],
  ['29-03-2026 02:30', '2026-03-29T01:30'],
  ['29-03-2026 15:00', '2026-03-29T13:00'],
  ['25-10-2026 02:30', '2026-10-25T00:30'],
  ['25-10-2026 15:00', '2026-10-25T14:00'],
])('%s in Berlin, where the clock changes that day', (text, utc) => {
  expect(read(text, 'Europe/Berlin')).toBe(utc);
});

test.each(['', '05-11', '2026-11-05 14:30', '31-02-2026 10:00', '05-13-2026', '05-11-2026 24:00', '05-11-2026 10:60'])(
  '%j names no moment',
  (text) => expect(read(text)).toBeNull(),
);
