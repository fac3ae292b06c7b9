import { writeCsv } from 'hucre/csv';
import { guardInner } from './inner-formula.ts';

export interface CsvColumn<Row> {
  label: string;
  value: (row: Row) => string | number | null;
}

/**
 * Rows as CSV (RFC 4180), with the byte-order mark by which spreadsheets recognise UTF-8. A text that a spreadsheet
 * would evaluate as a formula gets a leading apostrophe.
 */
export function toCsv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const cells = rows.map((row) => columns.map(({ value }) => guarded(value(row))));
  const lines = [columns.map(({ label }) => label), ...cells];
  return `${writeCsv(lines, { bom: true, escapeFormulae: true })}\r\n`;
}

const guarded = (value: string | number | null) => (typeof value === 'string' ? guardInner(value) : value);
