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

/** Letters and digits alone, without accents, so that "Reg. No." and "reg no" are one. */
export const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}(?<=\p{Script=Latin}\p{Mn})|[^\p{L}\p{M}\p{N}]/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase();

function scoreOf(heading: string, cells: readonly string[], { words, looks }: FieldSigns): number {
  const said = plain(heading);
  if (said !== '' && words.some((word) => plain(word) === said)) return EXACT;
  const part = words.some((word) => plain(word).length >= LEAST_PART && said.includes(plain(word)));
  const filled = cells.filter((cell) => cell !== '');
  const alike = looks !== undefined && filled.length > 0 && filled.every((cell) => looks.test(cell));
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
  const guesses = rows.slice(0, HEAD_WITHIN).map((_row, head) => guessBelow(rows, head, signs));
  const best = guesses.reduce<Guess | null>((found, each) => (found && found.score >= each.score ? found : each), null);
  return best ?? { head: 0, columns: [], score: 0 };
}

function guessBelow(rows: Sheet['rows'], head: number, signs: Signs): Guess {
  const headings = rows[head]?.cells ?? [];
  const below = rows.slice(head + 1, head + 1 + SAMPLED);
  const columns = headings.map((heading, index) => ({ heading, cells: below.map(({ cells }) => cells[index] ?? '') }));
  const scores = columns
    .flatMap(({ heading, cells }, index) =>
      Object.entries(signs).map(([field, sign]) => ({ index, field, score: scoreOf(heading, cells, sign) })),
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
  const guessed = columns.map(({ cells }, index) => ({
    field: fields.get(index) ?? null,
    days: guessDayOrder(cells.filter((cell) => cell !== '')),
  }));
  return { head, columns: guessed, score: sum };
}
