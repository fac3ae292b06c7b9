import { expect, test } from 'vitest';
import { readMoment, writeMoment } from './read-moment.ts';

const USUAL = Date.UTC(2026, 10, 20, 8, 15);
const read = (text: string, zone = 'UTC', usual = USUAL) => {
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
  expect(read('05-11-2026', 'Asia/Kolkata')).toBe('2026-11-05T08:15');
});

test('a time without a date is of the usual day, on the clock of the zone', () => {
  expect(read('14:30')).toBe('2026-11-20T14:30');
  expect(read(' 9:05 ')).toBe('2026-11-20T09:05');
  // In Auckland it has been the 20th since 11:00 UTC on the 19th.
  expect(read('00:30', 'Pacific/Auckland')).toBe('2026-11-19T11:30');
});

test('a written moment is read back', () => {
  expect(writeMoment(Date.UTC(2026, 10, 5, 9, 0), 'Asia/Kolkata')).toBe('05-11-2026 14:30');
  expect(read(writeMoment(USUAL, 'Asia/Kolkata'), 'Asia/Kolkata', 0)).toBe('2026-11-20T08:15');
});

test.each([
  // Berlin switches to summer time on 29 March at 02:00, and back on 25 October at 03:00.
  ['29-03-2026 01:30', '2026-03-29T00:30'],
  ['29-03-2026 02:30', '2026-03-29T01:30'],
  ['29-03-2026 15:00', '2026-03-29T13:00'],
  ['25-10-2026 02:30', '2026-10-25T00:30'],
  ['25-10-2026 15:00', '2026-10-25T14:00'],
])('%s in Berlin, where the clock changes that day', (text, utc) => {
  expect(read(text, 'Europe/Berlin')).toBe(utc);
});

test.each([
  '',
  ' ',
  '24:00',
  '10:60',
  '05-11-202614:30',
  '05-11',
  '2026-11-05 14:30',
  '31-02-2026 10:00',
  '05-13-2026',
  '05-11-2026 24:00',
  '05-11-2026 10:60',
])('%j names no moment', (text) => expect(read(text)).toBeNull());
