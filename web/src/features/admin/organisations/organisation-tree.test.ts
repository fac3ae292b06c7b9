import { expect, test } from 'vitest';
import { branchOf, indentedOptions, inTreeOrder } from './organisation-tree.ts';

const node = (id: number, parentId: number | null, name: string) => ({ id, parentId, name });
// The caller sees their own organisation, 2, whose parent 1 is not among the rows.
const ROWS = [node(5, 3, 'Depot'), node(4, 2, 'East'), node(2, 1, 'Own'), node(3, 2, 'West')];

test('each is below its parent, siblings by name', () => {
  expect(inTreeOrder(ROWS).map(({ row, depth }) => [row.name, depth])).toEqual([
    ['Own', 0],
    ['East', 1],
    ['West', 1],
    ['Depot', 2],
  ]);
});

test('an organisation cannot be moved below itself', () => {
  expect([...branchOf(ROWS, 3)].toSorted((a, b) => a - b)).toEqual([3, 5]);
  expect(branchOf(ROWS, 2).size).toBe(4);
});

test('options show the tree by an indent', () => {
  expect(indentedOptions(ROWS).at(-1)).toEqual({ value: 5, label: '\u2003\u2003Depot' });
});
