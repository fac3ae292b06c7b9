import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ServiceFault } from '../../ask-service.ts';
import { testGeocoder, type TestGeocoder } from '../../testing/geocoder.ts';
import type { Geocoder } from './geocoder.ts';
import { openGeocoder } from './open-geocoder.ts';

let service: TestGeocoder;
let geocoder: Geocoder;
beforeAll(async () => {
  service = await testGeocoder();
  const settings = { form: 'photon' as const, url: `${service.url}/geo?key=abc`, language: 'de,en', perSecond: 1 };
  geocoder = openGeocoder(settings, 'Milepost (test)');
});
afterAll(() => service.close());
beforeEach(() => {
  service.requests.length = 0;
  service.mood = {};
  service.answers = {};
});

/** As https://photon.komoot.io responds. */
const feature = (properties: object, coordinates = [13.388, 52.517]) => ({
  type: 'FeatureCollection',
  features: [{ type: 'Feature', geometry: { type: 'Point', coordinates }, properties }],
});
const HOUSE = {
  osm_key: 'place',
  type: 'house',
  housenumber: '17',
  street: 'Unter den Linden',
  district: 'Mitte',
  city: 'Berlin',
  state: 'Berlin',
  country: 'Deutschland',
};

test('it is called as in its manual, in the first language, with the key of its address', async () => {
  service.answers = { reverse: feature(HOUSE), search: feature(HOUSE) };
  expect(await geocoder.reverse(52.517_037, 13.388_86)).toBe('Unter den Linden 17, Mitte, Berlin');
  expect(await geocoder.search('unter den linden', 5)).toEqual([
    { name: 'Unter den Linden 17, Mitte, Berlin, Deutschland', lat: 52.517, lon: 13.388 },
  ]);
  expect(service.requests).toMatchObject([
    { path: 'geo/reverse', params: { key: 'abc', lat: '52.51704', lon: '13.38886', limit: '1', lang: 'de' } },
    { path: 'geo/api', params: { key: 'abc', q: 'unter den linden', limit: '5', lang: 'de' } },
  ]);
});

test('a street, and a place without one, have their names', async () => {
  service.answers.reverse = feature({ type: 'street', name: 'NH 160', county: 'Nashik', state: 'Maharashtra' });
  expect(await geocoder.reverse(19.7, 73.5)).toBe('NH 160, Nashik');
  service.answers.reverse = feature({ type: 'house', name: 'Petrol pump', state: 'Maharashtra' });
  expect(await geocoder.reverse(19.7, 73.5)).toBe('Petrol pump, Maharashtra');
});

test('a position with nothing near has no address, and nonsense is a fault', async () => {
  service.answers.reverse = { type: 'FeatureCollection', features: [] };
  expect(await geocoder.reverse(0, -30)).toBeNull();
  service.answers.search = feature(HOUSE, [13, 95]);
  await expect(geocoder.search('x', 1)).rejects.toThrow('its answer cannot be read');
  service.mood = { status: 429, retryAfter: '3' };
  const fault = await geocoder.reverse(1, 2).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(ServiceFault);
  expect(fault).toMatchObject({ message: 'it answered 429', restMs: 3000 });
});
