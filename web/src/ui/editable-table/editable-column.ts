import type { InputRule } from './cell-input.ts';
import type { CellValue } from './edit-history.ts';

/** A row's cells by column. */
export interface EditableRow {
  id: number;
  cells: Readonly<Record<string, CellValue>>;
}

export interface EditableColumn extends InputRule {
  key: string;
  label: string;
  /** Shown, but not to be changed. */
  readOnly?: boolean;
  /** A rule of the caller's own: why the value is refused, in words, or null. */
  check?: (value: CellValue, row: EditableRow) => string | null;
}
