import { expect, test } from 'vitest';
import { valueAxis } from './option-axes.ts';

const axis = (format: (value: number) => string) => valueAxis({ colors: { dim: '', line: '' }, format });

test('an axis of counts has no steps of a half, which would be written as the next whole number', () => {
  expect(axis((value) => String(Math.round(value))).minInterval).toBe(1);
  expect(axis((value) => `${value} km`).minInterval).toBe(0);
});
