import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { smallMap } from '../testing/small-map.ts';
import { twoStreets } from '../testing/two-streets.ts';
import { buildIndex, IndexBusy } from './index-build.ts';
import { type MapIndex, openIndex } from './index-search.ts';
import { MAP_LAYOUTS } from './layout.ts';
import { openStreetMap, type StreetMap } from './street-map.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'milepost-index-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

let made = 0;
async function mapOfBytes(bytes: Buffer): Promise<{ map: StreetMap; draft: string }> {
  const file = join(folder, `${(made += 1)}.pmtiles`);
  writeFileSync(file, bytes);
  return { map: await openStreetMap(file), draft: `${file}.index` };
}

describe.each(MAP_LAYOUTS)('name index of a file of the layout of %s', (layout) => {
  let map: StreetMap;
  let index: MapIndex;
  let file: string;
  beforeAll(async () => {
    const opened = await mapOfBytes(twoStreets(layout));
    map = opened.map;
    file = opened.draft;
    await buildIndex({ ...opened, onProgress: () => {} });
    const found = openIndex(opened.draft, map.archive.version);
    if (!found) throw new Error('no index');
    index = found;
  });
  afterAll(async () => {
    index.close();
    await map.archive.close();
  });
  const find = (typed: string) => index.find(typed, 10, null).map(({ names }) => names.name);

  test('finds streets, suburbs, towns and points by word prefixes', () => {
    expect(find('main')).toEqual(['Main Street']);
    expect(find('STREET ma')).toEqual(['Main Street']);
    expect(find('ganja')).toEqual(['Ganjamal']);
    expect(find('hospital')).toEqual(['City Hospital']);
    expect(find('footpath')).toEqual([]);
    expect(find('x')).toEqual([]);
    expect(find('" OR own:*')).toEqual([]);
  });

  test('finds by the name in another language', () => {
    expect(find('मुख्य')).toEqual(['Main Street']);
    expect(find('नाशिक')).toEqual(['Nashik']);
    expect(find('ناشيك')).toEqual(['Nashik']);
  });

  test('accepts the town after the street, and a house number', () => {
    expect(find('rivera road, nashik')).toEqual(['Rivera Road']);
    expect(find('main street 4')).toEqual(['Main Street']);
    expect(find('main street 4, nashik')).toEqual(['Main Street']);
    expect(find('rivera road mumbai')).toEqual([]);
    // The town itself, not all its streets.
    expect(find('nashik')).toEqual(['Nashik']);
  });

  test('gives up when a search would take too long', () => {
    let hours = 0;
    const slow = openIndex(file, map.archive.version, () => (hours += 3_600_000));
    expect(slow?.find('rivera road, nashik', 10, null)).toEqual([]);
    slow?.close();
  });

  test('returns a position on the street', () => {
    const [street] = index.find('main street', 1, { lat: 20, lon: 73 });
    expect(street?.kind).toBe('street');
    expect(street?.lat).toBeCloseTo(20, 3);
    expect(street?.lon).toBeGreaterThan(73.79);
    expect(street?.lon).toBeLessThan(73.8055);
  });
});

const everything = (file: string) => {
  const db = new DatabaseSync(file, { readOnly: true });
  const rows = db.prepare('SELECT kind, names, lat, lon FROM named ORDER BY id').all();
  db.close();
  return rows;
};

test('a build interrupted anywhere resumes there and gives the same index', async () => {
  const bytes = smallMap({ layout: 'protomaps' }, 20);
  const { map, draft } = await mapOfBytes(bytes);
  const steps = { commitEveryMs: 0, blockLevel: 14 };
  let copies = 0;
  // The file after each commit is what a kill would leave on disk.
  await buildIndex({ map, draft, ...steps, onProgress: () => copyFileSync(draft, `${draft}.${(copies += 1)}`) });
  expect(copies).toBeGreaterThan(3);
  const whole = everything(draft);
  expect(whole.length).toBeGreaterThan(50);
  for (const copy of [1, Math.ceil(copies / 2), copies]) {
    expect(openIndex(`${draft}.${copy}`, map.archive.version)).toBeNull();
    await buildIndex({ map, draft: `${draft}.${copy}`, ...steps, onProgress: () => {} });
    expect(everything(`${draft}.${copy}`)).toEqual(whole);
  }
  await map.archive.close();
});

test('a finished draft not yet moved into place is kept', async () => {
  const { map, draft } = await mapOfBytes(twoStreets('protomaps'));
  await buildIndex({ map, draft, onProgress: () => {} });
  const whole = everything(draft);
  await buildIndex({ map, draft, onProgress: () => {} });
  expect(everything(draft)).toEqual(whole);
  await map.archive.close();
});

test('an index of another file is not used, a partial one of it is rebuilt, and so is an invalid one', async () => {
  const first = await mapOfBytes(twoStreets('protomaps'));
  const second = await mapOfBytes(smallMap({ layout: 'protomaps' }));
  await buildIndex({ ...first, onProgress: () => {} });
  expect(openIndex(first.draft, second.map.archive.version)).toBeNull();
  await buildIndex({ map: second.map, draft: first.draft, onProgress: () => {} });
  const index = openIndex(first.draft, second.map.archive.version);
  expect(index?.find('main street', 5, null)).toEqual([]);
  expect(index?.find('rincon', 5, null)[0]?.names.name).toBe('Rincón');
  index?.close();
  writeFileSync(first.draft, 'no database at all, but of some length'.repeat(100));
  expect(openIndex(first.draft, second.map.archive.version)).toBeNull();
  await buildIndex({ map: second.map, draft: first.draft, onProgress: () => {} });
  expect(everything(first.draft).length).toBeGreaterThan(50);
  await Promise.all([first.map.archive.close(), second.map.archive.close()]);
});

test('two processes do not build one index at the same time', async () => {
  const { map, draft } = await mapOfBytes(twoStreets('protomaps'));
  const other = new DatabaseSync(draft);
  other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  await expect(buildIndex({ map, draft, onProgress: () => {} })).rejects.toBeInstanceOf(IndexBusy);
  other.close();
  await map.archive.close();
});
