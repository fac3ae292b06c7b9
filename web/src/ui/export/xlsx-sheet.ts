import { wallClock } from './wall-clock.ts';
import { type ExportCell, type ExportTable, zonedHeads } from './export-table.ts';

/** Limits of the format (Excel specifications and limits). */
export const MAX_ROWS = 1_048_576;
const MAX_CELL_CHARS = 32_767;
const MAX_SHEET_NAME = 31;

/** Indexes into the cell formats of the style part. */
const HEAD_STYLE = 1;
const DATE_STYLE = 2;

/** Serial number of a moment in a spreadsheet: days since 30 December 1899 by the clock on the wall, without a zone. */
export function serialOf(when: Date, zone?: string): number {
  const wall = Date.parse(`${wallClock(when, zone).replace(' ', 'T')}Z`);
  return (wall - Date.UTC(1899, 11, 30)) / 86_400_000;
}

/** Name of a column, from 0: A … Z, AA … */
export function columnName(index: number): string {
  const letter = String.fromCodePoint(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}

/** A title as the name of a sheet: at most 31 characters, none of those that Excel refuses. */
export function sheetName(title: string): string {
  const name = title
    .replaceAll(/[[\]:*?/\\]/g, ' ')
    .replaceAll(/^'+|'+$/g, '')
    .trim()
    .slice(0, MAX_SHEET_NAME);
  return name === '' ? 'Sheet1' : name;
}

/** Text inside XML 1.0; characters that XML cannot hold are left out. */
export function xmlText(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function cellXml(reference: string, cell: ExportCell, style = 0): string {
  if (cell === null || cell === '') return '';
  const styled = style === 0 ? '' : ` s="${style}"`;
  if (cell instanceof Date) return `<c r="${reference}" s="${DATE_STYLE}"><v>${serialOf(cell)}</v></c>`;
  if (typeof cell === 'number') return Number.isFinite(cell) ? `<c r="${reference}"${styled}><v>${cell}</v></c>` : '';
  // As text and never as a formula, whatever it begins with.
  const text = xmlText(cell.slice(0, MAX_CELL_CHARS));
  return `<c r="${reference}"${styled} t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}

function rowXml(number: number, cells: readonly ExportCell[], style = 0): string {
  const inner = cells.map((cell, index) => cellXml(`${columnName(index)}${number}`, cell, style)).join('');
  return `<row r="${number}">${inner}</row>`;
}

const widthOf = (cell: ExportCell | undefined) =>
  cell instanceof Date ? 19 : cell === null || cell === undefined ? 0 : String(cell).length;

/** Width of each column in characters, 8 to 60, by its head and first rows. */
function columnWidths({ columns, rows }: ExportTable): number[] {
  return columns.map((label, index) => {
    const widest = Math.max(label.length + 3, ...rows.slice(0, 200).map((row) => widthOf(row[index])));
    return Math.min(60, Math.max(8, widest + 2));
  });
}

/**
 * The sheet as SpreadsheetML (ECMA-376 part 1, clause 18.3): head in bold, frozen and with a filter.
 * @throws {RangeError} when the rows do not fit a sheet.
 */
export function sheetXml(table: ExportTable): string {
  if (table.rows.length + 1 > MAX_ROWS) throw new RangeError(`More than ${MAX_ROWS - 1} rows do not fit a sheet`);
  const heads = zonedHeads(table);
  const widths = columnWidths({ ...table, columns: heads }).map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const rows = table.rows.map((row, index) => rowXml(index + 2, row));
  const last = `${columnName(Math.max(0, table.columns.length - 1))}${table.rows.length + 1}`;
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>',
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
    `<dimension ref="A1:${last}"/>`,
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>',
    `<cols>${widths.join('')}</cols>`,
    `<sheetData>${rowXml(1, heads, HEAD_STYLE)}${rows.join('')}</sheetData>`,
    `<autoFilter ref="A1:${last}"/>`,
    '</worksheet>',
  ].join('');
}
