import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { distanceM } from '../distance.ts';
import { folded } from '../folded.ts';
import { tileSpot } from '../tile-spot.ts';
import { indexWords } from './index-build.ts';
import {
  indexVersion,
  kindTag,
  NAME_KINDS,
  type NameKind,
  NEAR_LEVELS,
  readMeta,
  tileTag,
  unpackNames,
} from './index-format.ts';
import type { Names } from './naming-layouts.ts';

export interface FoundName {
  kind: NameKind;
  names: Names;
  lat: number;
  lon: number;
}

export interface MapIndex {
  /**
   * Finds features by the query, in any language of the file: towns and their parts, then streets, then shops and
   * similar; the nearest first. The name of the town may follow ("main street nashik"), and a house number, which is
   * ignored.
   *
   * @param near the approximate location of the person searching
   */
  find(typed: string, most: number, near: { lat: number; lon: number } | null): FoundName[];
  close(): void;
}

/** For a name shared by a thousand streets, at most this many are compared. */
const MAX_COMPARED = 200;
/** The maximum number of words of a query: more than an address has. */
const MAX_WORDS = 8;
/** The time limit of a search: it runs on the thread on which everything else waits. */
const MAX_MS = 150;

/**
 * Opens the index for this version of a map file; null if it is missing, unfinished, or for another version.
 * @param now a clock, ms
 */
export function openIndex(file: string, mapVersion: string, now = () => performance.now()): MapIndex | null {
  if (!existsSync(file)) return null;
  let db: DatabaseSync | null = null;
  try {
    db = new DatabaseSync(file, { readOnly: true });
    if (readMeta(db, 'version') === indexVersion(mapVersion) && readMeta(db, 'done') === '1') return search(db, now);
  } catch {
    // Broken, or not an index: it is rebuilt.
  }
  db?.close();
  return null;
}

function search(db: DatabaseSync, now: () => number): MapIndex {
  const matching = db.prepare(
    `SELECT kind, names, lat, lon FROM named WHERE id IN (SELECT rowid FROM words WHERE words MATCH ? LIMIT ${MAX_COMPARED})`,
  );
  /** Returns features with all the words in their name, near a location if given. */
  const ask = (words: readonly string[], kinds: readonly NameKind[], near: Near | null): FoundName[] => {
    const tags = kinds.flatMap((kind) => (near ? tilesAround(kind, near) : [kindTag(kind)])).join(' OR ');
    return matching.all(`{own} : (${matchOf(words)}) AND {tags} : (${tags})`).map((row) => ({
      kind: NAME_KINDS[Number(row['kind'])] ?? 'poi',
      names: unpackNames(String(row['names'])),
      lat: Number(row['lat']) / 1e6,
      lon: Number(row['lon']) / 1e6,
    }));
  };
  /** If the last words are those of a town or a part of one, returns the streets and points there. */
  const inTown = (words: readonly string[], fleet: Near | null, until: number): FoundName[] => {
    for (let own = words.length - 1; own > 0; own -= 1) {
      if (now() > until) return [];
      const towns = ask(words.slice(own), AREAS, null).toSorted(byLength(words.slice(own), fleet?.at ?? null));
      for (const { lat, lon } of towns.slice(0, MAX_TOWNS)) {
        if (now() > until) return [];
        const found = ask(words.slice(0, own), ['street', 'poi'], { at: { lat, lon }, level: NEAR_LEVELS.town });
        if (found.length > 0) return found.toSorted(byDistance(words.slice(0, own), { lat, lon }));
      }
    }
    return [];
  };
  const find = (words: readonly string[], most: number, at: Place | null, until: number): FoundName[] => {
    const fleet: Near | null = at && { at, level: NEAR_LEVELS.fleet };
    const found = new Map<string, FoundName>();
    const add = (more: readonly FoundName[]) => {
      for (const one of more) found.set(`${one.kind} ${one.names.name} ${one.lat} ${one.lon}`, one);
    };
    for (const kinds of [AREAS, ['street'], ['poi']] satisfies (readonly NameKind[])[]) {
      for (const near of fleet ? [fleet, null] : [null]) {
        if (found.size < most && now() <= until) add(ask(words, kinds, near).toSorted(byLength(words, at)));
      }
    }
    if (found.size < most && words.length > 1) add(inTown(words, fleet, until));
    return [...found.values()].slice(0, most);
  };

  return {
    find(typed, most, near) {
      const until = now() + MAX_MS;
      const all = indexWords(typed).slice(0, MAX_WORDS);
      // One letter matches too many words; a single character counts as a word only if it is a number.
      const words = all.filter((word) => word.length > 1 || /\p{N}/u.test(word));
      const found = words.some((word) => word.length > 1) ? find(words, most, near, until) : [];
      if (found.length > 0) return found;
      // A house number: the index only contains the street.
      const names = words.filter((word) => !/\p{N}/u.test(word));
      return names.length === words.length || names.length === 0 ? [] : find(names, most, near, until);
    },
    close: () => db.close(),
  };
}

interface Place {
  lat: number;
  lon: number;
}

interface Near {
  at: Place;
  /** Level of the tile at that location and of those around it. */
  level: number;
}

const AREAS = ['town', 'part'] as const;
/** The most towns with the same name in which a street is searched for. */
const MAX_TOWNS = 5;

const matchOf = (words: readonly string[]): string =>
  words.map((word) => (word.length > 1 ? `"${word}" *` : `"${word}"`)).join(' AND ');

function tilesAround(kind: NameKind, { at: { lat, lon }, level }: Near): string[] {
  const { column, row } = tileSpot(lat, lon, level);
  const side = 2 ** level;
  return [-1, 0, 1].flatMap((dx) =>
    [-1, 0, 1].map((dy) => tileTag(kind, level, (column + dx + side) % side, row + dy)),
  );
}

/** Returns by how much the name is longer than the query. */
function surplus({ names: { name, other } }: FoundName, words: readonly string[]): number {
  const typed = words.join(' ').length;
  return Math.min(...[name, ...Object.values(other)].map((one) => Math.abs(folded(one).length - typed)));
}

const metres = ({ lat, lon }: FoundName, at: Place): number => distanceM(at.lat, at.lon, lat, lon);

/** Whole names before longer ones, then the nearest. */
const byLength = (words: readonly string[], near: Place | null) => (a: FoundName, b: FoundName) =>
  surplus(a, words) - surplus(b, words) || (near ? metres(a, near) - metres(b, near) : 0);

/** In a town or a part of one, an excess letter counts as much as this distance, metres. */
const LETTER_M = 150;
const byDistance = (words: readonly string[], at: Place) => (a: FoundName, b: FoundName) =>
  metres(a, at) + LETTER_M * surplus(a, words) - metres(b, at) - LETTER_M * surplus(b, words);
