import { headText, isAtEnd } from './cell-text.ts';
import type { FileColumn, ReportFile } from './report-file.ts';

/** Letters of a PDF, points: none of a table is smaller than the last. */
const SIZES = [8, 7] as const;
const SMALLEST = 7;
/** Width of a letter, as a share of its size, of digits and of most words. */
const LETTER = 0.58;
/** Width of an A4 page without its margins, points. */
const PAGE = { upright: 516, across: 762 };
/** What both edges of a cell take, in letters. */
const EDGES = 2;
/** No column is narrower, in letters. */
const NARROWEST = 6;
/** A word that would not fit its column may break after so many letters. */
const MOST_WORD = 24;
/** Texts of so many letters are not broken. */
const MOST_SHORT = 18;
/** A column of long texts has room for so many letters. */
const ROOMY = 34;

/** Columns that fit a page beside each other, by their places, and how wide each is, in letters. */
export interface ColumnsOnPage {
  places: number[];
  widths: number[];
}

/** How many letters a column needs at least, and how many it should have. */
interface Width {
  least: number;
  wish: number;
}

/**
 * Columns of a table by pages: where not all fit beside each other, the others follow on a further page, each with the
 * columns that tell rows apart: the first, and the first with a moment or day.
 * @param cells texts of some rows, by column
 * @param totals texts of the totals, by column; empty: none
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

/** What tells the rows of a further page apart. */
function headsOf(columns: readonly FileColumn[]): number[] {
  const timed = columns.findIndex(({ kind }) => kind === 'moment' || kind === 'day' || kind === 'month');
  return timed > 0 && timed <= 3 ? [0, timed] : [0];
}

/** As few parts as there can be, of about the same width. */
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

/** Each has what it needs, and of what is left a share of what it should have. */
function spread(widths: readonly Width[], room: number): number[] {
  const needed = sum(widths.map(({ least }) => least));
  const wished = sum(widths.map(({ wish }) => wish));
  const share = wished <= needed ? 0 : Math.min(1, Math.max(0, (room - needed) / (wished - needed)));
  return widths.map(({ least, wish }) => least + (wish - least) * share);
}

const longestWord = (texts: readonly string[]) =>
  Math.max(0, ...texts.flatMap((text) => text.split(/\s/).map(({ length }) => length)));
const longestOf = (texts: readonly string[]) => Math.max(0, ...texts.map(({ length }) => length));

/** Short texts stay in one line; of long ones, and of heads, a column has room for the longest word. */
function widthOf(head: string, texts: readonly string[], isNumber: boolean): Width {
  const longest = longestOf(texts);
  const short = longest <= MOST_SHORT;
  const word = Math.min(MOST_WORD, longestWord([head, ...texts]));
  const least = Math.max(NARROWEST, word + EDGES, short ? longest + EDGES : 0);
  const wish = short
    ? Math.max(least, Math.min(MOST_SHORT, head.length) + EDGES)
    : Math.min(ROOMY, Math.max(longest, head.length));
  return { least, wish: Math.max(least, isNumber ? Math.min(wish, MOST_SHORT + EDGES) : wish) };
}
