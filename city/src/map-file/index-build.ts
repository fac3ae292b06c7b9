import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import { folded } from '../folded.ts';
import { gridToLat, gridToLon } from '../grid.ts';
import { tileSpot } from '../tile-spot.ts';
import { BLOCK_LEVEL, readBlocks, type IndexedName } from './index-blocks.ts';
import {
  indexVersion,
  kindTag,
  NAME_KINDS,
  NEAR_LEVELS,
  packNames,
  readMeta,
  SCHEMA,
  tileTag,
  writeMeta,
} from './index-format.ts';
import type { Names } from './naming-layouts.ts';
import type { StreetMap } from './street-map.ts';

/** Another process is building the same index. */
export class IndexBusy extends Error {}

export interface BuildOptions {
  map: StreetMap;
  /** The file in which it is built; an existing draft for the same map is continued. */
  draft: string;
  /** Reports progress now and then: 0 to 1. */
  onProgress: (part: number) => void;
  /** For tests: the amount read and stored at a time. */
  commitEveryMs?: number;
  blockLevel?: number;
}

const COMMIT_EVERY_MS = 1000;
/** Pauses after this much work, so that other work on the machine continues. */
const WORK_MS = 100;
const PAUSE_MS = 25;
const GRID = 2 ** 32;

/**
 * Builds the index of all names of a map file. Stored work survives whatever ends the process, and is continued.
 *
 * @throws IndexBusy, MapFileFault
 */
export async function buildIndex(options: BuildOptions): Promise<void> {
  const { map, draft, onProgress, commitEveryMs = COMMIT_EVERY_MS, blockLevel = BLOCK_LEVEL } = options;
  const version = indexVersion(map.archive.version);
  const db = openDraft(draft, version);
  try {
    // The earlier builder ended before moving it into place.
    if (readMeta(db, 'done') === '1') return;
    const insert = prepare(db);
    let [committedAt, pausedAt] = [performance.now(), performance.now()];
    const from = Number(readMeta(db, 'next') ?? 0);
    const total = Math.max(1, map.archive.header.numTileEntries);
    db.exec('BEGIN');
    for await (const { things, next, entries } of readBlocks(
      map,
      from,
      Number(readMeta(db, 'entries') ?? 0),
      blockLevel,
    )) {
      for (const thing of things) insert(thing);
      const now = performance.now();
      if (now - committedAt >= commitEveryMs) {
        writeMeta(db, 'next', String(next));
        writeMeta(db, 'entries', String(entries));
        db.exec('COMMIT; BEGIN');
        committedAt = now;
        onProgress(Math.min(1, entries / total));
      }
      if (now - pausedAt >= WORK_MS) {
        await delay(PAUSE_MS);
        pausedAt = performance.now();
      }
    }
    writeMeta(db, 'done', '1');
    db.exec('COMMIT');
  } finally {
    db.close();
  }
}

/** Opens the draft for the same file, or creates a new one. */
function openDraft(draft: string, version: string): DatabaseSync {
  for (const isLast of [false, true]) {
    let db: DatabaseSync | null = null;
    try {
      db = new DatabaseSync(draft);
      // One process at a time; the lock is released when the process ends.
      db.exec(
        'PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16000; BEGIN EXCLUSIVE',
      );
      db.exec(SCHEMA);
      const made = readMeta(db, 'version');
      if (made === null) writeMeta(db, 'version', version);
      db.exec('COMMIT');
      if (made === null || made === version) return db;
    } catch (error) {
      db?.close();
      if (error instanceof Error && /locked|busy/i.test(error.message)) throw new IndexBusy('', { cause: error });
      if (isLast) throw error;
      removeIndex(draft);
      continue;
    }
    // The draft belongs to another file, or has another format.
    db.close();
    removeIndex(draft);
  }
  throw new Error('unreachable');
}

export function removeIndex(file: string): void {
  for (const one of [file, `${file}-journal`]) rmSync(one, { force: true });
}

function prepare(db: DatabaseSync) {
  const labelled = db.prepare('INSERT INTO named (kind, names, lat, lon) VALUES (?, ?, ?, ?)');
  const words = db.prepare('INSERT INTO words (rowid, own, tags) VALUES (?, ?, ?)');
  return ({ kind, names, x, y }: IndexedName): void => {
    const [lat, lon] = [gridToLat(y * GRID), gridToLon(x * GRID)];
    const { lastInsertRowid } = labelled.run(
      NAME_KINDS.indexOf(kind),
      packNames(names),
      Math.round(lat * 1e6),
      Math.round(lon * 1e6),
    );
    const tiles = Object.values(NEAR_LEVELS).map((level) => {
      const { column, row } = tileSpot(lat, lon, level);
      return tileTag(kind, level, column, row);
    });
    words.run(lastInsertRowid, wordsOf(names), [kindTag(kind), ...tiles].join(' '));
  };
}

/** Names in all languages, each word once. */
const wordsOf = ({ name, other }: Names): string =>
  [...new Set([name, ...Object.values(other)].flatMap((one) => indexWords(one)))].join(' ');

/** Returns the words of a name in the form used for searching: without accents and marks. */
export const indexWords = (text: string): string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];
