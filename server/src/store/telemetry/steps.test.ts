import { expect, test } from 'vitest';
import { gapsOf, stepOf } from './steps.ts';

const DAY_S = 86_400;

test('a step has a common length, and no more than requested fit into the range', () => {
  expect(stepOf(DAY_S, 1, 1000)).toBe(120);
  expect(stepOf(25 * 3600, 1, 1500)).toBe(60);
  expect(stepOf(365 * DAY_S, 1, 1500)).toBe(21_600);
  expect(stepOf(60, 1, 100)).toBe(1);
});

test('for many vehicles over many days only computed days are read, in steps of at least a quarter of an hour', () => {
  expect(stepOf(30 * DAY_S, 1, 2000)).toBe(1800);
  expect(stepOf(10 * DAY_S, 3, 2000)).toBe(600);
  expect(stepOf(10 * DAY_S, 4, 2000)).toBe(900);
  expect(stepOf(DAY_S, 50, 2000)).toBe(900);
});

test('a gap is longer than the organisation’s setting, from the last fix to the next', () => {
  expect(gapsOf([0, 300_000, 600_001, 900_000], 0, 300_000)).toEqual([[300_000, 600_001]]);
  // From the end of a step to the start of the next one with a value.
  expect(gapsOf([900_000, 0, 2_700_000], 900_000, 300_000)).toEqual([[1_800_000, 2_700_000]]);
  expect(gapsOf([0, 900_000], 900_000, 300_000)).toEqual([]);
  expect(gapsOf([], 0, 1)).toEqual([]);
});
