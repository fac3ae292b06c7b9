/** A part of a search: matches if all of its words are found, or one of the notations of a telephone number. */
export interface SearchTerm {
  words: readonly string[];
  /** Only digits; empty if the words are not a telephone number. */
  phones: readonly string[];
}

/** Words in the form of the column `words`: `search_words` in SQL. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase();

/** The words of a search in the form of the column `words`. */
export const plainWords = (search: string): string[] =>
  plain(search)
    .split(/\s+/)
    .filter((word) => word !== '');

/** A number, or a part of one that was typed with blanks. */
const PIECE = /^[+\d()./-]+$/;
/** Fewer digits are treated as a word. */
const MIN_DIGITS = 5;

/**
 * The parts of a search. Adjacent parts of a number are treated both as one telephone number and as words, since it
 * could be either: "0171 / 123 45 67".
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
    // Isolated slashes and dashes are separators without content.
    return [{ words: run.filter((word) => run.length === 1 || /\d/.test(word)), phones }];
  });
}

/**
 * The digit sequences by which a telephone number is found in any stored notation. A number is stored as typed, with
 * its country code or as dialled there: +49 171 1234567, 0049171…, (0171) 123 45 67, +49 (0)171 1234567.
 * @returns empty for too few digits, or if it is not a number
 */
function phoneForms(written: string): string[] {
  const digits = written.replaceAll(/\D/g, '');
  if (!PIECE.test(written) || digits.length < MIN_DIGITS) return [];
  const plus = /^\(?\+/.test(written);
  // The trunk zero is only dialled within the country, and omitted after the country code.
  if (!plus && !digits.startsWith('00')) return [digits.replace(/^0/, '')];
  const full = plus ? digits : digits.slice(2);
  if (full.length < MIN_DIGITS) return [];
  const code = callingCodeLength(full);
  const national = full.slice(code).replace(/^0/, '');
  // A few digits occur in any number.
  if (national.length < MIN_DIGITS) return [full];
  return [...new Set([full, full.slice(0, code) + national, `0${national}`])];
}

/** Escapes a word for a LIKE pattern. */
export const literal = (word: string): string => word.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** SQL: true when a part of a search is found. @param finds SQL: true when a word, or digits, are found */
export function termSql({ words, phones }: SearchTerm, finds: (word: string) => string): string {
  const all = words.map(finds).join(' AND ');
  return phones.length === 0 ? all : `(${[all, ...phones.map(finds)].join(' OR ')})`;
}

/**
 * The calling codes of one and two digits; every other one has three (ITU-T E.164, list of assigned country codes).
 */
const SHORT = new Set(
  `1 7 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86
  90 91 92 93 94 95 98`.split(/\s+/),
);

/** The number of digits of the calling code in an international number without a prefix. */
const callingCodeLength = (digits: string): number => [1, 2].find((length) => SHORT.has(digits.slice(0, length))) ?? 3;
