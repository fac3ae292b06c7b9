export interface CsvColumn<Row> {
  label: string;
  value: (row: Row) => string | number | null;
}

/** Rows as CSV (RFC 4180), with the byte-order mark by which spreadsheets know that it is UTF-8. */
export function toCsv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const lines = [columns.map(({ label }) => label), ...rows.map((row) => columns.map(({ value }) => value(row)))];
  return `\uFEFF${lines.map((cells) => cells.map(cell).join(',')).join('\r\n')}\r\n`;
}

function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  // A spreadsheet would run a text that begins so as a formula.
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
