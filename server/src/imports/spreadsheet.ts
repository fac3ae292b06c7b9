import {
  type ImportEncoding,
  MAX_CELL_LENGTH,
  MAX_COLUMNS,
  MAX_IMPORT_LINES,
  MAX_SHEETS,
} from '@milepost/contract/import-kinds';
import { fault, type Fault } from '@milepost/contract/fault';
import { detectDelimiter, parseCsv } from 'hucre/csv';
import { readXlsx, streamXlsxRows } from 'hucre/xlsx';
import { decodeText, detectEncoding, utf16Of } from '@milepost/contract/encodings';
import { shortened, tidyCell } from './tidy-cell.ts';

type Cells = string[];

/** The cells of one sheet or file as texts; a line is its number in the file, beginning with 1. */
export interface Sheet {
  /** The name of a sheet of a workbook. */
  name?: string;
  rows: { line: number; cells: Cells }[];
}

/** The tables in a file; or the fault when none can be read. */
export type Spreadsheet = { sheets: Sheet[]; encoding?: FileEncoding } | { fault: Fault };

/** The code page of a text file that is not Unicode. */
export interface FileEncoding {
  encoding: ImportEncoding;
  sure: boolean;
}

/** Empty lines do not count, but reading them takes time. */
const MAX_READ = 4 * MAX_IMPORT_LINES;
/** A last line of our own, which an unclosed quote would swallow. */
const END = '\uE000end\uE000';
const ZIP = [0x50, 0x4b, 0x03, 0x04];
/** The declared unpacked size that a workbook may have; more than 50,000 lines of 100 columns need. */
const MAX_UNPACKED = 300_000_000;
/** Characters of all cells: every line can repeat a text that the workbook contains once. */
const MAX_LETTERS = 50_000_000;

/** Reads XLSX, recognised by its content, and everything else as text with separators. */
export async function readSpreadsheet(bytes: Uint8Array): Promise<Spreadsheet> {
  const read = await readCells(bytes);
  const letters = 'fault' in read ? 0 : lettersOf(read.sheets);
  return letters > MAX_LETTERS ? { fault: fault('sheet-heavy') } : read;
}

const lettersOf = (sheets: readonly Sheet[]): number =>
  sheets
    .flatMap(({ rows }) => rows)
    .reduce((sum, { cells }) => cells.reduce((inLine, cell) => inLine + cell.length, sum), 0);

async function readCells(bytes: Uint8Array): Promise<Spreadsheet> {
  try {
    if (ZIP.every((byte, index) => bytes[index] === byte)) return await readWorkbook(bytes);
  } catch {
    return { fault: fault('sheet-unreadable') };
  }
  const { text, encoding } = decode(bytes);
  if (text === null) return { fault: fault('sheet-unreadable') };
  const read = readText(text);
  return 'fault' in read || !encoding ? read : { ...read, encoding };
}

async function readWorkbook(bytes: Uint8Array): Promise<Spreadsheet> {
  if (unpackedSize(bytes) > MAX_UNPACKED) return { fault: fault('sheet-heavy') };
  const shown: { index: number; name: string }[] = [];
  await readXlsx(bytes, {
    sheets: ({ index, name, hidden, veryHidden }) => {
      if (!hidden && !veryHidden) shown.push({ index, name });
      return false;
    },
  });
  const sheets: Sheet[] = [];
  for (const { index, name } of shown.slice(0, MAX_SHEETS)) {
    // The sheet is first read as a stream, so that one with a million rows is refused before it takes the memory of a
    // million rows.
    const sheet: Sheet = { rows: [] };
    let read = 0;
    for await (const row of streamXlsxRows(bytes, { sheet: index })) {
      read += 1;
      // A cell in the last column makes each row 16,384 wide, so a table that is too wide is refused at its first row.
      const width = row.values.findLastIndex((value) => textOf(value) !== '') + 1;
      if (width > MAX_COLUMNS) return { fault: tooWide() };
      const cells = row.values.slice(0, width).map((value) => tidyCell(textOf(value), true));
      if (cells.some((cell) => cell !== '')) sheet.rows.push({ line: row.index + 1, cells });
      if (sheet.rows.length > MAX_IMPORT_LINES + 1 || read > MAX_READ) return { fault: tooLong() };
    }
    const merged = await readXlsx(bytes, { sheets: [index] });
    for (const { startRow, startCol, endRow, endCol } of merged.sheets[0]?.merges ?? []) {
      spread(sheet, { startRow, startCol, endRow, endCol });
    }
    const fitting = fit(sheet);
    if ('fault' in fitting) return fitting;
    if (sheet.rows.length > 0) sheets.push({ ...fitting, name });
  }
  return sheets.length > 0 ? { sheets } : { fault: fault('sheet-empty') };
}

/**
 * Bytes of all entries according to the directory of a ZIP file (APPNOTE 4.3.12); 4 GB for one that is even larger.
 */
