import { expect, test } from 'vitest';
import { type Edit, EMPTY_HISTORY, record, redo, undo } from './edit-history.ts';

const edit = (before: string, after: string): Edit => ({ rowId: 1, column: 'name', before, after });

test('undo returns the edit that restores the cell, redo the one that repeats the change', () => {
  const once = record(record(EMPTY_HISTORY, edit('a', 'b')), edit('b', 'c'));
  const back = undo(once);
  expect(back.apply).toEqual(edit('c', 'b'));
  expect(undo(back.history).apply).toEqual(edit('b', 'a'));
  expect(redo(back.history).apply).toEqual(edit('b', 'c'));
  expect(redo(back.history).history).toEqual(once);
});

test('a new edit clears the redo list', () => {
  const { history } = undo(record(EMPTY_HISTORY, edit('a', 'b')));
  expect(redo(record(history, edit('a', 'x'))).apply).toBeNull();
});

test('an edit that changes nothing leaves no trace', () => {
  expect(record(EMPTY_HISTORY, edit('a', 'a'))).toBe(EMPTY_HISTORY);
  expect(undo(EMPTY_HISTORY).apply).toBeNull();
});

test('the last hundred edits can be taken back', () => {
  let history = EMPTY_HISTORY;
  for (let n = 0; n < 101; n++) history = record(history, edit(`${n}`, `${n + 1}`));
  expect(history.done).toHaveLength(100);
  expect(history.done[0]).toEqual(edit('1', '2'));
});
