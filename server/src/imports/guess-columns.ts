import type { ImportColumn } from '@milepost/contract/import-routes';
import { guessDayOrder } from './days.ts';
import type { Sheet } from './spreadsheet.ts';

/** What tells that a column holds a field. */
export interface FieldSigns {
  /** What its heading says, in any language. */
  words: readonly string[];
  /** What its cells look like, where no heading tells. */
  looks?: RegExp;
}
export type Signs = Readonly<Record<string, FieldSigns>>;

/** Headings stand in one of the first lines: titles and dates may be above them. */
const HEAD_WITHIN = 10;
const SAMPLED = 200;
const EXACT = 4;
/** A part of a longer heading, such as "Reg. no. (UK)"; shorter words are in too many others. */
const WITHIN = 2;
const LEAST_PART = 4;
const LOOKS = 1;
/** No heading of a field is longer. */
const MOST_HEADING = 200;
/** So many of a column's cells look like its field: a few faulty lines do not hide what the others say. */
const ALIKE_SHARE = 0.8;

/** Letters and digits alone, without accents, so that "Reg. No." and "reg no" are one. */
export const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}(?<=\p{Script=Latin}\p{Mn})|[^\p{L}\p{M}\p{N}]/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase();

/** The same with its words as they are compared, which takes too long to do for each heading. */
interface Sign {
  field: string;
  words: readonly string[];
  looks: RegExp | undefined;
}

const signOf = ([field, { words, looks }]: [string, FieldSigns]): Sign => ({
  field,
  words: words.map((word) => plain(word)),
  looks,
});

/** @param said the heading, plain; @param filled the cells below that say anything */
function scoreOf(said: string, filled: readonly string[], { words, looks }: Sign): number {
  if (said !== '' && words.includes(said)) return EXACT;
  const part = words.some((word) => word.length >= LEAST_PART && said.includes(word));
  const looking = looks === undefined ? 0 : filled.filter((cell) => looks.test(cell)).length;
  const alike = looking > 0 && looking >= filled.length * ALIKE_SHARE;
  return (part ? WITHIN : 0) + (alike ? LOOKS : 0);
}

export interface Guess {
  /** Index of the row that holds the headings. */
  head: number;
  columns: ImportColumn[];
  /** How sure all of it is, to compare sheets by. */
  score: number;
}

/** Which column fills which field, each at most once; the surest first. */
export function guessColumns({ rows }: Sheet, signs: Signs): Guess {
  const known = Object.entries(signs).map((entry) => signOf(entry));
  const guesses = rows.slice(0, HEAD_WITHIN).map((_row, head) => guessBelow(rows, head, known));
  const best = guesses.reduce<Below | null>((found, each) => (found && found.score >= each.score ? found : each), null);
  if (best === null) return { head: 0, columns: [], score: 0 };
  const { head, score, columns, fields } = best;
  const guessed = columns.map(({ filled }, index) => ({
    field: fields.get(index) ?? null,
    days: guessDayOrder(filled),
  }));
  return { head, columns: guessed, score };
}

interface Below extends Pick<Guess, 'head' | 'score'> {
  columns: { said: string; filled: string[] }[];
  /** By the index of the column. */
  fields: Map<number, string>;
}

function guessBelow(rows: Sheet['rows'], head: number, known: readonly Sign[]): Below {
  const headings = rows[head]?.cells ?? [];
  const below = rows.slice(head + 1, head + 1 + SAMPLED);
  const columns = headings.map((heading, index) => ({
    said: plain(heading.slice(0, MOST_HEADING)),
    filled: below.map(({ cells }) => cells[index] ?? '').filter((cell) => cell !== ''),
  }));
  const scores = columns
    .flatMap(({ said, filled }, index) =>
      known.map((sign) => ({ index, field: sign.field, score: scoreOf(said, filled, sign) })),
    )
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.index - b.index);
  const fields = new Map<number, string>();
  let sum = 0;
  for (const { index, field, score } of scores) {
    if (fields.has(index) || [...fields.values()].includes(field)) continue;
    fields.set(index, field);
    // What the cells look like is the same below every line.
    sum += score >= WITHIN ? score : 0;
  }
  return { head, score: sum, columns, fields };
}
