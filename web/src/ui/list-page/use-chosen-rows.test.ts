import { expect, test } from 'vitest';
import { rangeBetween } from './use-chosen-rows.ts';

const rows = [7, 3, 9, 4].map((id) => ({ id }));
const between = (from: number | null, to: number) => rangeBetween(rows, from, to).map(({ id }) => id);

test('a range goes from the row that was chosen last to this one, up or down, as the rows stand', () => {
  expect(between(7, 9)).toEqual([7, 3, 9]);
  expect(between(4, 3)).toEqual([3, 9, 4]);
});

test('without a last one in sight it is this row alone', () => {
  expect(between(null, 9)).toEqual([9]);
  expect(between(12, 9)).toEqual([9]);
});
