import type { InputRule } from './cell-input.ts';
import type { CellValue } from './edit-history.ts';

/** The cells of a row by column. */
export interface EditableRow {
  id: number;
  cells: Readonly<Record<string, CellValue>>;
}

export interface EditableColumn extends InputRule {
  key: string;
  label: string;
  /** True if it cannot be changed. */
  readOnly?: boolean;
  /** A validation rule of the caller: the error text, or null. */
  check?: (value: CellValue, row: EditableRow) => string | null;
}
