import { expect, test } from 'vitest';
import { atTimeOfDay, clockMs, dayFirst, degreesMinutes, digits, utc, wholeMoment, yearFirst } from './units.ts';

test.each([
  ['3454.3300', 'S', -34.9055],
  ['05611.4780', 'W', -56.1913],
  ['954.9490', 'E', 9 + 54.949 / 60],
  ['37573392', 'S', -(37 + 57.3392 / 60)],
  ['145037022', 'E', 145 + 3.7022 / 60],
  ['-23-35.3408', 'S', -(23 + 35.3408 / 60)],
  ['00.5', 'N', 0.5 / 60],
])('%s %s is %d degrees', (text, side, degrees) => {
  expect(degreesMinutes(text, side)).toBeCloseTo(degrees, 9);
});

test.each([
  ['', 'N'],
  ['12x4.5', 'N'],
  ['3454.33', 'Q'],
])('%s %s is not a coordinate', (text, side) => {
  expect(() => degreesMinutes(text, side)).toThrow(/is no/);
});

test('dates come day first or year first', () => {
  expect(dayFirst('220326', '101530').toISOString()).toBe('2026-03-22T10:15:30.000Z');
  expect(yearFirst('260322', '101530.25').toISOString()).toBe('2026-03-22T10:15:30.250Z');
  expect(() => dayFirst('310226', '101530')).toThrow('there is no');
  expect(() => utc(2026, 13, 1)).toThrow('there is no');
  expect(utc(2024, 2, 29).toISOString()).toBe('2024-02-29T00:00:00.000Z');
  expect(utc(2000, 2, 29).getUTCDate()).toBe(29);
  for (const year of [2025, 2100]) expect(() => utc(year, 2, 29)).toThrow('there is no');
  // The leap second inserted at the end of 2016.
  expect(utc(16, 12, 31, 23, 59, 60).toISOString()).toBe('2017-01-01T00:00:00.000Z');
  for (const none of [
    [0, 1],
    [1, 0],
    [4, 31],
    [1, 1, 24],
    [1, 1, 0, 60],
    [1, 1, -1],
    [1, Number.NaN],
  ] as const) {
    const [month, day, ...clock] = none;
    expect(() => utc(2026, month, day, ...clock)).toThrow('there is no');
  }
  expect(() => digits('12a', 0, 3)).toThrow('no digit');
});

test('a full date has its century and may have milliseconds', () => {
  expect(wholeMoment('19990925063830').toISOString()).toBe('1999-09-25T06:38:30.000Z');
  expect(wholeMoment('20260322101530.25').toISOString()).toBe('2026-03-22T10:15:30.250Z');
  expect(() => wholeMoment('20261322101530')).toThrow('there is no');
});

test.each([
  ['101530', '2026-03-22T10:20:00Z', '2026-03-22T10:15:30.000Z'],
  ['235959.5', '2026-03-22T00:00:10Z', '2026-03-21T23:59:59.500Z'],
  ['000010', '2026-03-22T23:59:50Z', '2026-03-23T00:00:10.000Z'],
])('the clock %s at about %s is %s', (clock, near, moment) => {
  expect(atTimeOfDay(clockMs(clock), new Date(near)).toISOString()).toBe(moment);
});
