import type { FoundRecord } from '@milepost/contract/search-routes';
import { RECORD_KIND_NAMES, type RecordKind } from '@milepost/contract/record-kinds';
import type { Language } from '../../texts/text.ts';
import type { Queryable } from '../database.ts';
import type { Scope } from '../scope.ts';
import { areShown, RECORD_TABLES, recordsFrom } from '../records/record-tables.ts';
import { SEARCH_SOURCES } from './sources.ts';

/** Of each kind at most this many are told. */
export const MOST_FOUND = 6;
/** Among this many matches of a kind the best are looked for: what more find is too little typed. */
const MOST_RANKED = 500;
/** Longest note in characters. */
const NOTE_LENGTH = 120;

const literal = (word: string) => word.replaceAll(/[\\%_]/g, String.raw`\$&`);
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

/**
 * SQL that finds one word in a column of words. Two letters have no letters in threes that an
 * index could find inside of words, so they are looked for at the beginning of words only.
 * @param parameter adds a value to the statement and returns its place in it
 */
function findsWord(word: string, column: string, parameter: (pattern: string) => string): string {
  if (word.length > 2) return `${column} LIKE ${parameter(`%${literal(word)}%`)}`;
  return `(${column} LIKE ${parameter(`${literal(word)}%`)} OR ${column} LIKE ${parameter(`% ${literal(word)}%`)})`;
}

/** SQL (` AND …`) for rows in whose column of words every word of a search is; its parameters are added to `values`. */
export const andFound = (search: string, column: string, values: unknown[]): string =>
  plainWords(search)
    .map((word) => ` AND ${findsWord(word, column, (pattern) => `$${values.push(pattern)}`)}`)
    .join('');

/**
 * The records that hold every word of a search in any of their fields, each kind's best first: names that begin so, then
 * names with a word that begins so.
 * @param kinds those that the caller may view
 * @param language in which kinds of documents and the like are told
 */
export async function searchRecords(
  db: Queryable,
  scope: Scope,
  search: string,
  kinds: ReadonlySet<RecordKind>,
  language: Language,
): Promise<FoundRecord[]> {
  const wanted = plain(search);
  const words = plainWords(search);
  const patterns: string[] = [];
  const all = words
    .map((word) => findsWord(word, 'r.words', (pattern) => `$${patterns.push(pattern) + 1}`))
    .join(' AND ');
  if (all === '') return [];
  const begins = `$${patterns.push(`${literal(wanted)}%`) + 1}`;
  const wordBegins = `$${patterns.push(`% ${literal(wanted)}%`) + 1}`;
  const parts = RECORD_KIND_NAMES.flatMap((kind) => {
    const source = SEARCH_SOURCES[kind];
    if (!source || !kinds.has(kind)) return [];
    const note = typeof source.note === 'string' ? source.note : source.note(language);
    const found = `SELECT r.id, ${RECORD_TABLES[kind].name} AS label, left(${note}, ${NOTE_LENGTH}) AS note, r.words
      FROM ${recordsFrom(kind, source.joins)} WHERE ${areShown(kind, scope)}${source.and ?? ''} AND ${all}
      LIMIT ${MOST_RANKED}`;
    return `(SELECT '${kind}' AS kind, id, label, note FROM (${found}) found
      ORDER BY words LIKE ${begins} DESC, words LIKE ${wordBegins} DESC, lower(label), id LIMIT ${MOST_FOUND})`;
  });
  if (parts.length === 0) return [];
  const { rows } = await db.query<FoundRecord>(parts.join(' UNION ALL '), [scope.organisationIds, ...patterns]);
  return rows;
}
