import { MAX_TOP_LINES } from '@milepost/contract/import-kinds';
import type { Fault } from '@milepost/contract/fault';
import { fault } from '@milepost/contract/fault';
import { detectColumns, type DetectedColumn, type ColumnEvidence } from './detect-columns.ts';
import { type FileEncoding, readSpreadsheet, type Sheet } from './spreadsheet.ts';

/** A table of a file, with the detected fields of its columns. */
export interface ReadTable {
  /** The name of the sheet; empty for a file without one. */
  name: string;
  headings: string[];
  columns: DetectedColumn[];
  /** The first lines, including those above the headings. */
  top: Sheet['rows'];
  /** The line number of the headings. */
  head: number;
  /** The number of lines. */
  lines: number;
  /** The lines as JSON in several parts, which are stored without being parsed. */
  parts: string[];
}

/** All tables of a file that contain lines, and the one most likely meant. */
export interface ReadTables {
  encoding?: FileEncoding;
  tables: ReadTable[];
  best: number;
}

/** Lines per part, so that processing one does not block the event loop. */
const IN_PART = 500;

/** Reads a file, or returns the reason why it cannot be read. */
export async function readTables(bytes: Uint8Array, signs: ColumnEvidence): Promise<ReadTables | { fault: Fault }> {
  const read = await readSpreadsheet(bytes);
  if ('fault' in read) return read;
  const found = read.sheets.map((sheet) => tableOf(sheet, signs)).filter(({ rows }) => rows.length > 0);
  if (found.length === 0) return { fault: fault('sheet-no-lines') };
  return { tables: found.map(toRead), best: bestOf(found), ...(read.encoding && { encoding: read.encoding }) };
}

interface Table extends Pick<ReadTable, 'name' | 'headings' | 'columns' | 'top' | 'head'> {
  rows: Sheet['rows'];
  score: number;
}

function tableOf(sheet: Sheet, signs: ColumnEvidence): Table {
  const { head, columns, score } = detectColumns(sheet, signs);
  const { name = '', rows } = sheet;
  return {
    name,
    headings: rows[head]?.cells ?? [],
    columns,
    top: rows.slice(0, MAX_TOP_LINES),
    head: rows[head]?.line ?? 0,
    rows: rows.slice(head + 1),
    score,
  };
}

/** The table whose headings match best; the first of equals. */
const bestOf = (tables: readonly Table[]): number =>
  tables.reduce((best, { score }, index) => (score > (tables[best]?.score ?? 0) ? index : best), 0);

function toRead({ name, headings, columns, top, head, rows }: Table): ReadTable {
  const parts: string[] = [];
  for (let at = 0; at < rows.length; at += IN_PART) parts.push(JSON.stringify(rows.slice(at, at + IN_PART)));
  return { name, headings, columns, top, head, lines: rows.length, parts };
}

/** The table that is most likely meant. */
export function bestTable(
  sheets: readonly Sheet[],
  signs: ColumnEvidence,
): Pick<Table, 'headings' | 'columns' | 'rows'> {
  const tables = sheets.map((sheet) => tableOf(sheet, signs));
  const { headings, columns, rows } = tables[bestOf(tables)] ?? { headings: [], columns: [], rows: [] };
  return { headings, columns, rows };
}
