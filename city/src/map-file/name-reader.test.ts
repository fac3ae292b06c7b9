import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { twoStreets } from '../testing/two-streets.ts';
import { MAP_LAYOUTS } from './layout.ts';
import { createNameReader, type NameReader } from './name-reader.ts';
import { nameIn } from './naming-layouts.ts';
import { openStreetMap, type StreetMap } from './street-map.ts';

describe.each(MAP_LAYOUTS)('names in a file of the layout of %s', (layout) => {
  let folder: string;
  let map: StreetMap;
  let reader: NameReader;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'milepost-names-'));
    const file = join(folder, 'x.pmtiles');
    writeFileSync(file, twoStreets(layout));
    map = await openStreetMap(file);
    reader = createNameReader(map);
  });
  afterAll(async () => {
    await map.archive.close();
    rmSync(folder, { recursive: true });
  });
  const at = async (lat: number, lon: number, language = 'en') => {
    const { street, number, part, town } = await reader.nameAt(lat, lon);
    return (
      [street, part, town].map((names) => names && nameIn(names, language)).join(' | ') + (number && ` # ${number}`)
    );
  };

  test('names the nearest street, the suburb and the town', async () => {
    // 111 m south of Main Street; 0.001 degree north of it is still nearer than to Rivera Road.
    expect(await at(19.999, 73.7935)).toBe('Main Street | Ganjamal | Nashik');
    expect(await at(20.001, 73.7935)).toBe('Main Street | Ganjamal | Nashik');
    expect(await at(20.003, 73.7935)).toBe('Rivera Road | Ganjamal | Nashik');
  });

  test('returns a house number within 40 m on that street', async () => {
    // 0.0001 degree of longitude is 10 m here.
    expect(await at(20, 73.7951)).toBe('Main Street | Ganjamal | Nashik # 4');
    expect(await at(20, 73.7955)).toBe('Main Street | Ganjamal | Nashik');
    expect(await at(20.0042, 73.797)).toBe('Rivera Road | Ganjamal | Nashik # 17B');
  });

  test("uses the reader's language where the file has it", async () => {
    expect(await at(20, 73.7935, 'hi')).toBe('मुख्य मार्ग | Ganjamal | नाशिक');
    expect(await at(20, 73.7935, 'ar')).toBe('Main Street | Ganjamal | ناشيك');
  });

  test('finds a street in the neighbouring tile, up to 300 m away', async () => {
    // A tile ends at 73.80615 E. The street ends at 73.8055: 209 m from the first, 314 m from the second.
    expect(await at(20, 73.8075)).toBe('Main Street | Ganjamal | Nashik');
    expect(await at(20, 73.8085)).toBe(' |  | ');
  });

  test('returns no names where the file has nothing', async () => {
    expect(await at(48.1, 11.5)).toBe(' |  | ');
    expect(await at(89.9, 0)).toBe(' |  | ');
    expect(await at(20, -180)).toBe(' |  | ');
  });
});
