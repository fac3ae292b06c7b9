import { expect, test } from 'vitest';
import { outOfNormal } from './normal-range.ts';

const cold = { normalMin: 2, normalMax: 8 };

test('a value is out of its normal range above or below it, not at its limits', () => {
  expect([1.9, 2, 5, 8, 8.1].map((value) => outOfNormal(cold, value))).toEqual(['below', null, null, null, 'above']);
});

test('a range with one limit ignores the other side, and one without limits is empty', () => {
  expect([-40, 9].map((value) => outOfNormal({ normalMin: null, normalMax: 8 }, value))).toEqual([null, 'above']);
  expect([-40, 9].map((value) => outOfNormal({ normalMin: 2, normalMax: null }, value))).toEqual(['below', null]);
  expect(outOfNormal({ normalMin: null, normalMax: null }, 100)).toBeNull();
});

test('no value, and yes or no, are not out of a range', () => {
  expect([outOfNormal(cold, null), outOfNormal(cold, true)]).toEqual([null, null]);
});
