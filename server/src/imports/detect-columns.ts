import type { ImportColumn } from '@milepost/contract/import-operations';
import { type AmountMark, amountMarks, decimalMarks } from './decimal-marks.ts';
import { detectDayOrder, type TwoDays } from './days.ts';
import type { Sheet } from './spreadsheet.ts';

/** A word of a cell in the form used for comparisons, even when it consists of punctuation only. */
export const wordKey = (word: string): string => plain(word) || word.trim();

/** The evidence that a column contains a field. */
export interface FieldSigns {
  /** Its headings, in any language. */
  words: readonly string[];
  /** The pattern of its cells, for columns without a known heading. */
  looks?: RegExp;
  /** Normalised headings for which a person chose the field before. */
  chosen?: readonly string[];
  /**
   * True for the organisation's own label: when a heading matches both it and a field of ours, the custom field wins,
   * or the later column does.
   */
  own?: boolean;
}
export type ColumnEvidence = Readonly<Record<string, FieldSigns>>;

/** The field of headings that a person left out before; unlike other fields it can match several columns. */
export const LEFT_OUT = '';

/** The headings are in one of the first lines: titles and dates may be above them. */
const HEAD_WITHIN = 10;
const SAMPLED = 200;
const CHOSEN = 8;
const EXACT = 4;
/** The score of a match within a longer heading, such as "Reg. no. (UK)"; shorter words occur in too many others. */
const WITHIN = 2;
const MIN_PART = 4;
const LOOKS = 1;
/** The bonus of a custom field's label over one of ours, and the malus when a later column matches it, too. */
const OWN = 0.5;
/** The maximum length of a heading. */
const MAX_HEADING = 200;
/** The characters of a cell that are compared with a pattern. */
const MAX_LOOKED = 100;
/** The share of a column's cells that must match its field's pattern: a few faulty lines must not hide the others. */
const MATCHING_SHARE = 0.8;

/** Letters and digits only, without accents, so that "Reg. No." and "reg no" are equal. */
export const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}(?<=\p{Script=Latin}\p{Mn})|[^\p{L}\p{M}\p{N}]/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase();

/** The same with its words normalised, which would take too long for each heading. */
interface Sign {
  field: string;
  words: readonly string[];
  looks: RegExp | undefined;
  own: boolean;
  chosen: readonly string[];
}
const signOf = ([field, { words, looks, own = false, chosen = [] }]: [string, FieldSigns]): Sign => ({
  field,
  chosen,
  words: words.map((word) => plain(word)),
  looks,
  own,
});

/** @param heading the normalised heading; @param matches whether the cells below match the field's pattern */
function scoreOf(heading: string, matches: boolean, { words, chosen }: Sign): number {
  if (heading !== '' && chosen.includes(heading)) return CHOSEN;
  if (heading !== '' && words.includes(heading)) return EXACT;
  const part = words.some((word) => word.length >= MIN_PART && heading.includes(word));
  return (part ? WITHIN : 0) + (matches ? LOOKS : 0);
}

/** For each row: the number of filled cells of a column from the top to it, and of those that match each field. */
interface Counted {
  filled: number[];
  looking: Map<string, number[]>;
}

/** Counted once: whichever row has the headings, most of the cells below are the same. */
function countLooks(rows: Sheet['rows'], width: number, known: readonly Sign[]): Counted[] {
  const sums = (counts: (cell: string) => boolean, index: number) => {
    let sum = 0;
    return [0, ...rows.map(({ cells }) => (sum += counts((cells[index] ?? '').slice(0, MAX_LOOKED)) ? 1 : 0))];
  };
  return Array.from({ length: width }, (_none, index) => ({
    filled: sums((cell) => cell !== '', index),
    looking: new Map(
      known.flatMap(({ field, looks }) =>
        looks === undefined ? [] : [[field, sums((cell) => cell !== '' && looks.test(cell), index)] as const],
      ),
    ),
  }));
}

function matchesField({ filled, looking }: Counted, field: string, from: number, to: number): boolean {
  const sums = looking.get(field);
  if (sums === undefined) return false;
  const [looks, counts] = [(sums[to] ?? 0) - (sums[from] ?? 0), (filled[to] ?? 0) - (filled[from] ?? 0)];
  return looks > 0 && looks >= counts * MATCHING_SHARE;
}

