import { toPlaces } from '@milepost/city/places';
import { beforeEach, expect, test } from 'vitest';
import type { FoundPlace } from '../store/addresses/addresses.ts';
import { worldTowns } from '../testing/world-towns.ts';
import type { AddressCache } from './address-cache.ts';
import { worldPlaces } from './places.ts';

const READER = { language: 'en', units: 'metric' } as const;
const streets = toPlaces({
  names: ['Av. Italia', ...Array.from({ length: 12 }, (_, index) => `Av. Italiana ${'ABCDEFGHIJKL'[index]}`)],
  suburbs: [{ name: 'Buceo', lat: -34.8978, lon: -56.1287 }],
  // A street every 111 m, south of the avenue.
  roads: Array.from({ length: 13 }, (_, index) => [index, -34_886_929 - 1000 * index, -56_130_000, 0, 2000]),
});
/** In the format of Nominatim. */
const HOUSE = { name: '2500, Avenida Italia, Buceo, Montevideo, 11600, Uruguay', lat: -34.8869, lon: -56.1289 };

const towns = worldTowns();
const searches: string[] = [];
let answer: FoundPlace[] = [];
const addressCache: AddressCache = {
  at: () => null,
  load: () => Promise.resolve(),
  find(typed, most) {
    searches.push(typed);
    return Promise.resolve(answer.slice(0, most));
  },
  locate: () => Promise.resolve(null),
  stop: () => Promise.resolve(),
};
beforeEach(() => {
  searches.length = 0;
  answer = [HOUSE];
});

test('a street is found in the streets of the city without a geocoder', async () => {
  const places = worldPlaces({ streets, towns });
  expect((await places.find('Av. Italia, Buceo', 8, READER))[0]?.name).toBe('Av. Italia, Buceo');
});

test('streets of the city leave room for the addresses of a geocoder', async () => {
  const found = await worldPlaces({ streets, towns }, { addressCache }).find('av italia', 8, READER);
  expect(found.length).toBeGreaterThan(4);
  expect(found).toContainEqual(HOUSE);
  expect(found[0]?.name).not.toBe(HOUSE.name);
});

test('with a house number the address of the geocoder comes first: the city has only the street', async () => {
  const places = worldPlaces({ streets, towns }, { addressCache });
  const found = await places.find('Av. Italia 2500, Buceo', 8, READER);
  expect(found.slice(0, 2).map(({ name }) => name)).toEqual([HOUSE.name, 'Av. Italia, Buceo']);
});

test('a search in own data is sent to no geocoder', async () => {
  const places = worldPlaces({ streets, towns }, { addressCache });
  const found = await places.find('av italia, buceo', 8, READER, { own: true });
  expect(found[0]?.name).toBe('Av. Italia, Buceo');
  expect(searches).toEqual([]);
});
