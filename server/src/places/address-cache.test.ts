import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Bus } from '../bus/bus.ts';
import { createMemoryBus } from '../bus/memory-bus.ts';
import { emptyTables } from '../testing/empty-tables.ts';
import { testGeocoder, type TestGeocoder } from '../testing/geocoder.ts';
import { testDatabase } from '../testing/test-database.ts';
import { type AddressCache, createAddressCache } from './address-cache.ts';
import { openGeocoder } from './geocoders/open-geocoder.ts';

let db: Awaited<ReturnType<typeof testDatabase>>;
let service: TestGeocoder;
let bus: Bus;
let published: number[][];
const caches: AddressCache[] = [];
beforeAll(async () => {
  [db, service] = await Promise.all([testDatabase(), testGeocoder()]);
});
afterAll(async () => {
  await service.close();
  await db.close();
});
beforeEach(async () => {
  await emptyTables(db.database, 'addresses', 'address_searches');
  await db.database.query(`UPDATE geocoder_turn SET next_at = '-infinity'`);
  service.requests.length = 0;
  service.mood = {};
  service.answers = {};
  bus = createMemoryBus(pino({ level: 'silent' }));
  published = [];
  bus.subscribe('addresses-known', ({ sessionIds }) => published.push([...sessionIds]));
});
afterEach(async () => {
  await Promise.all(caches.splice(0).map((addressCache) => addressCache.stop()));
});

function open({ perSecond = 100, firstRestMs = 20 } = {}): AddressCache {
  const settings = { form: 'nominatim' as const, url: service.url, language: '', perSecond };
  const addressCache = createAddressCache({
    database: db.database,
    bus,
    logger: pino({ level: 'silent' }),
    geocoder: (ends) => openGeocoder(settings, 'Milepost', ends),
    settings,
    firstRestMs,
  });
  caches.push(addressCache);
  return addressCache;
}
const NASHIK = { lat: 19.9974, lon: 73.7898 };
const address = 'Road 19.99740 73.78980, Nashik';
const reverses = () => service.requests.filter(({ path }) => path === 'reverse').length;

test('an address is requested once, cached, and known to the next process without a request', async () => {
  const addressCache = open();
  expect(addressCache.at(NASHIK.lat, NASHIK.lon, 7)).toBeUndefined();
  // In the same yard, some 8 m away.
  expect(addressCache.at(NASHIK.lat + 0.000_07, NASHIK.lon, 7)).toBeUndefined();
  await expect.poll(() => addressCache.at(NASHIK.lat, NASHIK.lon, 'nobody')).toBe(address);
  await expect.poll(() => published).toEqual([[7]]);
  expect(reverses()).toBe(1);
  const other = open();
  await other.load(db.database, [NASHIK]);
  expect(other.at(NASHIK.lat, NASHIK.lon, 8)).toBe(address);
  expect(reverses()).toBe(1);
});

test('nothing is requested when nobody needs it, or without a valid position', async () => {
  const addressCache = open();
  expect(addressCache.at(NASHIK.lat, NASHIK.lon, 'nobody')).toBeUndefined();
  expect(addressCache.at(Number.NaN, 0, 7)).toBeNull();
  expect(addressCache.at(95, 0, 7)).toBeNull();
  await addressCache.stop();
  expect(service.requests).toEqual([]);
});

test('addresses that somebody looks at precede those of reports, the newest first, and a missing one is cached too', async () => {
  service.answers.reverse = { error: 'Unable to geocode' };
  const addressCache = open({ perSecond: 50 });
  addressCache.at(1, 1, 'report');
  addressCache.at(2, 2, 7);
  addressCache.at(3, 3, 7);
  await expect.poll(() => reverses()).toBe(3);
  await expect.poll(() => addressCache.at(1, 1, 'nobody')).toBeNull();
  const { rows } = await db.database.query('SELECT DISTINCT address FROM addresses');
  expect(rows).toEqual([{ address: null }]);
});

test('all processes together send no more requests than allowed', async () => {
  const [one, two] = [open({ perSecond: 20 }), open({ perSecond: 20 })];
  for (let n = 0; n < 4; n += 1) {
    one.at(10 + n, 1, 7);
    two.at(20 + n, 1, 7);
  }
  await expect.poll(() => reverses()).toBe(8);
  const times = service.requests.map(({ at }) => at);
  // Eight requests with seven pauses of 50 ms; without coordination the processes would finish after three. The first
  // request may be recorded late.
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(5 * 50);
});

test('a service that limits is paused as long as it wants, by all, and then used again', async () => {
  service.mood = { status: 429, retryAfter: '3600' };
  const addressCache = open();
  addressCache.at(NASHIK.lat, NASHIK.lon, 7);
  await vi.waitFor(async () => {
    const { rows } = await db.database.query<{ s: number }>(
      'SELECT extract(epoch FROM next_at - now())::float8 AS s FROM geocoder_turn',
    );
    expect(rows[0]?.s).toBeGreaterThan(3500);
  });
  const other = open();
  expect(await other.find('nashik', 5)).toEqual([]);
  expect(await other.locate('nashik')).toBeUndefined();
  expect(service.requests).toHaveLength(1);
  service.mood = {};
  await db.database.query(`UPDATE geocoder_turn SET next_at = '-infinity'`);
  await expect.poll(() => addressCache.at(NASHIK.lat, NASHIK.lon, 'nobody')).toBe(address);
});

test('a service that fails or returns nonsense is retried later; meanwhile nothing waits for it', async () => {
  service.mood = { raw: '<html>maintenance</html>' };
  const addressCache = open();
  expect(addressCache.at(NASHIK.lat, NASHIK.lon, 7)).toBeUndefined();
  await expect.poll(() => reverses()).toBeGreaterThan(0);
  service.mood = { status: 503 };
  await expect.poll(() => reverses()).toBeGreaterThan(1);
  service.mood = {};
  await expect.poll(() => addressCache.at(NASHIK.lat, NASHIK.lon, 'nobody')).toBe(address);
});

test('a service that hangs delays nobody, nor the end of the process', async () => {
  service.mood = { hangs: true };
  const addressCache = open();
  addressCache.at(NASHIK.lat, NASHIK.lon, 7);
  await expect.poll(() => reverses()).toBe(1);
  const began = performance.now();
  await addressCache.load(db.database, [NASHIK]);
  expect(addressCache.at(NASHIK.lat, NASHIK.lon, 7)).toBeUndefined();
  await addressCache.stop();
  expect(performance.now() - began).toBeLessThan(1000);
});

test('search results are cached, ignoring case', async () => {
  service.answers.search = [{ display_name: 'Sharanpur Road, Nashik', lat: '19.9', lon: '73.7' }];
  const addressCache = open();
  const found = { name: 'Sharanpur Road, Nashik', lat: 19.9, lon: 73.7 };
  expect(await addressCache.find('Sharanpur  Road', 5)).toEqual([found]);
  expect(await open().locate(' sharanpur road')).toEqual(found);
  expect(service.requests).toHaveLength(1);
  service.answers.search = [];
  expect(await addressCache.locate('nowhere at all')).toBeNull();
});
