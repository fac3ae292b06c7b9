import { isDialledNumber } from '@milepost/contract/dialled-number';
import type { ReportCell } from '@milepost/contract/report-columns';
import { traitsOf } from '@milepost/contract/languages';
import { Zip } from 'fflate';
import { formatCsvValue } from 'hucre/csv';
import { UNIT_WORDS } from '../../texts/names.ts';
import { zonedText } from '../../track-files/fix-text.ts';
import { DeflatedEntry } from './deflated-entry.ts';
import { withSubtotals } from './groups.ts';
import type { FileColumn, ReportFile, ReportSection } from './report-file.ts';
import { divisorOf, headOf, NUMERIC } from './units.ts';
import { type Counted, writePieces } from './write-pieces.ts';

/**
 * RFC 4180 in UTF-8, with a byte order mark so that spreadsheets recognise it. In languages with a decimal comma, cells
 * are separated by semicolons, as spreadsheets in that language expect. Moments are ISO 8601 with the offset of the
 * report's zone; durations are seconds, as the headings state. Totals are omitted, because a program would read them as
 * a row. Subtotals of grouped rows follow after an empty line.
 */
export const writeCsv = writePieces(async function* (file, counted) {
  for (const { section, counts } of withSubtotals(file)) {
    if (!counts) yield '\r\n';
    yield* csvOf(section, file, counts ? counted : null);
  }
});

/** A ZIP with a file for each section: programs read one table from a CSV file, not several. */
export const writeCsvZip = writePieces(async function* (file, counted) {
  const made: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    if (piece.length > 0) made.push(piece);
  });
  let open: DeflatedEntry | null = null;
  try {
    for (const [index, { section, counts }] of withSubtotals(file).entries()) {
      const name = `${String(index + 1).padStart(2, '0')} ${plainName(section.title)}.csv`;
      open = new DeflatedEntry(name);
      zip.add(open);
      for await (const piece of csvOf(section, file, counts ? counted : null)) {
        await open.write(piece);
        yield* made.splice(0);
      }
      await open.end();
      open = null;
    }
    zip.end();
    yield* made.splice(0);
  } finally {
    open?.terminate();
  }
});

/** A title as a file name that is valid on every system. */
const plainName = (title: string) =>
  title
    .toWellFormed()
    .replaceAll(/[<>:"/\\|?*\p{Cc}]+\s*/gu, ' ')
    .trim();

/** @param counted null for a further table of a file, whose rows are not counted */
async function* csvOf(section: ReportSection, file: ReportFile, counted: Counted | null): AsyncGenerator<string> {
  const { decimal, delimiter } = separatorsOf(file);
  const writers = section.columns.map((column) => cellWriter(column, file, decimal));
  const line = (cells: readonly string[]) => `${cells.join(delimiter)}\r\n`;
  const text = (value: string) => guarded(value, delimiter);
  yield `${counted ? '\uFEFF' : ''}${line(section.columns.map((column) => text(headIn(column, file))))}`;
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
    if (counted) countRows(counted, batch.length);
  }
}

/** A duration is a plain number here, unlike in the other formats. */
const headIn = (column: FileColumn, file: ReportFile) =>
  column.kind === 'duration' ? `${column.label} (${UNIT_WORDS[file.language].second})` : headOf(column, file);

const countRows = (counted: Counted, rows: number) => void (counted.rows += rows);

function separatorsOf({ language }: ReportFile): { decimal: string; delimiter: string } {
  const parts = new Intl.NumberFormat(traitsOf(language).locale).formatToParts(1.5);
  const decimal = parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.';
  return { decimal, delimiter: decimal === ',' ? ';' : ',' };
}

/**
 * Quotes a text so that no spreadsheet takes it for a formula, even one that splits cells at semicolons or tabs, or
 * that accepts the full-width signs of Chinese and Japanese keyboards (＋－＝＠). The library guards only the beginning of
 * the text.
 */
export const guarded = (text: string, delimiter: string) =>
  formatCsvValue(text.replaceAll(/([;,\t]\s*)(?=[=+\-@|])|(^|[;,\t]\s*)(?=[\uff0b\uff0d\uff1d\uff20])/g, "$1$2'"), {
    escapeFormulae: !isDialledNumber(text),
    delimiter,
  });

/** Formats the cells of a column: numbers as numbers, everything else as text that is still to be quoted. */
function cellWriter(
  { kind, choices }: FileColumn,
  file: ReportFile,
  decimal: string,
): (cell: Exclude<ReportCell, null>) => string {
  if (kind === 'moment') return (cell) => zonedText(Date.parse(String(cell)), file.timeZone).replace('.000', '');
  if (choices) return (cell) => choices[String(cell)] ?? String(cell);
  if (!NUMERIC.has(kind)) return String;
  const divisor = divisorOf(kind, file);
  // Speeds are stored with seven digits; more would show the binary form of the number, 77.900002 for 77.9.
  const digits = kind === 'speed' ? 3 : 6;
  return (cell) => {
    const number = Number(cell) / divisor;
    return Number.isFinite(number) ? String(Number(number.toFixed(digits))).replace('.', decimal) : '';
  };
}
