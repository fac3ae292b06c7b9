import { expect, test } from 'vitest';
import { droppedOn, inMenuOrder, stepped, withOrder } from './menu-order.ts';

const entry = (id: number, parentId: number | null, position: number) => ({ id, parentId, position });
const ROWS = [entry(1, null, 1), entry(2, null, 0), entry(3, 1, 5), entry(4, 1, 2)];
const ids = (rows: typeof ROWS) => inMenuOrder(rows).map(({ row, depth }) => [row.id, depth]);

test('each level is in the order of its positions, below its parent', () => {
  expect(ids(ROWS)).toEqual([
    [2, 0],
    [1, 0],
    [4, 1],
    [3, 1],
  ]);
});

test('a step changes places with the neighbour, and ends at the ends', () => {
  expect(stepped([7, 8, 9], 8, -1)).toEqual([8, 7, 9]);
  expect(stepped([7, 8, 9], 8, 1)).toEqual([7, 9, 8]);
  expect(stepped([7, 8, 9], 9, 1)).toBeNull();
});

test('a dropped entry takes the place of the one it was dropped on', () => {
  expect(droppedOn([1, 2, 3, 4], 4, 2)).toEqual([1, 4, 2, 3]);
  expect(droppedOn([1, 2, 3, 4], 1, 3)).toEqual([2, 3, 1, 4]);
});

test('an entry cannot be dropped into another level', () => {
  expect(droppedOn([1, 2], 1, 9)).toBeNull();
  expect(droppedOn([1, 2], 9, 1)).toBeNull();
});

test('a new order moves its level only', () => {
  expect(ids(withOrder(ROWS, [3, 4]))).toEqual([
    [2, 0],
    [1, 0],
    [3, 1],
    [4, 1],
  ]);
});
