import { expect, test } from 'vitest';
import { readOpeningHours, writeOpeningHours } from './opening-hours.ts';

const office = { fromMin: 480, toMin: 1080 };

// Examples of https://wiki.openstreetmap.org/wiki/Key:opening_hours
test.each([
  ['Mo-Fr 08:00-18:00; Sa 08:00-12:00', [office, office, office, office, office, { fromMin: 480, toMin: 720 }, null]],
  ['Mo-Fr 08:00-18:00; We off', [office, office, null, office, office, null, null]],
])('%s', (text, days) => {
  expect(readOpeningHours(text)).toEqual(days.map((span) => (span === null ? [] : [span])));
});

test('reads a whole week, no day at all, and two spans of a day', () => {
  expect(readOpeningHours('24/7')).toEqual(Array.from({ length: 7 }, () => [{ fromMin: 0, toMin: 1440 }]));
  expect(readOpeningHours('off')).toEqual(Array.from({ length: 7 }, () => []));
  expect(readOpeningHours('Mo, We 8:00-12:00, 14:00-18:00')?.[2]).toEqual([
    { fromMin: 480, toMin: 720 },
    { fromMin: 840, toMin: 1080 },
  ]);
});

test('hours across midnight are split over two days, and ranges of days wrap around the week', () => {
  expect(readOpeningHours('Su 22:00-02:00')).toEqual([
    [{ fromMin: 0, toMin: 120 }],
    ...Array.from({ length: 5 }, () => []),
    [{ fromMin: 1320, toMin: 1440 }],
  ]);
  expect(readOpeningHours('Sa-Mo 08:00-18:00')?.map((spans) => spans.length)).toEqual([1, 0, 0, 0, 0, 1, 1]);
});

test.each([
  '',
  'always',
  'Mo',
  'Mo 25:00-26:00',
  'Mo 08:60-09:00',
  'Mo 08:00-08:00',
  'Xx 08:00-09:00',
  'Mo-Tu-We 1:00-2:00',
])('“%s” is not read as hours', (text) => expect(readOpeningHours(text)).toBeNull());

test.each([
  'off',
  'Mo-Su 00:00-24:00',
  'Mo-Fr 08:00-12:00,14:00-18:00; Sa 09:00-13:00',
  'Tu 06:30-07:00; Th 06:30-07:00',
])('%s is written as it was read', (text) => {
  const hours = readOpeningHours(text);
  expect(hours && writeOpeningHours(hours)).toBe(text);
});
