import { callingCodeLength } from './calling-codes.ts';

/** A part of a search: all of its words are found, or one of the forms in which a telephone number is written. */
export interface SearchTerm {
  words: readonly string[];
  /** Digits alone; empty where the words are no telephone number. */
  phones: readonly string[];
}

/** Words as the column `words` holds them: `search_words` in SQL. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase();

/** The words of a search, as the column `words` holds them. */
export const plainWords = (search: string): string[] =>
  plain(search)
    .split(/\s+/)
    .filter((word) => word !== '');

/** A number, or a piece of one that was written with blanks. */
const PIECE = /^[+\d()./-]+$/;
/** Fewer digits are a word like others. */
const LEAST_DIGITS = 5;

/**
 * The parts of a search. Pieces of a number that stand beside each other are one telephone number as well as words, since
 * nobody knows which of both they are: "0171 / 123 45 67".
 */
export function searchTerms(words: readonly string[]): SearchTerm[] {
  const runs: string[][] = [];
  let open = false;
  for (const word of words) {
    const piece = PIECE.test(word);
    if (piece && open) runs.at(-1)?.push(word);
    else runs.push([word]);
    open = piece;
  }
  return runs.flatMap((run) => {
    const phones = phoneForms(run.join('')).filter((phone) => run.length > 1 || run[0] !== phone);
    if (phones.length === 0) return run.map((word) => ({ words: [word], phones: [] }));
    // Lone slashes and dashes separate; nothing is found by them.
    return [{ words: run.filter((word) => run.length === 1 || /\d/.test(word)), phones }];
  });
}

/**
 * Digits that are among those of a stored telephone number where it is the same one. A number is stored as somebody wrote
 * it, with its country or as it is dialled there: +49 171 1234567, 0049171…, (0171) 123 45 67, +49 (0)171 1234567.
 * @returns empty for what has too few digits, or is no number
 */
function phoneForms(written: string): string[] {
  const digits = written.replaceAll(/\D/g, '');
  if (!PIECE.test(written) || digits.length < LEAST_DIGITS) return [];
  const plus = /^\(?\+/.test(written);
  // The zero is for calls within the country: with the country before it, it is left out.
  if (!plus && !digits.startsWith('00')) return [digits.replace(/^0/, '')];
  const full = plus ? digits : digits.slice(2);
  if (full.length < LEAST_DIGITS) return [];
  const code = callingCodeLength(full);
  const national = full.slice(code).replace(/^0/, '');
  // Of few digits each is part of anybody's number.
  if (national.length < LEAST_DIGITS) return [full];
  return [...new Set([full, full.slice(0, code) + national, `0${national}`])];
}

/** A word as a part of a pattern for LIKE. */
export const literal = (word: string): string => word.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** SQL: a part of a search is found. @param finds SQL: a word, or digits, are found */
export function termSql({ words, phones }: SearchTerm, finds: (word: string) => string): string {
  const all = words.map(finds).join(' AND ');
  return phones.length === 0 ? all : `(${[all, ...phones.map(finds)].join(' OR ')})`;
}
