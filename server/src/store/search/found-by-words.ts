import { literal, plainWords, type SearchTerm, searchTerms, termSql } from './search-terms.ts';

const lengthOf = ({ words }: SearchTerm) => Math.max(...words.map((word) => word.length));

/**
 * SQL (` AND …`) for rows in which every word of a search is found, wherever in a word: each by one of the conditions. Its
 * parameters are added to `values`.
 * @param conditions SQL by the place of a pattern for LIKE, as `search_words` writes it
 */
export const andEveryWord = (
  search: string,
  values: unknown[],
  conditions: (pattern: string) => readonly string[],
): string => {
  // What is long is rare: it is asked first, and of what it leaves the others.
  const terms = searchTerms(plainWords(search)).toSorted((a, b) => lengthOf(a) - lengthOf(b));
  const finds = (word: string) => `(${conditions(`$${values.push(`%${literal(word)}%`)}`).join(' OR ')})`;
  const each = terms.map((term) => termSql(term, finds));
  const all = each.reduce(
    (rest, first) => (rest === '' ? first : `CASE WHEN ${first} THEN ${rest} ELSE false END`),
    '',
  );
  return all === '' ? '' : ` AND ${all}`;
};

/** SQL: ids of what is not deleted and has a word in any of its fields. */
const found = (table: string) => (pattern: string) =>
  `SELECT found.id FROM ${table} found
  WHERE found.words LIKE ${pattern} AND found.deleted_at IS NULL`;
export const vehiclesFound = found('vehicles');
export const driversFound = found('drivers');
export const devicesFound = found('devices');
export const contactsFound = found('contacts');
