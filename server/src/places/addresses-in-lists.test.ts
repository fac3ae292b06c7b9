import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTrackedVehicle } from '../testing/alarm-fixture.ts';
import { testGeocoder, type TestGeocoder } from '../testing/geocoder.ts';
import { httpFixture, type HttpFixture } from '../testing/http-fixture.ts';
import { insertAlarm, insertTrip } from '../testing/insert-facts.ts';
import type { TestBrowser } from '../testing/test-browser.ts';
import { worldTowns } from '../testing/world-towns.ts';
import { type AddressCache, createAddressCache } from './address-cache.ts';
import { openGeocoder } from './geocoders/open-geocoder.ts';
import { worldPlaces } from './places.ts';

const TOWN = '4 km NE of Igatpuri, Maharashtra, India';
const ADDRESS = 'Road 19.72000 73.59000, Nashik';
const DAY = { from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' };

let service: TestGeocoder;
let fixture: HttpFixture;
let admin: TestBrowser;
let addressCache: AddressCache;
let vehicleId = 0;
const published: number[] = [];
beforeAll(async () => {
  service = await testGeocoder();
  fixture = await httpFixture();
  const { database, services } = fixture;
  const settings = { form: 'nominatim' as const, url: service.url, language: '', perSecond: 100 };
  const { bus, logger } = services;
  addressCache = createAddressCache({
    database,
    bus,
    logger,
    settings,
    firstRestMs: 20,
    geocoder: (ends) => openGeocoder(settings, 'Milepost', ends),
  });
  bus.subscribe('addresses-known', ({ sessionIds }) => published.push(...sessionIds));
  services.places = worldPlaces({ streets: null, towns: worldTowns() }, { addressCache });
  admin = await fixture.signedIn();
  const of = await addTrackedVehicle(database, 1, 'MH 15 AB 1234', { lat: 19.72, lon: 73.59 });
  ({ vehicleId } = of);
  const trip = await insertTrip(database, of, {
    start: '2026-03-01T06:00:00Z',
    end: '2026-03-01T07:00:00Z',
    distanceM: 40_000,
  });
  const alarm = await insertAlarm(database, of, { start: '2026-03-01T06:30:00Z', clearedAt: null });
  await database.query(
    'UPDATE trips SET start_lat = 19.72, start_lon = 73.59, end_lat = 19.72, end_lon = 73.59 WHERE id = $1',
    [trip],
  );
  await database.query('UPDATE alarms SET lat = 19.72, lon = 73.59 WHERE id = $1', [alarm]);
});
afterAll(async () => {
  await addressCache.stop();
  await fixture.close();
  await service.close();
});

const startOf = async () => (await admin.call('get-trip-list', DAY)).rows?.map((row) => row.startAddress);

test('a list shows the town immediately; its viewer is notified when the address is known, and then it is shown', async () => {
  service.mood = { status: 503 };
  expect(await startOf()).toEqual([TOWN]);
  await expect.poll(() => service.requests.length).toBeGreaterThan(0);
  expect(await startOf()).toEqual([TOWN]);
  expect(published).toEqual([]);
  service.mood = {};
  await expect.poll(() => published).toHaveLength(1);
  expect(await startOf()).toEqual([ADDRESS]);
});

test('alarms, reports and the map show the address too', async () => {
  const requestCount = service.requests.length;
  const alarms = await admin.call('get-alarm-list', { direction: 'desc' });
  expect(alarms.rows?.map(({ address }) => address)).toEqual([ADDRESS]);
  const report = await admin.call('get-report', { kind: 'trips', from: '2026-03-01', to: '2026-03-01' });
  const at = report.columns?.findIndex(({ kind }) => kind === 'place') ?? -1;
  expect(report.rows?.map(({ cells }) => cells[at])).toEqual([ADDRESS]);
  expect((await admin.call('get-vehicle-now', { id: vehicleId })).place).toBe(ADDRESS);
  expect(service.requests).toHaveLength(requestCount);
});

test('a search finds addresses, and towns when the service does not answer', async () => {
  const row = { name: 'Sharanpur Road, Nashik, India', lat: 19.9, lon: 73.7 };
  service.answers.search = [{ display_name: row.name, lat: '19.9', lon: '73.7' }];
  const found = await admin.call('get-named-places', { text: 'nashik' });
  expect(found.rows?.slice(0, 2)).toEqual([row, { name: 'Nashik, Maharashtra, India', lat: 19.99727, lon: 73.79096 }]);
  service.mood = { status: 500 };
  const towns = await admin.call('get-named-places', { text: 'igatpuri' });
  expect(towns.rows?.map(({ name }) => name)).toEqual(['Igatpuri, Maharashtra, India']);
});
