import { writeCsv } from 'hucre/csv';

export interface CsvColumn<Row> {
  label: string;
  value: (row: Row) => string | number | null;
}

/**
 * Rows as CSV (RFC 4180), with the byte-order mark by which spreadsheets know that it is UTF-8. A text that a
 * spreadsheet would run as a formula begins with an apostrophe.
 */
export function toCsv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const lines = [columns.map(({ label }) => label), ...rows.map((row) => columns.map(({ value }) => value(row)))];
  return `${writeCsv(lines, { bom: true, escapeFormulae: true })}\r\n`;
}
