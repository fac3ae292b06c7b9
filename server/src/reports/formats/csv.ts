import type { ReportCell } from '@milepost/contract/report-columns';
import { formatCsvValue } from 'hucre/csv';
import { LOCALES } from '../../texts/text.ts';
import { zonedText } from '../../track-files/fix-text.ts';
import type { FileColumn, ReportFile } from './report-file.ts';
import { divisorOf, headOf, NUMERIC } from './units.ts';
import { type Counted, writePieces } from './write-pieces.ts';

/**
 * RFC 4180 in UTF-8, with a mark of the byte order so that spreadsheets take it as such. Where the reader's language has
 * a decimal comma, cells are parted by semicolons, as spreadsheets in that language expect. Moments are ISO 8601 with
 * the offset of the report's zone, durations seconds. Totals are left out: who reads rows by a program would count them
 * as one. A second section follows after an empty line, with its title.
 */
export const writeCsv = writePieces(async function* (file, counted) {
  const { decimal, delimiter } = separatorsOf(file);
  yield '\uFEFF';
  for (const [index, section] of file.sections.entries()) {
    const writers = section.columns.map((column) => cellWriter(column, file, decimal));
    const line = (cells: readonly string[]) => `${cells.join(delimiter)}\r\n`;
    const text = (value: string) => guarded(value, delimiter);
    if (file.sections.length > 1) yield `${index > 0 ? '\r\n' : ''}${line([text(section.title)])}`;
    yield line(section.columns.map((column) => text(headOf(column, file))));
    for await (const batch of section.rows) {
      yield batch
        .map((row) =>
          line(
            writers.map((write, at) => {
              const cell = row[at] ?? null;
              return cell === null ? '' : typeof cell === 'number' ? write(cell) : text(write(cell));
            }),
          ),
        )
        .join('');
      countRows(counted, batch.length);
    }
  }
});

const countRows = (counted: Counted, rows: number) => void (counted.rows += rows);

function separatorsOf({ language }: ReportFile): { decimal: string; delimiter: string } {
  const parts = new Intl.NumberFormat(LOCALES[language]).formatToParts(1.5);
  const decimal = parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.';
  return { decimal, delimiter: decimal === ',' ? ';' : ',' };
}

/** A text that no spreadsheet takes for a formula, also one that parts cells at semicolons or tabs. */
const guarded = (text: string, delimiter: string) =>
  formatCsvValue(text.replaceAll(/([;,\t]\s*)(?=[=+\-@|])/g, "$1'"), { escapeFormulae: true, delimiter });

/** How the cells of a column are written: a number as a number, everything else as a text still to be quoted. */
function cellWriter(
  { kind, choices }: FileColumn,
  file: ReportFile,
  decimal: string,
): (cell: Exclude<ReportCell, null>) => string {
  if (kind === 'moment') return (cell) => zonedText(Date.parse(String(cell)), file.timeZone).replace('.000', '');
  if (choices) return (cell) => choices[String(cell)] ?? String(cell);
  if (!NUMERIC.has(kind)) return String;
  const divisor = divisorOf(kind, file);
  return (cell) => {
    const number = Number(cell) / divisor;
    return Number.isFinite(number) ? String(Number(number.toFixed(6))).replace('.', decimal) : '';
  };
}
