import { afterEach, expect, test } from 'vitest';
import {
  formatAgo,
  formatClock,
  formatDate,
  formatDay,
  formatDistance,
  formatDistanceTick,
  formatNumber,
  formatSpeed,
  speedUnit,
} from './format.ts';
import { NO_ZONES, setFormat, watchFormat } from './format-settings.ts';
import { bestLanguage, directionOf } from './languages.ts';

const metric = { language: 'en', ...NO_ZONES, units: 'metric' } as const;
afterEach(() => void setFormat(metric));

test('imperial units: 1 mile is 1.609344 km, 1 foot 0.3048 m', () => {
  setFormat({ ...metric, units: 'imperial' });
  expect(`${formatSpeed(100)} ${speedUnit()}`).toBe('62 mph');
  expect(formatDistance(100)).toBe('328 ft');
  expect(formatDistance(64_240)).toBe('39.9 mi');
});

test('marks of an axis of distances have no needless decimals', () => {
  setFormat(metric);
  expect([0, 500, 600_000].map(formatDistanceTick)).toEqual(['0 km', '0.5 km', '600 km']);
  setFormat({ ...metric, units: 'imperial' });
  expect(formatDistanceTick(20 * 1609.344)).toBe('20 mi');
});

test('times are shown in the time zone of the person, days of figures as they are named', () => {
  setFormat({ ...metric, timeZone: 'Asia/Kolkata' });
  expect(formatClock('2026-01-01T00:00:00Z')).toBe('05:30');
  expect(formatDay('2026-01-01T19:00:00Z')).toBe('2 Jan 2026');
  expect(formatDate('2026-01-01')).toBe('1 Jan 2026');
});

test('languages have their own grouping and words', () => {
  setFormat({ ...metric, language: 'hi' });
  expect(formatNumber(1_234_567)).toBe('12,34,567');
  expect(formatAgo(0, 5000)).toBe('5 सेकंड पहले');
  expect(directionOf('ar')).toBe('rtl');
});

test('equal settings change nothing and notify nobody; others notify the listeners until they unsubscribe', () => {
  setFormat(metric);
  let calls = 0;
  const leave = watchFormat(() => calls++);
  expect(setFormat({ ...metric })).toBe(false);
  expect(calls).toBe(0);
  setFormat({ ...metric, units: 'imperial' });
  expect(calls).toBe(1);
  leave();
  setFormat(metric);
  expect(calls).toBe(1);
});

test("the browser's languages are tried in order", () => {
  expect(bestLanguage(['fr', 'hi-IN', 'ar'])).toBe('hi');
  expect(bestLanguage(['fr'])).toBe('en');
});