/** A column that a person may change, with everything that could not be detected. */
export type DetectedColumn = Pick<ImportColumn, 'field' | 'days'> & {
  twoDays?: TwoDays;
  mark?: '.' | ',';
  amounts?: AmountMark;
};

export interface Detection {
  /** Index of the row with the headings. */
  head: number;
  columns: DetectedColumn[];
  /** The total confidence, for comparing sheets. */
  score: number;
}

/** A row that is no title has at least this share of the widest line's cells. */
const MIN_FILLED = 0.5;

/** The first line with as many cells as most of its table, when no heading is known. */
function unknownHead(rows: Sheet['rows']): number {
  const filled = rows.slice(0, HEAD_WITHIN).map(({ cells }) => cells.filter((cell) => cell !== '').length);
  return Math.max(
    0,
    filled.findIndex((count) => count >= Math.max(...filled) * MIN_FILLED),
  );
}

/**
 * Assigns fields to columns, each at most once, the most certain first.
 * @param at index of the row with the headings if a person chose it; -1 for none
 */
export function detectColumns({ name, rows }: Sheet, signs: ColumnEvidence, at?: number): Detection {
  const known = Object.entries(signs).map((entry) => signOf(entry));
  const sampled = rows.slice(0, HEAD_WITHIN + SAMPLED);
  const width = Math.max(0, ...rows.slice(0, HEAD_WITHIN).map(({ cells }) => cells.length));
  const counted = countLooks(sampled, width, known);
  const heads = at === undefined ? rows.slice(0, HEAD_WITHIN).map((_row, head) => head) : [at];
  const candidates = heads.map((head) => detectBelow(sampled, head, known, counted));
  const found = candidates.reduce<Below | null>(
    (first, each) => (first && first.score >= each.score ? first : each),
    null,
  );
  const best = found?.score === 0 && at === undefined ? candidates[unknownHead(rows)] : found;
  if (!best) return { head: 0, columns: [], score: 0 };
  const { head, score, width: columns, fields } = best;
  const below = rows.slice(head + 1);
  // The numbers of a workbook have a point, whatever separator its texts use.
  const marks = name === undefined ? decimalMarks(below, columns) : [];
  const amounts = amountMarks(below, columns, name !== undefined);
  const detected = Array.from({ length: columns }, (_none, index) => ({
    // A column that is left out has no field.
    field: fields.get(index) || null,
    ...detectDayOrder(below.map(({ cells }) => cells[index] ?? '')),
    ...(marks[index] && { mark: marks[index] }),
    ...(amounts[index] && { amounts: amounts[index] }),
  }));
  return { head, columns: detected, score };
}

interface Below extends Pick<Detection, 'head' | 'score'> {
  width: number;
  /** Keyed by the index of the column. */
  fields: Map<number, string>;
}

function detectBelow(rows: Sheet['rows'], head: number, known: readonly Sign[], counted: readonly Counted[]): Below {
  const headings = (head < 0 ? (rows[0]?.cells ?? []).map(() => '') : (rows[head]?.cells ?? [])).map((heading) =>
    plain(heading.slice(0, MAX_HEADING)),
  );
  const to = Math.min(rows.length, head + 1 + SAMPLED);
  const scores = headings
    .flatMap((heading, index) =>
      known.map((sign) => {
        const column = counted[index];
        const score = scoreOf(heading, column !== undefined && matchesField(column, sign.field, head + 1, to), sign);
        const isLast = sign.own && score > 0 && headings.lastIndexOf(heading) === index;
        const more = sign.own && score > 0 ? (isLast ? OWN : -OWN) : 0;
        return { index, field: sign.field, score: score + more };
      }),
    )
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.index - b.index);
  const fields = new Map<number, string>();
  const taken = new Set<string>();
  let sum = 0;
  for (const { index, field, score } of scores) {
    if (fields.has(index) || (taken.has(field) && field !== LEFT_OUT)) continue;
    fields.set(index, field);
    taken.add(field);
    // The cells match equally below every line, so only headings count.
    sum += score >= WITHIN ? score : 0;
  }
  return { head, score: sum, width: headings.length, fields };
}
