import { afterAll, beforeAll, expect, test } from 'vitest';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import {
  addTracked,
  insertAlarm,
  insertFence,
  insertIdle,
  insertStop,
  insertTow,
  insertTrip,
  insertVisit,
} from '../../testing/insert-facts.ts';
import { addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

let fixture: HttpFixture;
let browser: TestBrowser;
let vehicleId: number;

const DAY = { from: '2026-11-20T00:00:00Z', to: '2026-11-21T00:00:00Z' };
const at = (clock: string) => `2026-11-20T${clock}:00.000Z`;

beforeAll(async () => {
  fixture = await httpFixture();
  browser = await fixture.signedIn();
  const { database } = fixture;
  const one = await addTracked(database, { registration: 'SBA 1001' });
  const fenceId = await insertFence(database, { name: 'Depot' });
  vehicleId = one.vehicleId;
  await insertStop(database, one, { start: '2026-11-19T18:00:00Z', end: at('08:00') });
  await insertTrip(database, one, { start: at('08:00'), end: at('09:00'), distanceM: 30_000 });
  await insertIdle(database, one, { start: at('08:30'), end: at('08:40') });
  await insertStop(database, one, { start: at('09:00'), end: at('10:00') });
  await insertTrip(database, one, { start: at('10:00'), end: null, durationS: 600, distanceM: 5000 });
  await insertVisit(database, one, { fenceId, start: at('09:00'), end: null, durationS: 4200 });
  await insertAlarm(database, one, { start: at('08:20'), clearedAt: null });
  await insertAlarm(database, one, { start: at('08:10'), clearedAt: at('08:15'), rule: 'Idle' });
  // On another day.
  await insertTrip(database, one, { start: '2026-11-18T08:00:00Z', end: '2026-11-18T09:00:00Z', distanceM: 1 });
  const two = await addTracked(database, { registration: 'SBB 2002' });
  // Both visits began long before the day; only one of them overlaps it.
  await insertVisit(database, two, { fenceId, start: '2026-03-01T00:00:00Z', end: '2026-03-02T00:00:00Z' });
  await insertVisit(database, two, { fenceId, start: '2026-04-01T00:00:00Z', end: at('07:00') });
  await insertAlarm(database, two, { start: '2026-05-01T00:00:00Z', clearedAt: null, rule: 'Battery' });
});
afterAll(() => fixture.close());

test('a day of the fleet: bands, visits, alarms and totals of each vehicle, also of one that did nothing', async () => {
  const { rows, total } = await browser.call('get-timeline', DAY);
  expect(total).toBe(2);
  const [first, second] = rows ?? [];
  expect(first?.bands.map(({ kind, start }) => `${kind} ${start.slice(8, 16)}`)).toEqual([
    'standing 19T18:00',
    'driving 20T08:00',
    'standing 20T09:00',
    'driving 20T10:00',
    'idling 20T08:30',
  ]);
  expect(first?.visits).toMatchObject([{ fenceName: 'Depot', end: null }]);
  expect(first?.alarms.map(({ ruleName }) => ruleName)).toEqual(['Idle', 'Too fast']);
  expect(first?.totals).toEqual({
    distanceM: 35_000,
    drivingS: 3600,
    standingS: 33_000,
    idleS: 600,
    stopS: 32_400,
    unseenS: 0,
    // All by the ignition wire: driving, idling and standing.
    engineKnownS: 36_600,
    tows: 0,
    towM: 0,
    towS: 0,
    trips: 2,
    tripsBefore: 0,
  });
  expect(second).toMatchObject({
    registration: 'SBB 2002',
    bands: [],
    visits: [{ start: '2026-04-01T00:00:00.000Z' }],
    alarms: [{ ruleName: 'Battery' }],
    totals: { trips: 0, distanceM: 0 },
  });
});

test('a trip that began before midnight does not count for the day, and is shown beside its trips in timeline, history and card', async () => {
  const { database } = fixture;
  const late = await addTracked(database, { registration: 'SBC 3003' });
  // Two of the trip's four hours, and half of its distance, belong to the day.
  await insertTrip(database, late, { start: '2026-11-19T22:00:00Z', end: at('02:00'), distanceM: 200_000 });
  const range = { ...DAY, vehicleId: late.vehicleId };
  const [row] = (await browser.call('get-timeline', { ...DAY, vehicleIds: [late.vehicleId] })).rows ?? [];
  expect(row?.totals).toMatchObject({ trips: 0, tripsBefore: 1, distanceM: 100_000, drivingS: 7200 });
  expect((await browser.call('get-vehicle-facts', range)).totals).toEqual(row?.totals);
  expect((await browser.call('get-vehicle-day', range)).totals).toEqual(row?.totals);
  await database.query('UPDATE vehicles SET deleted_at = now() WHERE id = $1', [late.vehicleId]);
});

test('the figures of a local day of the organisation match the stored ones', async () => {
  const { database } = fixture;
  await database.query(
    `INSERT INTO day_totals (installation_id, key, confirmed_at, vehicle_id, day, started_at, ended_at, distance_m,
       trip_s, trip_idle_s, stop_s, idle_s, engine_s, trips, stops, idles, overspeeds, alarms, max_kph, bridged_m,
       positions, invalid, legs, unseen_s, engine_known_s, tows, tow_m, tow_s)
     SELECT id, 'day:2026-11-20', now(), vehicle_id, '2026-11-20', $2, $3, 34_800, 4000, 500, 30_000, 700, 0, 2, 1, 0, 0,
       0, 50, 0, 10, 0, '{}', 900, 20_000, 1, 1500, 600 FROM installations WHERE vehicle_id = $1`,
    [vehicleId, DAY.from, DAY.to],
  );
  const distance = async (range: typeof DAY) =>
    (await browser.call('get-timeline', { ...range, vehicleIds: [vehicleId] })).rows?.[0]?.totals.distanceM;
  expect(await distance(DAY)).toBe(34_800);
  expect(await distance({ ...DAY, to: '2026-11-20T23:00:00Z' })).toBe(35_000);
  // Two days, of which the other has no data; the history shows the same as the timeline.
  expect(await distance({ ...DAY, to: '2026-11-22T00:00:00Z' })).toBe(34_800);
  const { totals } = await browser.call('get-vehicle-facts', { ...DAY, vehicleId });
  expect(totals).toEqual({
    distanceM: 34_800,
    drivingS: 3500,
    standingS: 30_500,
    idleS: 700,
    stopS: 30_000,
    unseenS: 900,
    engineKnownS: 20_000,
    tows: 1,
    towM: 1500,
    towS: 600,
    trips: 2,
    tripsBefore: 0,
  });
  // Days of another zone do not begin at midnight UTC.
  await database.query(`UPDATE organisations SET time_zone = 'America/Montevideo'`);
  await database.query(
    `UPDATE day_totals SET started_at = started_at + interval '3 h', ended_at = ended_at + interval '3 h'`,
  );
  expect(await distance({ from: '2026-11-20T03:00:00Z', to: '2026-11-21T03:00:00Z' })).toBe(34_800);
  expect(await distance(DAY)).toBe(35_000);
  await database.query(`UPDATE organisations SET time_zone = 'UTC'`);
  await database.query(`DELETE FROM day_totals`);
});

test('a silence within a stop is unknown time, also over the edge of the day', async () => {
  const { database } = fixture;
  const of = await addTracked(database, { registration: 'SBU 7007' });
  // Reports every quarter of an hour, but none from 22:00 of the day before to 02:00, nor from 05:00 to 09:00.
  await insertStop(database, of, { start: '2026-11-19T20:00:00Z', end: at('12:00'), unseenS: 8 * 3600 });
  await database.query(
    `INSERT INTO positions (device_id, fix_time, report_hash, received_at, lat, lon, speed_dkph, course_deg, flags)
     SELECT $1, t, 1, t, -349000000, -562000000, 0, 0, 1
     FROM generate_series('2026-11-19T20:00Z'::timestamptz, '2026-11-20T12:00Z', interval '15 min') t
     WHERE NOT (t > '2026-11-19T22:00Z' AND t < '2026-11-20T02:00Z')
       AND NOT (t > '2026-11-20T05:00Z' AND t < '2026-11-20T09:00Z')`,
    [of.deviceId],
  );
  const { rows } = await browser.call('get-timeline', { ...DAY, vehicleIds: [of.vehicleId] });
  expect(rows?.[0]?.bands.map(({ kind, start, end }) => `${kind} ${start.slice(8, 16)} ${end.slice(8, 16)}`)).toEqual([
    'standing 19T20:00 20T12:00',
    'unknown 19T22:00 20T02:00',
    'unknown 20T05:00 20T09:00',
  ]);
  await database.query(`DELETE FROM vehicles WHERE id = $1`, [of.vehicleId]);
});

test('filtered by plate and by chosen vehicles', async () => {
  expect((await browser.call('get-timeline', { ...DAY, search: 'sbb2002' })).total).toBe(1);
  expect((await browser.call('get-timeline', { ...DAY, vehicleIds: [vehicleId] })).total).toBe(1);
});

test('more than two days are refused at the field', async () => {
  const answer = await browser.call('get-timeline', { ...DAY, to: '2026-11-24T00:00:00Z' });
  expect(answer).toMatchObject({ status: 422, fields: { to: 'Choose at most 2 days.' } });
});

test('trips that began in the range, by distance', async () => {
  const input = { ...DAY, sort: 'distance', direction: 'desc' };
  const { rows, total } = await browser.call('get-trip-list', input);
  expect(total).toBe(2);
  expect(rows?.map(({ distanceM, registration }) => [distanceM, registration])).toEqual([
    [30_000, 'SBA 1001'],
    [5000, 'SBA 1001'],
  ]);
  expect((await browser.call('get-trip-list', { ...DAY, search: 'SBB' })).total).toBe(0);
  expect((await browser.call('get-trip-list', { ...DAY, vehicleId, sort: 'registration' })).total).toBe(2);
});

test('more than 10,000 trips of a fleet are not fully counted, and yet all of them are returned page by page', async () => {
  const { database } = fixture;
  const many = await addTracked(database, { registration: 'SBM 9999' });
  await insertTrip(database, many, { start: '2026-02-01T00:00:00Z', end: '2026-02-01T00:01:00Z', distanceM: 300 });
  const columns = `installation_id, confirmed_at, vehicle_id, duration_s, start_lat, start_lon, end_lat, end_lon,
    start_reason, distance_m, idle_s, average_kph, max_kph, overspeeds, holes, bridged_m, legs, notes`;
  await database.query(
    `INSERT INTO trips (key, started_at, ${columns})
     SELECT 'many:' || n, started_at + make_interval(mins => n), ${columns}
     FROM trips, generate_series(1, 10_400) n WHERE vehicle_id = $1`,
    [many.vehicleId],
  );
  const range = { from: '2026-02-01T00:00:00Z', to: '2026-03-01T00:00:00Z', pageSize: 500 };
  expect(await browser.call('get-trip-list', range)).toMatchObject({ total: 10_001, atLeast: true });
  const last = await browser.call('get-trip-list', { ...range, page: 21 });
  expect(last.rows).toHaveLength(401);
  expect(last).toMatchObject({ total: 10_401 });
  expect(last).not.toHaveProperty('atLeast');
  expect((await browser.call('get-trip-list', { ...range, page: 20 })).total).toBe(10_001);
  // The trips of one vehicle are counted completely.
  expect((await browser.call('get-trip-list', { ...range, vehicleId: many.vehicleId })).total).toBe(10_401);
  await database.query('DELETE FROM trips WHERE vehicle_id = $1', [many.vehicleId]);
});

test('stops and alarms of a vehicle, newest first', async () => {
  const stops = await browser.call('get-stop-list', { ...DAY, vehicleId });
  expect(stops.rows?.map(({ start }) => start)).toEqual([at('09:00')]);
  const alarms = await browser.call('get-vehicle-alarms', { ...DAY, vehicleId });
  expect(alarms.rows?.map(({ start, clearedAt }) => [start, clearedAt])).toEqual([
    [at('08:20'), null],
    [at('08:10'), at('08:15')],
  ]);
});

test('movements with the engine off are listed with their distance, in the timeline and in the history', async () => {
  const { database } = fixture;
  const towed = await addTracked(database, { registration: 'SBT 3003' });
  await insertTow(database, towed, { start: at('06:00'), end: at('06:20'), distanceM: 3600, engineSource: 'voltage' });
  await insertStop(database, towed, { start: at('06:20'), end: at('07:00'), engineSource: 'movement', unseenS: 300 });
  const range = { ...DAY, vehicleId: towed.vehicleId };
  const tow = { start: at('06:00'), distanceM: 3600, engineSource: 'voltage', startPlace: { lat: -34.9, lon: -56.2 } };
  expect(await browser.call('get-tow-list', range)).toMatchObject({ total: 1, rows: [tow] });
  expect(await browser.call('get-vehicle-facts', range)).toMatchObject({
    tows: [tow],
    stops: [{ engineSource: 'movement', unseenS: 300 }],
    totals: { tows: 1, towM: 3600, towS: 1200, stopS: 2100, unseenS: 300, engineKnownS: 1200, drivingS: 0, trips: 0 },
  });
  const { rows } = await browser.call('get-timeline', { ...DAY, vehicleIds: [towed.vehicleId] });
  expect(rows?.[0]?.bands.map(({ kind }) => kind)).toEqual(['tow', 'standing']);
  expect((await browser.call('get-stop-list', range)).rows).toMatchObject([{ unseenS: 300 }]);
  const other = await addTracked(database, { registration: 'SBU 4004' });
  await insertTow(database, other, { start: at('05:00'), end: at('05:10'), distanceM: 9000 });
  const plates = async (input: object) =>
    (await browser.call('get-tow-list', { ...DAY, ...input })).rows?.map(({ registration }) => registration);
  expect(await plates({})).toEqual(['SBT 3003', 'SBU 4004']);
  expect(await plates({ sort: 'distance' })).toEqual(['SBU 4004', 'SBT 3003']);
  expect(await plates({ search: 'SBU' })).toEqual(['SBU 4004']);
  expect(await browser.call('get-tow-list', { ...DAY, page: 2, pageSize: 1 })).toMatchObject({
    total: 2,
    rows: [{ registration: 'SBU 4004', distanceM: 9000, groupName: null, driverName: null }],
  });
  const both = [towed.vehicleId, other.vehicleId];
  await database.query('UPDATE vehicles SET deleted_at = now() WHERE id = ANY($1)', [both]);
});

test('the card: totals of the day, the last stop, the geofences around it, active alarms', async () => {
  const answer = await browser.call('get-vehicle-day', { vehicleId, ...DAY });
  expect(answer).toMatchObject({
    totals: { trips: 2, distanceM: 35_000 },
    lastStop: { start: at('09:00') },
    visits: [{ fenceName: 'Depot' }],
    alarms: [{ ruleName: 'Too fast' }],
  });
});

test('the card shows no alarms to a role without them', async () => {
  const grants = { 'live-map': ['view'] } as const;
  await addUser(fixture.database, { username: 'watcher', password: 'pass-word', organisationId: 1, grants });
  const watcher = await fixture.signedIn('watcher', 'pass-word');
  expect((await watcher.call('get-vehicle-day', { vehicleId, ...DAY })).alarms).toEqual([]);
});

test('the page: totals of the last days of the organisation, the newest first', async () => {
  await fixture.database.query(`UPDATE organisations SET time_zone = 'Asia/Kolkata' WHERE id = 1`);
  await fixture.database.query(
    `INSERT INTO day_totals (installation_id, key, confirmed_at, vehicle_id, day, started_at, ended_at, distance_m,
       trip_s, trip_idle_s, stop_s, idle_s, engine_s, trips, stops, idles, overspeeds, alarms, max_kph, bridged_m,
       positions, invalid, legs, unseen_s, engine_by, health)
     SELECT id, 'day:' || n, now(), vehicle_id, (now() AT TIME ZONE 'Asia/Kolkata')::date - n, now(), now(), 1000 * n,
       60, 0, 0, 0, 0, 1, 1, 0, 0, 0, 50, 0, 10, 0, '{"wildFix":{"legs":1,"distanceM":2000}}',
       120, '{"wire":50,"movement":10}', '{"speedM":1000,"placeM":3600}'
     FROM installations, generate_series(0, 9) n WHERE vehicle_id = $1`,
    [vehicleId],
  );
  const { days, today, timeZone, faults } = await browser.call('get-vehicle-overview', { vehicleId });
  expect(timeZone).toBe('Asia/Kolkata');
  expect(days?.map(({ distanceM }) => distanceM)).toEqual([0, 1000, 2000, 3000, 4000, 5000, 6000]);
  expect(days?.[0]?.day).toBe(today);
  expect(days?.map(({ tripsBefore }) => tripsBefore)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  expect(days?.[1]).toMatchObject({ unseenS: 120, engineBy: { wire: 50, movement: 10 }, engineKnownS: 0, tows: 0 });
  // Three days of 1 km by its speeds and 3.6 km by its positions: it reports metres per second.
  expect(faults).toEqual([{ kind: 'speedUnit', unit: 'm/s', factor: 3.6 }]);
});
