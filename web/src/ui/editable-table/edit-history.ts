export type CellValue = string | number | null;

/** One change of one cell. */
export interface Edit {
  rowId: number;
  column: string;
  before: CellValue;
  after: CellValue;
}

/** The applied edits, newest last, and the undone ones, of which the last is redone next. */
export interface EditHistory {
  done: readonly Edit[];
  undone: readonly Edit[];
}

export const EMPTY_HISTORY: EditHistory = { done: [], undone: [] };
const MAX_EDITS = 100;

/** The history after an edit, which clears the redo list. An edit without a change is ignored. */
export function record(history: EditHistory, edit: Edit): EditHistory {
  if (edit.before === edit.after) return history;
  return { done: [...history.done, edit].slice(-MAX_EDITS), undone: [] };
}

/** Undoes the newest edit; `apply` is the edit that does so, null if there is none. */
export function undo(history: EditHistory): { history: EditHistory; apply: Edit | null } {
  const edit = history.done.at(-1);
  if (!edit) return { history, apply: null };
  return {
    history: { done: history.done.slice(0, -1), undone: [...history.undone, edit] },
    apply: { ...edit, before: edit.after, after: edit.before },
  };
}

/** Redoes the last undone edit. */
export function redo(history: EditHistory): { history: EditHistory; apply: Edit | null } {
  const edit = history.undone.at(-1);
  if (!edit) return { history, apply: null };
  return { history: { done: [...history.done, edit], undone: history.undone.slice(0, -1) }, apply: edit };
}
