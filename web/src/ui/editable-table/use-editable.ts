import { useState } from 'react';
import type { EditableRow } from './editable-column.ts';
import { type Edit, EMPTY_HISTORY, record, redo, undo } from './edit-history.ts';

const applied = (rows: readonly EditableRow[], { rowId, column, after }: Edit) =>
  rows.map((row) => (row.id === rowId ? { ...row, cells: { ...row.cells, [column]: after } } : row));

/**
 * The edits of the rows with undo and redo. `onChange` receives the rows after each edit, and the edit itself to save
 * it.
 */
export function useEditable(
  rows: readonly EditableRow[],
  onChange: (rows: readonly EditableRow[], edit: Edit) => void,
) {
  const [history, setHistory] = useState(EMPTY_HISTORY);
  const step = (direction: typeof undo) => {
    const { history: next, apply } = direction(history);
    if (!apply) return;
    setHistory(next);
    onChange(applied(rows, apply), apply);
  };
  return {
    canUndo: history.done.length > 0,
    canRedo: history.undone.length > 0,
    edit: (edit: Edit) => {
      if (edit.before === edit.after) return;
      setHistory(record(history, edit));
      onChange(applied(rows, edit), edit);
    },
    undo: () => step(undo),
    redo: () => step(redo),
  };
}
