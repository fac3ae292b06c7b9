import type { DatabaseSync } from 'node:sqlite';
import type { Names } from './naming-layouts.ts';

/** An index of another version is rebuilt. */
const FORMAT = 2;

export const NAME_KINDS = ['town', 'part', 'street', 'poi'] as const;
export type NameKind = (typeof NAME_KINDS)[number];

/** Levels of the tiles that define nearness: 20 and 150 km at the equator. */
export const NEAR_LEVELS = { town: 11, fleet: 8 };

/** Returns the version of an index with this format for a map file. */
export const indexVersion = (mapVersion: string): string => `${FORMAT}-${mapVersion}`;

/** Tags as words of the index: the kind of a feature, and the kind within a tile. */
export const kindTag = (kind: NameKind): string => `k${NAME_KINDS.indexOf(kind)}`;
export const tileTag = (kind: NameKind, level: number, column: number, row: number): string =>
  `${kindTag(kind)}z${level}x${column}y${row}`;

/**
 * The named features, and a full-text index over them that stores no text of its own: words and tags. `named.names` is
 * a name and its translations, as JSON; coordinates are in 1e-6 degrees. Prefixes are stored in the index itself:
 * collecting those of a word in a million streets would take long.
 */
export const SCHEMA = `
  CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS named (
    id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, names TEXT NOT NULL, lat INTEGER NOT NULL, lon INTEGER NOT NULL
  );
  CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5(
    own, tags, content = '', detail = column, prefix = '2 3 4 5 6', tokenize = 'unicode61'
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
