import { expect, test } from 'vitest';
import { playbackPath, stateOf, valueText } from './alarm-words.ts';

test.each([
  ['overspeed', 112.4, '112 km/h'],
  ['noData', 125, '2 h 05'],
  ['temperature', -18.25, '-18.25 °C'],
  ['fuelDrop', 31.5, '31.5 L'],
  ['something later', 3, '3'],
])('a value of %s is told with its unit', (kind, value, text) => {
  expect(valueText({ kind, value })).toBe(text);
  expect(valueText({ kind, value: null })).toBeNull();
});

test('there are four states', () => {
  const at = '2026-02-01T10:00:00.000Z';
  expect(stateOf({ clearedAt: null, acknowledgedAt: null })).toBe('waiting');
  expect(stateOf({ clearedAt: null, acknowledgedAt: at })).toBe('acknowledged');
  expect(stateOf({ clearedAt: at, acknowledgedAt: null })).toBe('cleared-unseen');
  expect(stateOf({ clearedAt: at, acknowledgedAt: at })).toBe('cleared');
});

test('playback opens at the alarm, with a quarter of an hour around it', () => {
  const alarm = { vehicleId: 7, start: '2026-02-01T10:00:00.000Z', lastAt: '2026-02-01T10:20:00.000Z' };
  expect(Object.fromEntries(new URL(playbackPath(alarm), 'http://x').searchParams)).toEqual({
    vehicle: '7',
    from: '2026-02-01T09:45:00.000Z',
    to: '2026-02-01T10:35:00.000Z',
    at: '2026-02-01T10:00:00.000Z',
  });
});