function unpackedSize(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [headLength, sizeAt] = [46, 24];
  let sum = 0;
  for (let at = bytes.indexOf(0x50); at !== -1 && at + headLength <= bytes.length; at = bytes.indexOf(0x50, at + 1)) {
    if (view.getUint32(at) === 0x504b0102) sum += view.getUint32(at + sizeAt, true);
  }
  return sum;
}

interface Box {
  startRow: number;
  startCol: number;
  endRow: number;
  endCol: number;
}

/** Cells merged down a column all get the value of the first. Merged across a row, they are a title. */
function spread(sheet: Sheet, { startRow, startCol, endRow, endCol }: Box): void {
  if (startCol !== endCol) return;
  const found = sheet.rows.find(({ line }) => line === startRow + 1)?.cells[startCol] ?? '';
  if (found === '') return;
  for (const { line, cells } of sheet.rows) {
    if (line <= startRow + 1 || line > endRow + 1) continue;
    while (cells.length <= startCol) cells.push('');
    cells[startCol] = found;
  }
}

/** Spreadsheets store 15 digits; the others of a longer number are lost. */
const MIN_ROUNDED = 1e15;

/** A value as it would be typed: dates as YYYY-MM-DD, numbers without an exponent. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) return '';
    const text = value.toISOString();
    return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ');
  }
  if (typeof value === 'number') {
    if (Math.abs(value) >= MIN_ROUNDED) return shortened(value);
    return Number.isInteger(value) ? value.toFixed(0) : String(value);
  }
  return typeof value === 'string' || typeof value === 'boolean' ? String(value).trim() : '';
}

/** Decodes UTF-8, UTF-16, or otherwise the most likely code page; null when it is no text. */
function decode(bytes: Uint8Array): { text: string | null; encoding?: FileEncoding } {
  const unicode = tryDecode(bytes, utf16Of(bytes) ?? 'utf-8');
  const detected = unicode === null ? detectEncoding(bytes) : undefined;
  const text = unicode ?? decodeText(bytes, detected?.encoding ?? 'windows-1252');
  if (/[^\P{Cc}\t\r\n\u0080-\u009f]/u.test(text)) return { text: null };
  return { text, ...(detected && { encoding: detected }) };
}

function tryDecode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

const HEAD_LINES = /^(?:[^\r\n]*(?:\r\n|\r|\n|$)){1,10}/;

/** Matched at the apostrophe, not at each tab before it: a cell of tabs would take hours. */
const ESCAPED_WITHIN = /(?='[=+\-@|\uff0b\uff0d\uff1d\uff20])(?<=(?:;|(?<!^)\t)[^\S\r\n]*'*)'/g;
/** The library handles the narrow signs at the beginning, but not the full-width ones. */
const ESCAPED_WIDE = /^('*)'(?=[\uff0b\uff0d\uff1d\uff20])/;

function readText(text: string): Spreadsheet {
  // Excel writes it before the headings to state the separator.
  const found = /^sep=(.)\r?\n/i.exec(text);
  const rest = found ? text.slice(found[0].length) : text;
  const delimiter = found?.[1] ?? detectDelimiter(HEAD_LINES.exec(rest)?.[0] ?? '');
  const rows: Sheet['rows'] = [];
  let index = found ? 1 : 0;
  const parsed = parseCsv(`${rest}\n${END}`, { delimiter, unescapeFormulae: true, maxRows: MAX_READ + 1 });
  if (parsed.length > MAX_READ) return { fault: tooLong() };
  const last = parsed.pop();
  if (last?.length !== 1 || last[0] !== END) return { fault: fault('sheet-open-quote') };
  for (const values of parsed) {
    index += 1;
    const cells = values.map((value) =>
      tidyCell(textOf(value).replaceAll(ESCAPED_WITHIN, '').replace(ESCAPED_WIDE, '$1')),
    );
    if (cells.some((cell) => cell !== '')) rows.push({ line: index, cells });
  }
  if (rows.length === 0) return { fault: fault('sheet-empty') };
  const sheet = fit({ rows });
  return 'fault' in sheet ? sheet : { sheets: [sheet] };
}

const tooLong = () => fault('sheet-long', { most: MAX_IMPORT_LINES });
const tooWide = () => fault('sheet-wide', { most: MAX_COLUMNS });

/** Removes the empty columns on the right, and cuts texts to the length of the longest field. */
function fit(sheet: Sheet): Sheet | { fault: Fault } {
  if (sheet.rows.length > MAX_IMPORT_LINES + 1) return { fault: tooLong() };
  let width = 0;
  for (const { cells } of sheet.rows) {
    while (cells.at(-1) === '') cells.pop();
    width = Math.max(width, cells.length);
  }
  if (width > MAX_COLUMNS) return { fault: tooWide() };
  const rows = sheet.rows.map(({ line, cells }) => ({
    line,
    cells: Array.from({ length: width }, (_none, index) => (cells[index] ?? '').slice(0, MAX_CELL_LENGTH)),
  }));
  return { rows };
}
