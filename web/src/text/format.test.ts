import { afterEach, expect, test } from 'vitest';
import {
  formatAgo,
  formatClock,
  formatDate,
  formatDateTime,
  formatDay,
  formatDayAndClock,
  formatDistance,
  formatDuration,
} from './format.ts';
import { NO_ZONES, setFormat } from './format-settings.ts';

afterEach(() => void setFormat({ language: 'en', units: 'metric', ...NO_ZONES }));

test.each([
  [0, '0 m'],
  [849.6, '850 m'],
  [1000, '1.0 km'],
  [64_240, '64.2 km'],
  [1_234_000, '1,234 km'],
])('%d m is %s', (metres, text) => expect(formatDistance(metres)).toBe(text));

test.each([
  [-5, '0 s'],
  [59.9, '59 s'],
  [60, '1 min'],
  [3840, '1 h 04'],
  [86_400, '1 d'],
  [93_700, '1 d 2 h'],
])('%d s is %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text));

test.each([
  [4000, '4 s ago'],
  [119_000, '1 min ago'],
  [54_000_000, '15 h ago'],
  [172_800_000, '2 d ago'],
  [-3000, '0 s ago'],
])('%d ms before now is %s', (ms, text) => expect(formatAgo(1e12 - ms, 1e12)).toBe(text));

test('dates and times keep their parts in their order in Arabic', () => {
  setFormat({ language: 'ar', timeZone: 'UTC', dayZone: 'UTC', units: 'metric' });
  for (const text of [
    formatDate('2026-11-20'),
    formatClock(0),
    formatDayAndClock(0),
    formatDateTime(0),
    formatDay(0),
  ]) {
    expect(text).toMatch(/^\u2068[^\u2068\u2069]+\u2069$/);
  }
});
