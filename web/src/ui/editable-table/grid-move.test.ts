import { expect, test } from 'vitest';
import { moveCell, nextCell } from './grid-move.ts';

const grid = { rows: 30, columns: 4, rtl: false };
const at = { row: 5, column: 1 };
const press = (key: string, ctrlKey = false, rtl = false) => moveCell(at, { key, ctrlKey }, { ...grid, rtl });

test.each([
  ['ArrowUp', false, { row: 4, column: 1 }],
  ['ArrowDown', false, { row: 6, column: 1 }],
  ['ArrowLeft', false, { row: 5, column: 0 }],
  ['ArrowRight', false, { row: 5, column: 2 }],
  ['Home', false, { row: 5, column: 0 }],
  ['End', false, { row: 5, column: 3 }],
  ['Home', true, { row: 0, column: 0 }],
  ['End', true, { row: 29, column: 3 }],
  ['PageUp', false, { row: 0, column: 1 }],
  ['PageDown', false, { row: 15, column: 1 }],
])('%s (ctrl: %s) moves as in the grid pattern', (key, ctrl, to) => {
  expect(press(key, ctrl)).toEqual(to);
});

test('from right to left the arrows turn round', () => {
  expect(press('ArrowLeft', false, true)).toEqual({ row: 5, column: 2 });
});

test('letters do not move', () => {
  expect(press('a')).toBeNull();
});

test('Tab continues in the next row, and leaves the table at its end', () => {
  expect(nextCell({ row: 0, column: 3 }, grid, false)).toEqual({ row: 1, column: 0 });
  expect(nextCell({ row: 1, column: 0 }, grid, true)).toEqual({ row: 0, column: 3 });
  expect(nextCell({ row: 29, column: 3 }, grid, false)).toBeNull();
  expect(nextCell({ row: 0, column: 0 }, grid, true)).toBeNull();
});
