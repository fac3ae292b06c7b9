import { expect, test } from 'vitest';
import { serialOf } from './xlsx-sheet.ts';
import { wallClock, zonedIso } from './wall-clock.ts';

const moment = new Date('2026-01-31T20:05:09Z');

// India is 5:30 ahead of UTC, Montevideo 3:00 behind.
test.each([
  ['UTC', '2026-01-31 20:05:09'],
  ['Asia/Kolkata', '2026-02-01 01:35:09'],
  ['America/Montevideo', '2026-01-31 17:05:09'],
])('in %s the wall shows %s', (zone, shown) => {
  expect(wallClock(moment, zone)).toBe(shown);
});

test.each([
  ['UTC', '2026-01-31T20:05:09Z'],
  ['Asia/Kolkata', '2026-02-01T01:35:09+05:30'],
  ['America/Montevideo', '2026-01-31T17:05:09-03:00'],
  ['America/St_Johns', '2026-01-31T16:35:09-03:30'],
])('in %s a program reads %s', (zone, text) => {
  expect(zonedIso(moment, zone)).toBe(text);
  expect(Date.parse(text)).toBe(moment.getTime());
});

test('midnight is 00, not 24', () => {
  expect(wallClock(new Date('2026-01-31T00:00:00Z'), 'UTC')).toBe('2026-01-31 00:00:00');
});

// 1 January 2024 is day 45292 and 1 March 1900 day 61 of the 1900 date system; 01:35 is 95 of 1440 minutes.
test('a moment becomes the serial number of its day and the share of it, by the clock on the wall', () => {
  expect(serialOf(new Date('2024-01-01T12:00:00Z'), 'UTC')).toBe(45_292.5);
  expect(serialOf(new Date('1900-03-01T00:00:00Z'), 'UTC')).toBe(61);
  expect(serialOf(new Date('2023-12-31T20:05:00Z'), 'Asia/Kolkata')).toBeCloseTo(45_292 + 95 / 1440, 9);
});
