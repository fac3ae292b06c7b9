import type { FoundRecord } from '@milepost/contract/search-routes';
import { RECORD_KIND_NAMES, type RecordKind } from '@milepost/contract/record-kinds';
import { RECORD_KIND_WORDS } from '../../texts/record-kinds.ts';
import type { Language } from '../../texts/text.ts';
import type { Queryable } from '../database.ts';
import { movedSql } from '../fleet/moved-vehicles.ts';
import { inOwnBox } from '../messages/message-rows.ts';
import type { Scope } from '../scope.ts';
import { areShown, RECORD_TABLES, recordsFrom } from '../records/record-tables.ts';
import { literal, plainWords, searchTerms, termSql } from './search-terms.ts';
import { SEARCH_SOURCES } from './sources.ts';

/** Of each kind at most this many are told. */
export const MOST_FOUND = 6;
/** Among this many matches of a kind the best are looked for: what more find is too little typed. */
const MOST_RANKED = 500;
/** Longest note in characters. */
const NOTE_LENGTH = 120;

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
  searchTerms(plainWords(search))
    .map((term) => ` AND ${termSql(term, (word) => findsWord(word, column, (pattern) => `$${values.push(pattern)}`))}`)
    .join('');

/** Fewer letters begin too many words. */
const LEAST_OF_KIND = 3;

/**
 * What is left to look for among the records of a kind: "invoice 17" is the invoice 17. Where a search says the kind alone,
 * nothing tells one record from another, and its words are looked for as others are.
 */
function withoutKind(words: readonly string[], kind: string): readonly string[] {
  const kindWords = plainWords(kind);
  const rest = words.filter((word) => word.length < LEAST_OF_KIND || !kindWords.some((one) => one.startsWith(word)));
  return rest.length === 0 ? words : rest;
}

/** Who searches. */
interface Searcher {
  scope: Scope;
  userId: number;
  /** The kinds of records that the caller may view. */
  kinds: ReadonlySet<RecordKind>;
  /** In which kinds of records and documents are named. */
  language: Language;
}

/**
 * The records that hold every word of a search in any of their fields, each kind's best first: names that begin so, then
 * the one with this number, then names with a word that begins so.
 */
export async function searchRecords(db: Queryable, searcher: Searcher, search: string): Promise<FoundRecord[]> {
  const { scope, userId, kinds, language } = searcher;
  const words = plainWords(search);
  if (words.length === 0) return [];
  const values: unknown[] = [scope.organisationIds];
  const places = new Map<string, string>();
  const parameter = (value: string): string => {
    const place = places.get(value) ?? `$${values.push(value)}`;
    places.set(value, place);
    return place;
  };
  const parts = RECORD_KIND_NAMES.flatMap((kind) => {
    const source = SEARCH_SOURCES[kind];
    if (!source || !kinds.has(kind)) return [];
    const wanted = withoutKind(words, RECORD_KIND_WORDS[language][kind]);
    const begins = literal(wanted.join(' '));
    const column = source.words ?? 'r.words';
    const all = searchTerms(wanted).map((term) => termSql(term, (word) => findsWord(word, column, parameter)));
    const shown = kind === 'message' ? inOwnBox(userId) : areShown(kind, scope);
    const note = typeof source.note === 'string' ? source.note : source.note(language);
    const found = `SELECT r.id, ${source.label ?? RECORD_TABLES[kind].name} AS label, left(${note}, ${NOTE_LENGTH}) AS note,
        ${kind === 'vehicle' ? movedSql('r', '$1') : 'NULL::json'} AS moved,
        ${column} AS words, ${source.number ? `${source.number} = ${parameter(wanted.join(' '))}` : 'false'} AS numbered
      FROM ${recordsFrom(kind, source.joins)} WHERE ${shown}${source.and ?? ''} AND ${all.join(' AND ')}
      ${source.newestFirst ? 'ORDER BY r.id DESC' : ''} LIMIT ${MOST_RANKED}`;
    return `(SELECT '${kind}' AS kind, id, label, note, moved FROM (${found}) found
      ORDER BY words LIKE ${parameter(`${begins}%`)} DESC, numbered DESC, words LIKE ${parameter(`% ${begins}%`)} DESC,
        ${source.newestFirst ? 'id DESC' : 'lower(label), id'} LIMIT ${MOST_FOUND})`;
  });
  if (parts.length === 0) return [];
  const { rows } = await db.query<FoundRecord>(parts.join(' UNION ALL '), values);
  return rows;
}
