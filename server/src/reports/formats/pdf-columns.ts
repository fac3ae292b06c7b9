import { headText, isAtEnd } from './cell-text.ts';
import type { FileColumn, ReportFile } from './report-file.ts';

/** Font sizes of a PDF in points; no table uses a smaller one than the last. */
const SIZES = [8, 7] as const;
const SMALLEST = 7;
/** The width of a letter as a part of its size, for digits and most words. */
const LETTER = 0.58;
/** The width of an A4 page without its margins, points. */
const PAGE = { upright: 516, across: 762 };
/** The width of both edges of a cell, in letters. */
const EDGES = 2;
/** The minimum width of a column, in letters. */
const NARROWEST = 6;
/** A word longer than this may be broken when it does not fit its column. */
const MAX_WORD = 24;
/** Texts up to this length are not wrapped. */
const MAX_SHORT = 18;
/** The preferred width of a column of long texts, in letters. */
const ROOMY = 34;

/** The columns that share a page, by index, and their widths in letters. */
export interface ColumnsOnPage {
  places: number[];
  widths: number[];
}

/** The minimum and the preferred width of a column, in letters. */
interface Width {
  least: number;
  wish: number;
}

/**
 * Splits the columns of a table into pages: those that do not fit side by side follow on further pages, each of which
 * repeats the columns that identify a row: the first one, and the first with a moment or day.
 * @param cells texts of some rows, by column
 * @param totals texts of the totals, by column; empty for none
 */
export function columnsByPage(
  columns: readonly FileColumn[],
  {
    cells,
    totals,
    file,
    across,
  }: { cells: readonly string[][]; totals: readonly string[]; file: ReportFile; across: boolean },
): { size: number; pages: ColumnsOnPage[] } {
  const widths = columns.map((column, at) =>
    widthOf(headText(column, file), [totals[at] ?? '', ...cells.map((row) => row[at] ?? '')], isAtEnd(column)),
  );
  const room = (size: number) => (across ? PAGE.across : PAGE.upright) / (size * LETTER);
  const needed = sum(widths.map(({ least }) => least));
  const size = SIZES.find((one) => needed <= room(one)) ?? SMALLEST;
  const heads = headsOf(columns);
  const parts = needed <= room(size) ? [widths.map((_, at) => at)] : partsOf(widths, heads, room(size));
  return {
    size,
    pages: parts.map((places) => ({
      places,
      widths: spread(
        places.map((at) => widths[at] ?? NO_WIDTH),
        room(size),
      ),
    })),
  };
}

const NO_WIDTH: Width = { least: NARROWEST, wish: NARROWEST };

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

/** The columns that identify the rows on a further page. */
function headsOf(columns: readonly FileColumn[]): number[] {
  const timed = columns.findIndex(({ kind }) => kind === 'moment' || kind === 'day' || kind === 'month');
  return timed > 0 && timed <= 3 ? [0, timed] : [0];
}

/** Splits into as few parts as possible, of about equal width. */
function partsOf(widths: readonly Width[], heads: readonly number[], room: number): number[][] {
  const others = widths.flatMap((_, at) => (heads.includes(at) ? [] : [at]));
  const free = Math.max(NARROWEST, room - sum(heads.map((at) => widths[at]?.least ?? 0)));
  const few = packed(others, widths, free).length;
  const even = sum(others.map((at) => widths[at]?.least ?? 0)) / few;
  let limit = even;
  while (limit < free && packed(others, widths, limit).length > few) limit++;
  return packed(others, widths, Math.min(limit, free)).map((part) => [...heads, ...part].toSorted((a, b) => a - b));
}

function packed(places: readonly number[], widths: readonly Width[], limit: number): number[][] {
  const parts: number[][] = [];
  let left = 0;
  for (const at of places) {
    const { least } = widths[at] ?? NO_WIDTH;
    if (parts.length === 0 || least > left) {
      parts.push([]);
      left = limit;
    }
    parts.at(-1)?.push(at);
    left -= least;
  }
  return parts;
}

/** Gives each column its minimum, and distributes the rest in proportion to the preferred widths. */
function spread(widths: readonly Width[], room: number): number[] {
  const needed = sum(widths.map(({ least }) => least));
  const wished = sum(widths.map(({ wish }) => wish));
  const share = wished <= needed ? 0 : Math.min(1, Math.max(0, (room - needed) / (wished - needed)));
  return widths.map(({ least, wish }) => least + (wish - least) * share);
}

const longestWord = (texts: readonly string[]) =>
  Math.max(0, ...texts.flatMap((text) => text.split(/\s/).map(({ length }) => length)));
const longestOf = (texts: readonly string[]) => Math.max(0, ...texts.map(({ length }) => length));

/** Short texts stay on one line; for long ones and headings, a column fits the longest word. */
function widthOf(head: string, texts: readonly string[], isNumber: boolean): Width {
  const longest = longestOf(texts);
  const short = longest <= MAX_SHORT;
  const word = Math.min(MAX_WORD, longestWord([head, ...texts]));
  const least = Math.max(NARROWEST, word + EDGES, short ? longest + EDGES : 0);
  const wish = short
    ? Math.max(least, Math.min(MAX_SHORT, head.length) + EDGES)
    : Math.min(ROOMY, Math.max(longest, head.length));
  return { least, wish: Math.max(least, isNumber ? Math.min(wish, MAX_SHORT + EDGES) : wish) };
}
