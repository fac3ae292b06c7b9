import { expect, test } from 'vitest';
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
