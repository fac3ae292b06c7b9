import type { Fault } from '@milepost/contract/fault';
import { fault } from '@milepost/contract/fault';
import type { ImportColumn } from '@milepost/contract/import-routes';
import { guessColumns, type Signs } from './guess-columns.ts';
import { readSpreadsheet, type Sheet } from './spreadsheet.ts';

/** The table of a file, with a guess of what its columns fill. */
export interface ReadTable {
  headings: string[];
  columns: ImportColumn[];
  /** How many lines there are. */
  lines: number;
  /** The lines as JSON, a part of them in each: whoever gets them stores them unread. */
  parts: string[];
}

/** Lines of one part: what is made of them holds nobody up. */
const IN_PART = 500;

/** Reads a file, or says why it cannot be read. */
export async function readTable(bytes: Uint8Array, signs: Signs): Promise<ReadTable | { fault: Fault }> {
  const read = await readSpreadsheet(bytes);
  if ('fault' in read) return read;
  const { headings, columns, rows } = bestTable(read.sheets, signs);
  if (rows.length === 0) return { fault: fault('sheet-no-lines') };
  const parts: string[] = [];
  for (let at = 0; at < rows.length; at += IN_PART) parts.push(JSON.stringify(rows.slice(at, at + IN_PART)));
  return { headings, columns, lines: rows.length, parts };
}

/** Of several sheets the one whose headings say most; the first of equals. */
export function bestTable(sheets: readonly Sheet[], signs: Signs) {
  const [first, ...others] = sheets.map((sheet) => ({ sheet, guess: guessColumns(sheet, signs) }));
  if (!first) return { headings: [], columns: [], rows: [] };
  const { sheet, guess } = others.reduce((best, one) => (one.guess.score > best.guess.score ? one : best), first);
  return {
    headings: sheet.rows[guess.head]?.cells ?? [],
    columns: guess.columns,
    rows: sheet.rows.slice(guess.head + 1),
  };
}
