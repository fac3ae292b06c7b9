import { expect, test } from 'vitest';
import { adherenceText } from './run-figures.ts';

const stops = { planned: 8, visited: 0, missed: 0, unknown: 0 };

test.each([
  ['before the first stop is over', stops, '–'],
  ['with three visited', { ...stops, visited: 3 }, '38 %'],
  ['with all missed', { ...stops, missed: 8 }, '0 %'],
  // 6 of the 7 stops with a known outcome.
  ['with one of which nobody knows', { ...stops, visited: 6, missed: 1, unknown: 1 }, '86 %'],
  ['with all of which nobody knows', { ...stops, unknown: 8 }, '–'],
])('adherence %s', (_, sums, text) => {
  expect(adherenceText(sums)).toBe(text);
});
