import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { distanceM } from '../distance.ts';
import { folded } from '../folded.ts';
import { tileSpot } from '../tile-spot.ts';
import { indexWords } from './index-build.ts';
import {
  indexVersion,
  kindTag,
  NAMED_KINDS,
  type NamedKind,
  NEAR_LEVEL,
  nearTag,
  readMeta,
  unpackNames,
} from './index-format.ts';
import type { Names } from './naming-layouts.ts';

export interface FoundName {
  kind: NamedKind;
  names: Names;
  lat: number;
  lon: number;
}

export interface MapIndex {
  /**
   * What is called as was typed, in any language of the file: towns and their parts, then streets, then shops and the
   * like; the nearest first. The name of the town may follow ("main street nashik"), and a house number, which is left out.
   *
   * @param near who looks is there, about
   */
  find(typed: string, most: number, near: { lat: number; lon: number } | null): FoundName[];
  close(): void;
}

/** Of a name that a thousand streets have, so many are compared. */
const MOST_COMPARED = 200;
/** More words than an address has. */
const MOST_WORDS = 8;

/** The index of this version of a map file; null where it is not there, not finished, or of another. */
export function openIndex(file: string, mapVersion: string): MapIndex | null {
  if (!existsSync(file)) return null;
  let db: DatabaseSync | null = null;
  try {
    db = new DatabaseSync(file, { readOnly: true });
    if (readMeta(db, 'version') === indexVersion(mapVersion) && readMeta(db, 'done') === '1') return search(db);
  } catch {
    // Broken, or none of ours: it is made anew.
  }
  db?.close();
  return null;
}

function search(db: DatabaseSync): MapIndex {
  const matching = db.prepare(
    `SELECT kind, names, lat, lon FROM named WHERE id IN (SELECT rowid FROM words WHERE words MATCH ? LIMIT ${MOST_COMPARED})`,
  );
  const ask = (match: string): FoundName[] =>
    matching.all(match).map((row) => ({
      kind: NAMED_KINDS[Number(row['kind'])] ?? 'poi',
      names: unpackNames(String(row['names'])),
      lat: Number(row['lat']) / 1e6,
      lon: Number(row['lon']) / 1e6,
    }));

  return {
    find(typed, most, near) {
      const all = indexWords(typed).slice(0, MOST_WORDS);
      const found = findBy(ask, all, most, near);
      if (found.length > 0) return found;
      // A house number: the street is what the index knows.
      const words = all.filter((word) => !/\p{N}/u.test(word));
      return words.length === all.length ? [] : findBy(ask, words, most, near);
    },
    close: () => db.close(),
  };
}

function findBy(
  ask: (match: string) => FoundName[],
  words: readonly string[],
  most: number,
  near: { lat: number; lon: number } | null,
): FoundName[] {
  if (words.length === 0 || (words.length === 1 && (words[0]?.length ?? 0) < 2)) return [];
  const every = words.map((word) => `"${word}" *`).join(' AND ');
  const some = words.map((word) => `"${word}" *`).join(' OR ');
  const own = `{own} : (${every})`;
  // At least one word is its own: else a town would bring all its streets.
  const withTown = words.length > 1 ? [`({own around} : (${every})) AND ({own} : (${some}))`] : [];
  const nearBy = near ? `{tags} : (${nearTags(near)})` : null;
  const first = compare(words, near);
  const found = new Map<string, FoundName>();
  for (const kinds of [['town', 'part'], ['street'], ['poi']] satisfies NamedKind[][]) {
    const tags = `{tags} : (${kinds.map(kindTag).join(' OR ')})`;
    for (const match of [own, ...withTown]) {
      for (const where of nearBy ? [nearBy, null] : [null]) {
        if (found.size >= most) break;
        const asked = ask([`(${match})`, tags, ...(where ? [where] : [])].join(' AND '));
        for (const one of asked.toSorted(first)) {
          found.set(`${one.kind} ${one.names.name} ${one.lat} ${one.lon}`, one);
        }
      }
    }
  }
  return [...found.values()].slice(0, most);
}

/** The tile of a place and those around it. */
function nearTags({ lat, lon }: { lat: number; lon: number }): string {
  const { column, row } = tileSpot(lat, lon, NEAR_LEVEL);
  const side = 2 ** NEAR_LEVEL;
  return [-1, 0, 1]
    .flatMap((dx) => [-1, 0, 1].map((dy) => nearTag((column + dx + side) % side, row + dy)))
    .join(' OR ');
}

/** Whole names before longer ones, then the nearest. */
function compare(words: readonly string[], near: { lat: number; lon: number } | null) {
  const typed = words.join(' ');
  const length = ({ names: { name, other } }: FoundName) =>
    Math.min(...[name, ...Object.values(other)].map((one) => Math.abs(folded(one).length - typed.length)));
  const far = ({ lat, lon }: FoundName) => (near ? Math.round(distanceM(near.lat, near.lon, lat, lon)) : 0);
  return (a: FoundName, b: FoundName) => length(a) - length(b) || far(a) - far(b);
}
