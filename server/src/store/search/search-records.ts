import type { FoundRecord } from '@milepost/contract/search-routes';
import { RECORD_KIND_NAMES, type RecordKind } from '@milepost/contract/record-kinds';
import type { Queryable } from '../database.ts';
import type { Scope } from '../scope.ts';
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

/**
 * SQL that finds one word ($n and, for the beginnings of words, $n + 1). Two letters have no letters in threes that an
 * index could find inside of words, so they are looked for at the beginning of words only.
 */
function finds(word: string, values: string[]): string {
  const parameter = (pattern: string) => `$${values.push(pattern) + 1}`;
  if (word.length > 2) return `r.words LIKE ${parameter(`%${literal(word)}%`)}`;
  return `(r.words LIKE ${parameter(`${literal(word)}%`)} OR r.words LIKE ${parameter(`% ${literal(word)}%`)})`;
}

/**
 * The records that hold every word of a search in any of their fields, each kind's best first: names that begin so, then
 * names with a word that begins so.
 * @param kinds those that the caller may view
 */
export async function searchRecords(
  db: Queryable,
  scope: Scope,
  search: string,
  kinds: ReadonlySet<RecordKind>,
): Promise<FoundRecord[]> {
  const wanted = plain(search);
  const words = wanted.split(/\s+/).filter((word) => word !== '');
  const patterns: string[] = [];
  const all = words.map((word) => finds(word, patterns)).join(' AND ');
  if (all === '') return [];
  const begins = `$${patterns.push(`${literal(wanted)}%`) + 1}`;
  const wordBegins = `$${patterns.push(`% ${literal(wanted)}%`) + 1}`;
  const parts = RECORD_KIND_NAMES.flatMap((kind) => {
    const source = SEARCH_SOURCES[kind];
    if (!source || !kinds.has(kind)) return [];
    const found = `SELECT r.id, ${source.label} AS label, left(${source.note}, ${NOTE_LENGTH}) AS note, r.words
      FROM ${source.from} WHERE r.organisation_id = ANY($1)${source.and(scope)} AND ${all} LIMIT ${MOST_RANKED}`;
    return `(SELECT '${kind}' AS kind, id, label, note FROM (${found}) found
      ORDER BY words LIKE ${begins} DESC, words LIKE ${wordBegins} DESC, lower(label), id LIMIT ${MOST_FOUND})`;
  });
  if (parts.length === 0) return [];
  const { rows } = await db.query<FoundRecord>(parts.join(' UNION ALL '), [scope.organisationIds, ...patterns]);
  return rows;
}
