import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { twoStreets } from '@milepost/city/testing/two-streets';
import type { Town, Towns } from '@milepost/city/towns';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMemoryBus } from '../bus/memory-bus.ts';
import { type MapFile, watchMapFile } from '../map-file/map-file.ts';
import { createMapSearch, type MapSearch } from '../map-file/map-index.ts';
import type { AddressCache } from './address-cache.ts';
import { createMapNames, type MapNames } from './map-names.ts';
import { type Places, worldPlaces } from './places.ts';

const logger = pino({ level: 'silent' });
const EN = { language: 'en', units: 'metric' } as const;
const NASHIK: Town = { name: 'Nashik', arabicName: null, region: 'Maharashtra', country: 'IN' };
const towns: Towns = {
  near: () => ({ town: NASHIK, section: null, distanceM: 4000, bearingDeg: 90, inside: false }),
  find: () => [],
};
const db = { query: () => Promise.reject(new Error('the file needs no database')) };
const addressCache = {
  find: async () => [{ name: 'Main Street 1, by the geocoder', lat: 20, lon: 73.79 }],
  at: (lat: number) => (lat > 20.003 ? 'By the geocoder' : undefined),
  load: async () => {},
};

let folder: string;
let mapFile: MapFile;
let search: MapSearch;
let mapNames: MapNames;
let places: Places;
const published: number[] = [];
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'milepost-map-names-'));
  const file = path.join(folder, 'x.pmtiles');
  await writeFile(file, twoStreets('openmaptiles'));
  mapFile = await watchMapFile(file, logger, 20);
  const bus = createMemoryBus(logger);
  bus.subscribe('addresses-known', ({ sessionIds }) => published.push(...sessionIds));
  search = createMapSearch(mapFile, folder, logger);
  mapNames = createMapNames(mapFile, search, bus, logger);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the part of it that is asked
  places = worldPlaces({ streets: null, towns }, { addressCache: addressCache as unknown as AddressCache, mapNames });
});
afterAll(async () => {
  await mapNames.stop();
  await search.stop();
  await mapFile.stop();
  await rm(folder, { recursive: true });
});

test('a position gets its name from the file once that is read there, from the town until then; its viewer is notified', async () => {
  const placeAt = places.for({ ...EN, sessionId: 7 });
  expect(placeAt(20, 73.795)).toBe('4 km E of Nashik, Maharashtra, India');
  await expect.poll(() => published).toEqual([7]);
  expect(placeAt(20, 73.795)).toBe('Main Street 4, Ganjamal, Nashik');
});

test('the positions of a list are read before they are named, in the language of the reader', async () => {
  const placeAt = places.for({ ...EN, language: 'hi' });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing asks it
  await placeAt.load?.(db as never, [{ lat: 20.001, lon: 73.792 }]);
  expect(placeAt(20.001, 73.792)).toBe('मुख्य मार्ग, Ganjamal, नाशिक');
});

test('an address of the geocoder precedes the file, and the town names what the file lacks', async () => {
  const placeAt = places.for(EN);
  expect(placeAt(20.0041, 73.792)).toBe('By the geocoder');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing asks it
  await placeAt.load?.(db as never, [{ lat: 10, lon: 10 }]);
  expect(placeAt(10, 10)).toBe('4 km E of Nashik, Maharashtra, India');
});

test('reports whether a street of the file is near, and reads it for that', async () => {
  const hasStreet = await places.streetsNear([
    { lat: 20, lon: 73.798 },
    { lat: 10, lon: 10 },
  ]);
  expect([hasStreet({ lat: 20, lon: 73.798 }), hasStreet({ lat: 10, lon: 10 })]).toEqual([true, false]);
});

const near = async () => ({ lat: 20, lon: 73.8 });

test("a search returns results of the file's index, with their town, and then those of the geocoder", async () => {
  await expect.poll(() => search.state()).toEqual({ kind: 'ready' });
  const found = await places.find('main', 8, { ...EN, language: 'hi' }, { near });
  expect(found.map(({ name }) => name)).toEqual(['मुख्य मार्ग, Ganjamal, नाशिक', 'Main Street 1, by the geocoder']);
  expect((await places.find('nashik', 8, EN, { near }))[0]?.name).toBe('Nashik, Maharashtra, India');
});

test('a house number leads to the house if the file has it, otherwise to its street', async () => {
  const [house] = await places.find('main street 4', 8, EN, { near });
  expect(house).toMatchObject({ name: 'Main Street 4, Ganjamal, Nashik' });
  expect(house?.lat).toBeCloseTo(20.0002, 4);
  expect(house?.lon).toBeCloseTo(73.795, 4);
  // A house number of the other street, and one that does not exist.
  const own = await places.find('main street 17b', 8, EN, { near, own: true });
  expect(own.map(({ name }) => name)).toEqual(['Main Street, Ganjamal, Nashik']);
  expect((await places.find('main street 99', 8, EN, { near }))[0]?.name).toBe('Main Street 1, by the geocoder');
});

test('a name that is found twice keeps its first position', async () => {
  const rows = ['Station Road', 'Market', 'Station Road'].map((name, lat) => ({ name, lat, lon: 0 }));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the part of it that is asked
  const twice = { find: async () => rows } as unknown as AddressCache;
  const found = await worldPlaces({ streets: null, towns }, { addressCache: twice }).find('station', 8, EN);
  expect(found).toEqual(rows.slice(0, 2));
});

test('another file names positions anew, and a broken one names none', async () => {
  const placeAt = places.for(EN);
  await writeFile(path.join(folder, 'x.pmtiles'), 'not a map');
  await expect.poll(() => mapFile.fault()).not.toBeNull();
  expect(placeAt(20, 73.795)).toBe('4 km E of Nashik, Maharashtra, India');
  await writeFile(path.join(folder, 'x.pmtiles'), twoStreets('protomaps'));
  await expect.poll(() => placeAt(20, 73.795)).toBe('Main Street 4, Ganjamal, Nashik');
});

test('returns the road of a vehicle, by its course, in the language of the reader', async () => {
  const onMain = { lat: 20.0001, lon: 73.795 };
  // 30 mph are 48.28 km/h.
  expect(await places.roadAt(EN, onMain, 88)).toEqual({ name: 'Main Street', limitKph: 48 });
  expect(await places.roadAt({ ...EN, language: 'hi' }, onMain, 271)).toEqual({ name: 'मुख्य मार्ग', limitKph: 48 });
  expect(await places.roadAt(EN, onMain, null)).toEqual({ name: 'Main Street', limitKph: 48 });
  // The vehicle drives across the road, or 55 m next to it.
  expect(await places.roadAt(EN, onMain, 0)).toBeNull();
  expect(await places.roadAt(EN, { lat: 19.9995, lon: 73.795 }, 90)).toBeNull();
  expect(await worldPlaces({ streets: null, towns }).roadAt(EN, onMain, 90)).toBeNull();
});

test('returns the limit of a road without waiting, once the file is read there; slow vehicles are not looked up', async () => {
  const driving = { lat: 20.0001, lon: 73.8, speedKph: 60, courseDeg: 88 };
  await writeFile(path.join(folder, 'x.pmtiles'), twoStreets('openmaptiles'));
  await expect.poll(() => places.limits.now(driving)).toBeUndefined();
  expect(await places.limits.at(driving)).toBe(48);
  expect(places.limits.now(driving)).toBe(48);
  expect(places.limits.now({ ...driving, courseDeg: 0 })).toBeNull();
  expect(places.limits.now({ ...driving, speedKph: 19 })).toBeNull();
  expect(worldPlaces({ streets: null, towns }).limits.now(driving)).toBeNull();
});
