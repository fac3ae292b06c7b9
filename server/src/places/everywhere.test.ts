import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTrackedVehicle } from '../testing/alarm-fixture.ts';
import { httpFixture, type HttpFixture } from '../testing/http-fixture.ts';
import { insertAlarm, insertStop, insertTrip } from '../testing/insert-facts.ts';
import type { TestBrowser } from '../testing/test-browser.ts';
import { worldTowns } from '../testing/world-towns.ts';
import { worldPlaces } from './places.ts';

/** A fleet on three continents, without any set-up; coordinates from city maps. */
const FLEET = [
  { registration: 'MH 15 AB 1234', lat: 19.72, lon: 73.59, address: '4 km NE of Igatpuri, Maharashtra, India' },
  { registration: 'KDA 123A', lat: -1.2676, lon: 36.811, address: '2 km N of Nairobi, Kenya' },
  { registration: 'M-MP 1', lat: 48.1374, lon: 11.5755, address: 'Munich, Bavaria, Germany' },
];
const DAY = { from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' };

let fixture: HttpFixture;
let admin: TestBrowser;
const ids: number[] = [];
beforeAll(async () => {
  fixture = await httpFixture({ places: worldPlaces({ streets: null, towns: worldTowns() }) });
  const { database } = fixture;
  admin = await fixture.signedIn();
  for (const { registration, lat, lon } of FLEET) {
    const of = await addTrackedVehicle(database, 1, registration, { lat, lon });
    ids.push(of.vehicleId);
    const span = { start: '2026-03-01T06:00:00Z', end: '2026-03-01T07:00:00Z' };
    const trip = await insertTrip(database, of, { ...span, distanceM: 40_000 });
    const stop = await insertStop(database, of, { start: span.end, end: '2026-03-01T09:00:00Z' });
    const alarm = await insertAlarm(database, of, { start: '2026-03-01T06:30:00Z', clearedAt: null });
    await database.query('UPDATE trips SET start_lat = $2, start_lon = $3 WHERE id = $1', [trip, lat, lon]);
    await database.query('UPDATE stops SET lat = $2, lon = $3 WHERE id = $1', [stop, lat, lon]);
    await database.query('UPDATE alarms SET lat = $2, lon = $3 WHERE id = $1', [alarm, lat, lon]);
  }
});
afterAll(() => fixture.close());

test('every list shows a town, wherever the fleet is', async () => {
  const townNames = FLEET.map((one) => one.address).toSorted();
  const trips = await admin.call('get-trip-list', { ...DAY });
  expect(trips.rows?.map((row) => row.startAddress).toSorted()).toEqual(townNames);
  const stops = await Promise.all(ids.map((vehicleId) => admin.call('get-stop-list', { ...DAY, vehicleId })));
  expect(stops.flatMap(({ rows }) => rows?.map((row) => row.address))).toEqual(FLEET.map((one) => one.address));
  const alarms = await admin.call('get-alarm-list', { direction: 'desc' });
  expect(alarms.rows?.map((row) => row.address).toSorted()).toEqual(townNames);
  const now = await Promise.all(ids.map((id) => admin.call('get-vehicle-now', { id })));
  expect(now.map(({ place }) => place)).toEqual(FLEET.map((one) => one.address));
});

const places = async () => {
  const { rows, columns } = await admin.call('get-report', { kind: 'stops', from: '2026-03-01', to: '2026-03-01' });
  const at = columns?.findIndex(({ kind }) => kind === 'place') ?? -1;
  return rows?.map(({ cells }) => cells[at]).toSorted();
};

test('a report shows towns in the language and units of its reader', async () => {
  expect(await places()).toEqual(FLEET.map((one) => one.address).toSorted());
  await fixture.database.query(`UPDATE users SET language = 'hi', units = 'imperial' WHERE username = 'admin'`);
  expect(await places()).toEqual(
    ['Igatpuri, Maharashtra, भारत से 2 मील उत्तर-पूर्व', 'Munich, Bavaria, जर्मनी', 'Nairobi, केन्या से 1 मील उत्तर'].toSorted(),
  );
  await fixture.database.query(`UPDATE users SET language = 'en', units = 'metric' WHERE username = 'admin'`);
});

test('towns are found by name', async () => {
  const { rows } = await admin.call('get-named-places', { text: 'nashik' });
  expect(rows?.[0]).toEqual({ name: 'Nashik, Maharashtra, India', lat: 19.99727, lon: 73.79096 });
});

test('maps open on the vehicles of the caller, otherwise on the world', async () => {
  const { mapHome } = await admin.call('get-setup', {});
  // In the middle between Munich and Igatpuri, from Nairobi in the south to Munich in the north.
  expect(mapHome?.[0]).toBeCloseTo((11.5755 + 73.59) / 2, 3);
  expect(mapHome?.[1]).toBeGreaterThan(20);
  expect(mapHome?.[1]).toBeLessThan(30);
  expect(mapHome?.[2]).toBeGreaterThan(2);
  expect(mapHome?.[2]).toBeLessThan(4);
  await fixture.database.query(`UPDATE vehicles SET deleted_at = now() WHERE registration <> 'M-MP 1'`);
  expect((await admin.call('get-setup', {})).mapHome).toEqual([11.5755, 48.1374, 13]);
  await fixture.database.query('UPDATE vehicles SET deleted_at = now()');
  expect((await admin.call('get-setup', {})).mapHome).toEqual(fixture.services.config.mapHome);
});
