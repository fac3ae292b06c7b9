import { isDialledNumber } from '@milepost/contract/dialled-number';
import { formatCsvValue, writeCsv } from 'hucre/csv';
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
  const head = writeCsv([columns.map(({ label }) => label)], { bom: true, escapeFormulae: true });
  const lines = rows.map((row) => columns.map(({ value }) => cellOf(value(row))).join(','));
  return `${[head, ...lines].join('\r\n')}\r\n`;
}

function cellOf(value: string | number | null): string {
  const isText = typeof value === 'string';
  return formatCsvValue(isText ? guardInner(value) : value, { escapeFormulae: !isText || !isDialledNumber(value) });
}
