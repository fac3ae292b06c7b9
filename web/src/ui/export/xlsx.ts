import { rangeRef, writeXlsx } from 'hucre/xlsx';
import { wallClock } from './wall-clock.ts';
import { type ExportCell, type ExportTable, zonedHeads } from './export-table.ts';

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The limits of the format (Excel specifications and limits). */
export const MAX_ROWS = 1_048_576;
const MAX_CELL_CHARS = 32_767;
const MAX_SHEET_NAME = 31;
const HEAD_FONT = { name: 'Calibri', size: 11, bold: true };

/**
 * A title as a sheet name: at most 31 characters, without those that Excel rejects, and not its reserved `History`.
 */
export function sheetName(title: string): string {
  const name = title
    .replaceAll(/[[\]:*?/\\]/g, ' ')
    .replaceAll(/^[\s']+|[\s']+$/g, '')
    .slice(0, MAX_SHEET_NAME)
    .replaceAll(/[\s']+$/g, '');
  if (name.toLowerCase() === 'history') return `${name} 1`;
  return name === '' ? 'Sheet1' : name;
}

/** Spreadsheets have local times and no zones; the library writes UTC, so the local time is passed as UTC. */
const wallDate = (when: Date) => new Date(`${wallClock(when).replace(' ', 'T')}Z`);

/**
 * Removes the characters that XML 1.0 does not allow, and truncates to the size of a cell. A text is never a formula.
 */
const cellOf = (cell: ExportCell): ExportCell => {
  if (cell instanceof Date) return wallDate(cell);
  if (typeof cell !== 'string') return cell;
  const text = cell.replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '');
  return text === '' ? null : text.slice(0, MAX_CELL_CHARS);
};

const widthOf = (cell: ExportCell | undefined) =>
  cell instanceof Date ? 19 : cell === null || cell === undefined ? 0 : String(cell).length;

/** The width of each column in characters, 8 to 60, by its heading and first rows; times are shown to the second. */
function columnsOf(heads: readonly string[], { rows }: ExportTable) {
  return heads.map((label, index) => {
    const widest = Math.max(label.length + 3, ...rows.slice(0, 200).map((row) => widthOf(row[index])));
    const moments = rows.some((row) => row[index] instanceof Date);
    return { width: Math.min(60, Math.max(8, widest + 2)), ...(moments && { numFmt: 'yyyy-mm-dd hh:mm:ss' }) };
  });
}

/**
 * The table as an XLSX file with one sheet: the heading is bold, frozen and has a filter.
 * @throws {RangeError} if the rows do not fit on a sheet
 */
export async function toXlsx(table: ExportTable): Promise<Uint8Array<ArrayBuffer>> {
  if (table.rows.length + 1 > MAX_ROWS) throw new RangeError(`More than ${MAX_ROWS - 1} rows do not fit a sheet`);
  const heads = zonedHeads(table);
  const bytes = await writeXlsx({
    sheets: [
      {
        name: sheetName(table.title),
        columns: columnsOf(heads, table),
        rows: [heads.map(cellOf), ...table.rows.map((row) => row.map(cellOf))],
        cells: new Map(
          heads.map((label, index) => [`0,${index}`, { value: cellOf(label), style: { font: HEAD_FONT } }]),
        ),
        freezePane: { rows: 1 },
        autoFilter: { range: rangeRef(0, 0, table.rows.length, Math.max(0, heads.length - 1)) },
      },
    ],
  });
  return new Uint8Array(bytes);
}
