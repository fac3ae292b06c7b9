import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { twoStreets } from '../testing/two-streets.ts';
import { MAP_LAYOUTS } from './layout.ts';
import { limitOf } from './naming-layouts.ts';
import { createRoadReader, type RoadReader } from './road-reader.ts';
import { openStreetMap, type StreetMap } from './street-map.ts';

describe.each(MAP_LAYOUTS)('roads of a file of the layout of %s', (layout) => {
  let folder: string;
  let map: StreetMap;
  let roads: RoadReader;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'milepost-roads-'));
    const file = join(folder, 'x.pmtiles');
    writeFileSync(file, twoStreets(layout));
    map = await openStreetMap(file);
    roads = createRoadReader(map);
  });
  afterAll(async () => {
    await map.archive.close();
    rmSync(folder, { recursive: true });
  });
  const at = async (lat: number, lon: number, courseDeg: number | null) => {
    const road = await roads.roadAt(lat, lon, courseDeg);
    return road && [road.names?.name ?? null, road.limitKph];
  };

  test('are found by position and course, in both directions, with their limit', async () => {
    expect(await at(20.0001, 73.795, 90)).toEqual(['Main Street', 48]);
    expect(await at(20.0001, 73.795, 250)).toEqual(['Main Street', 48]);
    expect(await at(20.0041, 73.795, 270)).toEqual(['Rivera Road', null]);
    expect(await at(20.0041, 73.795, null)).toEqual(['Rivera Road', null]);
  });

  test('exclude crossing roads, roads farther than 30 m, and footpaths', async () => {
    expect(await at(20.0001, 73.795, 180)).toBeNull();
    expect(await at(19.9996, 73.795, 90)).toBeNull();
    expect(await at(20.0005, 73.795, 90)).toBeNull();
    expect(await at(-30, 10, 90)).toBeNull();
  });
});

it.each([
  ['50', 50],
  [60, 60],
  ['30 mph', 48],
  ['80 km/h', 80],
  ['none', null],
  ['walk', null],
  ['RO:urban', null],
  ['50;30', null],
  ['0', null],
])('a limit of %s is %s km/h', (maxspeed, kph) => {
  expect(limitOf({ maxspeed })).toBe(kph);
});
