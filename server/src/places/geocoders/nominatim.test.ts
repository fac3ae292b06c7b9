import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testGeocoder, type TestGeocoder } from '../../testing/geocoder.ts';
import { ServiceFault } from '../../ask-service.ts';
import type { Geocoder } from './geocoder.ts';
import { nominatim } from './nominatim.ts';

let service: TestGeocoder;
let geocoder: Geocoder;
beforeAll(async () => {
  service = await testGeocoder();
  geocoder = nominatim(
    { form: 'nominatim', url: `${service.url}/geo/?key=abc`, language: 'hi,en', perSecond: 1 },
    'Milepost (test)',
  );
});
afterAll(() => service.close());
beforeEach(() => {
  service.requests.length = 0;
  service.mood = {};
  service.answers = {};
});

test('it is called as in the manual, with the key of its address, in the language, by name', async () => {
  await geocoder.reverse(19.997_4, 73.789_812_3);
  await geocoder.search('sharanpur road', 5);
  expect(service.requests).toMatchObject([
    {
      path: 'geo/reverse',
      userAgent: 'Milepost (test)',
      params: {
        key: 'abc',
        format: 'jsonv2',
        lat: '19.99740',
        lon: '73.78981',
        'accept-language': 'hi,en',
        zoom: '18',
      },
    },
    { path: 'geo/search', params: { key: 'abc', q: 'sharanpur road', limit: '5', format: 'jsonv2' } },
  ]);
});

/** The example of https://nominatim.org/release-docs/latest/api/Reverse/, shortened. */
const BIRMINGHAM = {
  place_id: 147_733_000,
  display_name:
    '137, Pilkington Avenue, Maney, Sutton Coldfield, Birmingham, West Midlands, England, B72 1LH, United Kingdom',
  address: {
    house_number: '137',
    road: 'Pilkington Avenue',
    hamlet: 'Maney',
    town: 'Sutton Coldfield',
    city: 'Birmingham',
    county: 'West Midlands Combined Authority',
    country: 'United Kingdom',
    country_code: 'gb',
  },
};

test('an address is the street, the part of the town and the town', async () => {
  service.answers.reverse = BIRMINGHAM;
  expect(await geocoder.reverse(52.5487, -1.8164)).toBe('Pilkington Avenue 137, Maney, Birmingham');
  service.answers.reverse = {
    display_name: 'NH 160, Igatpuri, India',
    address: { road: 'NH 160', village: 'Igatpuri' },
  };
  expect(await geocoder.reverse(19.7, 73.5)).toBe('NH 160, Igatpuri');
  service.answers.reverse = { display_name: 'Somewhere', address: {} };
  expect(await geocoder.reverse(19.7, 73.5)).toBe('Somewhere');
});

test('when it knows none, there is none', async () => {
  service.answers.reverse = { error: 'Unable to geocode' };
  expect(await geocoder.reverse(0, -30)).toBeNull();
});

test('places are found, up to a number', async () => {
  const one = { display_name: 'Nashik, Maharashtra, India', lat: '19.9973', lon: '73.7910' };
  service.answers.search = [one, one, one];
  const found = { name: 'Nashik, Maharashtra, India', lat: 19.9973, lon: 73.791 };
  expect(await geocoder.search('nashik', 2)).toEqual([found, found]);
});

test('a fault states its kind, and how long the service wants to be paused', async () => {
  service.mood = { status: 429, retryAfter: '7' };
  const fault = await geocoder.reverse(1, 2).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(ServiceFault);
  expect(fault).toMatchObject({ message: 'it answered 429', restMs: 7000 });
  service.mood = { raw: '<html>' };
  await expect(geocoder.reverse(1, 2)).rejects.toThrow('its answer cannot be read');
  service.mood = { raw: ' '.repeat(300_000) };
  await expect(geocoder.search('x', 2)).rejects.toThrow('its answer is too long');
  service.mood = {};
  service.answers.search = [{ display_name: 'Off the globe', lat: '95', lon: '0' }];
  await expect(geocoder.search('x', 2)).rejects.toThrow('its answer cannot be read');
});
