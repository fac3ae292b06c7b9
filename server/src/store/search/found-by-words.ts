import { literal, plainWords, type SearchTerm, searchTerms, termSql } from './search-terms.ts';

const lengthOf = ({ words }: SearchTerm) => Math.max(...words.map((word) => word.length));

/**
 * SQL (` AND …`) for rows in which every word of a search is found, anywhere in a word, by one of the conditions. Adds
 * its parameters to `values`.
 * @param conditions SQL by the parameter of a pattern for LIKE, in the form of `search_words`
 */
export const andEveryWord = (
  search: string,
  values: unknown[],
  conditions: (pattern: string) => readonly string[],
): string => {
  // Long words are rare, so they are evaluated first, and the others only on their matches.
  const terms = searchTerms(plainWords(search)).toSorted((a, b) => lengthOf(a) - lengthOf(b));
  const finds = (word: string) => `(${conditions(`$${values.push(`%${literal(word)}%`)}`).join(' OR ')})`;
  const each = terms.map((term) => termSql(term, finds));
  const all = each.reduce(
    (rest, first) => (rest === '' ? first : `CASE WHEN ${first} THEN ${rest} ELSE false END`),
    '',
  );
  return all === '' ? '' : ` AND ${all}`;
};

/** SQL: the ids of records that are not deleted and contain a word in any of their fields. */
const found = (table: string) => (pattern: string) =>
  `SELECT found.id FROM ${table} found
  WHERE found.words LIKE ${pattern} AND found.deleted_at IS NULL`;
export const vehiclesFound = found('vehicles');
export const driversFound = found('drivers');
export const devicesFound = found('devices');
export const contactsFound = found('contacts');
