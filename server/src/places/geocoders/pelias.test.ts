import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testGeocoder, type TestGeocoder } from '../../testing/geocoder.ts';
import type { Geocoder } from './geocoder.ts';
import { openGeocoder } from './open-geocoder.ts';

let service: TestGeocoder;
let geocoder: Geocoder;
beforeAll(async () => {
  service = await testGeocoder();
  const settings = { form: 'pelias' as const, url: `${service.url}/?api_key=abc`, language: '', perSecond: 1 };
  geocoder = openGeocoder(settings, 'Milepost (test)');
});
afterAll(() => service.close());
beforeEach(() => {
  service.requests.length = 0;
  service.answers = {};
});

/** As shown in https://github.com/pelias/documentation/blob/master/response.md, shortened. */
const feature = (properties: object) => ({
  geocoding: { version: '0.2' },
  type: 'FeatureCollection',
  features: [{ type: 'Feature', geometry: { type: 'Point', coordinates: [-73.99, 40.74] }, properties }],
});
const HOUSE = {
  layer: 'address',
  name: '30 West 26th Street',
  housenumber: '30',
  street: 'West 26th Street',
  neighbourhood: 'Flatiron District',
  borough: 'Manhattan',
  locality: 'New York',
  region: 'New York',
  label: '30 West 26th Street, Manhattan, New York, NY, USA',
};

test('it is called as in its manual, with the key of its address', async () => {
  service.answers = { reverse: feature(HOUSE), search: feature(HOUSE) };
  expect(await geocoder.reverse(40.744_243, -73.990_342)).toBe('West 26th Street 30, Flatiron District, New York');
  expect(await geocoder.search('30 w 26th st', 3)).toEqual([
    { name: '30 West 26th Street, Manhattan, New York, NY, USA', lat: 40.74, lon: -73.99 },
  ]);
  expect(service.requests).toMatchObject([
    { path: 'v1/reverse', params: { api_key: 'abc', 'point.lat': '40.74424', 'point.lon': '-73.99034', size: '1' } },
    { path: 'v1/search', params: { api_key: 'abc', text: '30 w 26th st', size: '3' } },
  ]);
  expect(service.requests[0]?.params['lang']).toBeUndefined();
});

test('when it knows none, there is none', async () => {
  service.answers.reverse = { type: 'FeatureCollection', features: [] };
  expect(await geocoder.reverse(0, -30)).toBeNull();
});
