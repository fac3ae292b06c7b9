import type { CsvColumn } from '../data-table/csv.ts';
import { formatSettings } from '../../text/format-settings.ts';
import { zoneText } from '../../text/zone-text.ts';
import { wallClock } from './wall-clock.ts';

export type ExportCell = string | number | Date | null;

/** A table for export: the filtered rows, in the order of the screen. */
export interface ExportTable {
  title: string;
  columns: readonly string[];
  rows: readonly (readonly ExportCell[])[];
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/**
 * Converts rows to cells. A text that is a full UTC time (ISO 8601) becomes a date, so that a spreadsheet can calculate
 * with it.
 */
export function toExportTable<Row>(
  title: string,
  columns: readonly CsvColumn<Row>[],
  rows: readonly Row[],
): ExportTable {
  return {
    title,
    columns: columns.map(({ label }) => label),
    rows: rows.map((row) => columns.map(({ value }) => cellOf(value(row)))),
  };
}

function cellOf(value: string | number | null): ExportCell {
  return typeof value === 'string' && ISO_TIME.test(value) ? new Date(value) : value;
}

/** True if a column contains only numbers, which are aligned right. */
export function isNumeric({ rows }: ExportTable, column: number): boolean {
  const cells = rows.map((row) => row[column] ?? null).filter((cell) => cell !== null);
  return cells.length > 0 && cells.every((cell) => typeof cell === 'number');
}

/** The column headings for a spreadsheet file; those of times contain their time zone. */
export const zonedHeads = ({ columns, rows }: ExportTable): string[] =>
  columns.map((label, column) =>
    rows.some((row) => row[column] instanceof Date) ? `${label} (${formatSettings().timeZone})` : label,
  );

/** A cell as text, for print and PDF; a missing value is empty. */
export function cellText(cell: ExportCell): string {
  if (cell === null) return '';
  return cell instanceof Date ? wallClock(cell) : String(cell);
}

/** The time of export, with the zone of all times in the sheet. */
export const madeAt = (now: Date): string => `${wallClock(now)} ${zoneText(formatSettings().timeZone, now.getTime())}`;
