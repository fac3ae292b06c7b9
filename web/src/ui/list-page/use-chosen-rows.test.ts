import { expect, test } from 'vitest';
import { rangeBetween } from './use-chosen-rows.ts';

const rows = [7, 3, 9, 4].map((id) => ({ id }));
const between = (from: number | null, to: number) => rangeBetween(rows, from, to).map(({ id }) => id);

test('a range extends from the row chosen last to this one, up or down, in display order', () => {
  expect(between(7, 9)).toEqual([7, 3, 9]);
  expect(between(4, 3)).toEqual([3, 9, 4]);
});

test('if the last one is not visible it is only this row', () => {
  expect(between(null, 9)).toEqual([9]);
  expect(between(12, 9)).toEqual([9]);
});
