export type CellValue = string | number | null;

/** One change of one cell. */
export interface Edit {
  rowId: number;
  column: string;
  before: CellValue;
  after: CellValue;
}

/** Edits that stand, the newest last, and those taken back, the next to do again last. */
export interface EditHistory {
  done: readonly Edit[];
  undone: readonly Edit[];
}

export const EMPTY_HISTORY: EditHistory = { done: [], undone: [] };
const MAX_EDITS = 100;

/** After an edit; what was taken back before it can no longer be done again. An edit that changes nothing is none. */
export function record(history: EditHistory, edit: Edit): EditHistory {
  if (edit.before === edit.after) return history;
  return { done: [...history.done, edit].slice(-MAX_EDITS), undone: [] };
}

/** Takes the newest edit back; `apply` is the edit that does so, null when there is none. */
export function undo(history: EditHistory): { history: EditHistory; apply: Edit | null } {
  const edit = history.done.at(-1);
  if (!edit) return { history, apply: null };
  return {
    history: { done: history.done.slice(0, -1), undone: [...history.undone, edit] },
    apply: { ...edit, before: edit.after, after: edit.before },
  };
}

/** Does again what was last taken back. */
export function redo(history: EditHistory): { history: EditHistory; apply: Edit | null } {
  const edit = history.undone.at(-1);
  if (!edit) return { history, apply: null };
  return { history: { done: [...history.done, edit], undone: history.undone.slice(0, -1) }, apply: edit };
}
