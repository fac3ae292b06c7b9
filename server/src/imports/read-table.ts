import type { Fault } from '@milepost/contract/fault';
import { fault } from '@milepost/contract/fault';
import { guessColumns, type GuessedColumn, type Signs } from './guess-columns.ts';
import { readSpreadsheet, type Sheet } from './spreadsheet.ts';

/** A table of a file, with a guess of what its columns fill. */
export interface ReadTable {
  /** Of the sheet; empty for a file that has none. */
  name: string;
  headings: string[];
  columns: GuessedColumn[];
  /** How many lines there are. */
  lines: number;
  /** The lines as JSON, a part of them in each: whoever gets them stores them unread. */
  parts: string[];
}

/** All tables of a file that hold lines, and which of them is most likely meant. */
export interface ReadTables {
  tables: ReadTable[];
  best: number;
}

/** Lines of one part: what is made of them holds nobody up. */
const IN_PART = 500;

/** Reads a file, or says why it cannot be read. */
export async function readTables(bytes: Uint8Array, signs: Signs): Promise<ReadTables | { fault: Fault }> {
  const read = await readSpreadsheet(bytes);
  if ('fault' in read) return read;
  const found = read.sheets.map((sheet) => tableOf(sheet, signs)).filter(({ rows }) => rows.length > 0);
  if (found.length === 0) return { fault: fault('sheet-no-lines') };
  return { tables: found.map(toRead), best: bestOf(found) };
}

interface Table extends Pick<ReadTable, 'name' | 'headings' | 'columns'> {
  rows: Sheet['rows'];
  score: number;
}

function tableOf(sheet: Sheet, signs: Signs): Table {
  const { head, columns, score } = guessColumns(sheet, signs);
  const { name = '', rows } = sheet;
  return { name, headings: rows[head]?.cells ?? [], columns, rows: rows.slice(head + 1), score };
}

/** Of several tables the one whose headings say most; the first of equals. */
const bestOf = (tables: readonly Table[]): number =>
  tables.reduce((best, { score }, index) => (score > (tables[best]?.score ?? 0) ? index : best), 0);

function toRead({ name, headings, columns, rows }: Table): ReadTable {
  const parts: string[] = [];
  for (let at = 0; at < rows.length; at += IN_PART) parts.push(JSON.stringify(rows.slice(at, at + IN_PART)));
  return { name, headings, columns, lines: rows.length, parts };
}

/** The table that is most likely meant. */
export function bestTable(sheets: readonly Sheet[], signs: Signs): Pick<Table, 'headings' | 'columns' | 'rows'> {
  const tables = sheets.map((sheet) => tableOf(sheet, signs));
  const { headings, columns, rows } = tables[bestOf(tables)] ?? { headings: [], columns: [], rows: [] };
  return { headings, columns, rows };
}
