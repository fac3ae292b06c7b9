import type { FoundRecord } from '@milepost/contract/search-operations';
import { RECORD_KIND_NAMES, type RecordKind } from '@milepost/contract/record-kinds';
import type { Language } from '@milepost/contract/languages';
import { RECORD_KIND_WORDS } from '../../texts/names.ts';
import type { Queryable } from '../database.ts';
import { movedSql } from '../fleet/moved-vehicles.ts';
import { inOwnBox } from '../messages/message-rows.ts';
import type { Scope } from '../scope.ts';
import { areShown, RECORD_TABLES, recordsFrom } from '../records/record-tables.ts';
import { literal, plainWords, searchTerms, termSql } from './search-terms.ts';

/** The most results of each kind. */
export const MAX_SEARCH_RESULTS = 6;
/** The most matches of a kind among which the best are chosen: more matches mean too short a search text. */
const MAX_RANKED = 500;
/** The longest note in characters. */
const NOTE_LENGTH = 120;

/**
 * SQL that finds one word in a column of words. Two letters have no trigram that an index could find inside words, so
 * they are only searched at the start of words.
 * @param parameter adds a value to the statement and returns its parameter
 */
function findsWord(word: string, column: string, parameter: (pattern: string) => string): string {
  if (word.length > 2) return `${column} LIKE ${parameter(`%${literal(word)}%`)}`;
  return `(${column} LIKE ${parameter(`${literal(word)}%`)} OR ${column} LIKE ${parameter(`% ${literal(word)}%`)})`;
}

/** SQL (` AND …`) for rows whose column of words contains every word of a search; adds its parameters to `values`. */
export const andFound = (search: string, column: string, values: unknown[]): string =>
  searchTerms(plainWords(search))
    .map((term) => ` AND ${termSql(term, (word) => findsWord(word, column, (pattern) => `$${values.push(pattern)}`))}`)
    .join('');

/** Fewer letters are the start of too many words. */
const MIN_OF_KIND = 3;

/**
 * The remaining words of a search within a kind of record: "invoice 17" means the invoice 17. If the kind is the only
 * word, it does not distinguish records, and is searched like any other word.
 */
function withoutKind(words: readonly string[], kind: string): readonly string[] {
  const kindWords = plainWords(kind);
  const rest = words.filter((word) => word.length < MIN_OF_KIND || !kindWords.some((one) => one.startsWith(word)));
  return rest.length === 0 ? words : rest;
}

/** The person who searches. */
interface Searcher {
  scope: Scope;
  userId: number;
  /** The kinds of records that the caller can view. */
  kinds: ReadonlySet<RecordKind>;
  /** The language of the names of kinds of records and documents. */
  language: Language;
}

/**
 * The records that contain every word of a search in any of their fields, the best of each kind first: names that begin
 * with it, then the record with this number, then names with a word that begins with it.
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
    const { search: source } = RECORD_TABLES[kind];
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
      ${source.newestFirst ? 'ORDER BY r.id DESC' : ''} LIMIT ${MAX_RANKED}`;
    return `(SELECT '${kind}' AS kind, id, label, note, moved FROM (${found}) found
      ORDER BY words LIKE ${parameter(`${begins}%`)} DESC, numbered DESC, words LIKE ${parameter(`% ${begins}%`)} DESC,
        ${source.newestFirst ? 'id DESC' : 'lower(label), id'} LIMIT ${MAX_SEARCH_RESULTS})`;
  });
  if (parts.length === 0) return [];
  const { rows } = await db.query<FoundRecord>(parts.join(' UNION ALL '), values);
  return rows;
}
