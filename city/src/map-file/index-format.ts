import type { DatabaseSync } from 'node:sqlite';
import type { Names } from './naming-layouts.ts';

/** Another version is made anew. */
const FORMAT = 1;

export const NAMED_KINDS = ['town', 'part', 'street', 'poi'] as const;
export type NamedKind = (typeof NAMED_KINDS)[number];

/** Tiles of this level say what is near: 150 km at the equator. */
export const NEAR_LEVEL = 8;

/** The words of an index of this format of a map file. */
export const indexVersion = (mapVersion: string): string => `${FORMAT}-${mapVersion}`;

/** As a word of the index: which kind something is of, and in which tile of `NEAR_LEVEL` it lies. */
export const kindTag = (kind: NamedKind): string => `k${NAMED_KINDS.indexOf(kind)}`;
export const nearTag = (column: number, row: number): string => `n${column}x${row}`;

/**
 * What is named, and a full-text index over it that keeps no text of its own: what it is called, what is around it, and
 * tags. `named.names` is a name and those in other languages, as JSON; places are in 1e-6 degrees.
 */
export const SCHEMA = `
  CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS named (
    id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, names TEXT NOT NULL, lat INTEGER NOT NULL, lon INTEGER NOT NULL
  );
  CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5(
    own, around, tags, content = '', detail = column, prefix = '2 3', tokenize = 'unicode61'
  );
`;

export function readMeta(db: DatabaseSync, key: string): string | null {
  const value = db.prepare('SELECT value FROM meta WHERE key = ?').get(key)?.['value'];
  return typeof value === 'string' ? value : null;
}

export function writeMeta(db: DatabaseSync, key: string, value: string): void {
  db.prepare('INSERT INTO meta VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value').run(key, value);
}

export const packNames = ({ name, other }: Names): string => JSON.stringify([name, other]);

export function unpackNames(packed: string): Names {
  const [name, other]: [string, Record<string, string>] = JSON.parse(packed);
  return { name, other };
}
