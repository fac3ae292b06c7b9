import { expect, test } from 'vitest';
import { momentAt, timeAt } from './moment-time.ts';

const set = (from: string, hour: number, minute: number, zone: string) =>
  new Date(momentAt(Date.parse(from), { hour, minute, second: 0 }, zone)).toISOString();

test('reads the clock of the zone', () => {
  expect(timeAt(Date.parse('2026-11-21T23:59:30Z'), 'America/Montevideo')).toEqual({ hour: 20, minute: 59, second: 0 });
});

test('sets the time of the same day', () => {
  // Montevideo is three hours behind UTC.
  expect(set('2026-11-21T12:34:56Z', 20, 5, 'America/Montevideo')).toBe('2026-11-21T23:05:00.000Z');
  expect(set('2026-11-21T12:34:56Z', 0, 0, 'America/Montevideo')).toBe('2026-11-21T03:00:00.000Z');
  expect(set('2026-11-22T02:00:00Z', 1, 30, 'America/Montevideo')).toBe('2026-11-21T04:30:00.000Z');
});

test('over a change of the clock', () => {
  // Berlin goes from 02:00 to 03:00 on 29 March 2026, at 01:00 UTC, and back on 25 October.
  expect(set('2026-03-28T23:30:00Z', 12, 0, 'Europe/Berlin')).toBe('2026-03-29T10:00:00.000Z');
  expect(set('2026-03-29T10:00:00Z', 0, 30, 'Europe/Berlin')).toBe('2026-03-28T23:30:00.000Z');
  expect(set('2026-10-25T11:00:00Z', 0, 30, 'Europe/Berlin')).toBe('2026-10-24T22:30:00.000Z');
  // 02:30 did not exist.
  expect(set('2026-03-29T10:00:00Z', 2, 30, 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z');
});
