import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMINISTRATOR } from '../../store/basic-menus.ts';
import { readDashboard, readWeekdays } from '../../store/dashboard/dashboard.ts';
import { readOwnClock } from '../../store/dashboard/own-clock.ts';
import { readVehicleDay, readVehicleDays } from '../../store/timeline-vehicle.ts';
import { onlyRow } from '../../store/rows.ts';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { insertStop } from '../../testing/insert-facts.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

/** Half past ten on a Friday in Kolkata (UTC+5:30). */
const NOW = new Date('2026-11-20T05:00:00Z');
const CLOCK = { timeZone: 'Asia/Kolkata', today: '2026-11-20' };

let fixture: HttpFixture;
let chief: TestBrowser;
let organisationId: number;
let otherVehicle: Vehicle;
let a: Vehicle;
let b: Vehicle;

interface Vehicle {
  id: number;
  installation: number;
  device: number;
}

const id = async (sql: string, values: unknown[]) =>
  onlyRow(await fixture.database.query<{ id: number }>(sql, values)).id;

async function addVehicle(organisation: number, registration: string): Promise<Vehicle> {
  const vehicle = await id(
    `INSERT INTO vehicles (organisation_id, registration, type) VALUES ($1, $2, 'van') RETURNING id`,
    [organisation, registration],
  );
  const device = await id('INSERT INTO devices (organisation_id, identity) VALUES ($1, $2) RETURNING id', [
    organisation,
    `imei-${registration}`,
  ]);
  const installation = await id(
    'INSERT INTO installations (device_id, vehicle_id, installed_at) VALUES ($1, $2, $3) RETURNING id',
    [device, vehicle, '2026-01-01T00:00:00Z'],
  );
  return { id: vehicle, installation, device };
}

async function addDay({ id: vehicle, installation }: Vehicle, day: string, km: number, trips = 1) {
  await fixture.database.query(
    `INSERT INTO day_totals (installation_id, key, confirmed_at, vehicle_id, day, started_at, ended_at, distance_m,
       trip_s, trip_idle_s, stop_s, idle_s, engine_s, trips, stops, idles, overspeeds, alarms, max_kph, bridged_m,
       positions, invalid, legs, unseen_s, engine_by, engine_known_s, tows, tow_m, tow_s, health)
     VALUES ($1, 'day:' || $2::text, now(), $3, $2::date, $2::date, $2::date + 1, $4, 3600, 600, 100, 900, 4000, $5,
       1, 1, 2, 0, 80, 0, 10, 0, '{}', 1200, '{"wire":3000,"movement":1000}', 5000, 1, 800, 240, '{}')`,
    [installation, day, vehicle, km * 1000, trips],
  );
}

async function addTrip({ id: vehicle, installation }: Vehicle, start: string, minutes: number, km: number) {
  await fixture.database.query(
    `INSERT INTO trips (installation_id, key, confirmed_at, vehicle_id, started_at, ended_at, duration_s, start_lat,
       start_lon, end_lat, end_lon, start_reason, distance_m, idle_s, average_kph, max_kph, overspeeds, holes,
       bridged_m, legs, notes)
     VALUES ($1, $2::text, now(), $3, $2::timestamptz, $2::timestamptz + make_interval(mins => $4), $4 * 60, 0, 0, 0, 0,
       'movement', $5, 0, 40, 60, 1, 0, 0, '{}', '[]')`,
    [installation, start, vehicle, minutes, km * 1000],
  );
}

beforeAll(async () => {
  fixture = await httpFixture();
  const { database } = fixture;
  organisationId = await addOrganisation(database, 'North');
  await database.query('UPDATE organisations SET time_zone = $2 WHERE id = $1', [organisationId, CLOCK.timeZone]);
  const other = await addOrganisation(database, 'South');
  const grants = ADMINISTRATOR.grants;
  await addUser(database, { username: 'chief', password: 'pass-word', organisationId, grants });
  chief = await fixture.signedIn('chief', 'pass-word');
  a = await addVehicle(organisationId, 'AAA 1');
  b = await addVehicle(organisationId, 'BBB 2');
  await addVehicle(organisationId, 'CCC 3');
  otherVehicle = await addVehicle(other, 'SOUTH 1');
  await addDay(a, '2026-11-18', 100);
  await addDay(a, '2026-11-19', 50);
  await addDay(b, '2026-11-19', 20, 3);
  await addDay(b, '2026-11-17', 7);
  await addDay(otherVehicle, '2026-11-19', 999);
});
afterAll(() => fixture.close());

const scope = () => ({ organisationId, organisationIds: [organisationId], root: false });

test('the sums of two days, the two days before, and who drove most and least', async () => {
  const range = { from: '2026-11-18', to: '2026-11-19' };
  const answer = await readDashboard(fixture.database, scope(), { range, clock: CLOCK, by: 'distance', now: NOW });
  expect(answer.sums).toEqual({
    distanceM: 170_000,
    drivingS: 3 * 3000,
    idleS: 3 * 900,
    stopS: 3 * 100,
    unseenS: 3 * 1200,
    engineS: 3 * 4000,
    engineKnownS: 3 * 5000,
    tows: 3,
    towM: 3 * 800,
    towS: 3 * 240,
    trips: 5,
    overspeeds: 6,
    alarms: 0,
    drove: 2,
  });
  expect(answer.engineBy).toEqual({ wire: 9000, movement: 3000 });
  expect(answer.before).toMatchObject({ distanceM: 7000, drove: 1 });
  expect(answer.vehicles).toBe(3);
  expect(answer.top.map(({ registration, distanceM }) => [registration, distanceM])).toEqual([
    ['AAA 1', 150_000],
    ['BBB 2', 20_000],
  ]);
  expect(answer.bottom.map(({ registration }) => registration)).toEqual(['CCC 3']);
  expect(answer.series).toMatchObject({
    step: 'day',
    rows: [
      { distanceM: 100_000, unseenS: 1200 },
      { distanceM: 70_000, unseenS: 2400 },
    ],
  });
  // Midnight in Kolkata is half past six in the evening before.
  expect(answer.days).toMatchObject({ start: '2026-11-17T18:30:00.000Z', end: '2026-11-19T18:30:00.000Z' });
});

test('unknown time by the hour: of trips and stops by their time, which is none of driving', async () => {
  const { database } = fixture;
  // In Kolkata on 9 November from 10:00 to 11:30, of which half an hour was not seen.
  await addTrip(a, '2026-11-09T04:30:00Z', 90, 30);
  await database.query('UPDATE trips SET unseen_s = 1800 WHERE started_at = $1', ['2026-11-09T04:30:00Z']);
  // A silent night in the yard: six hours until 06:00, of which four are not known.
  const stop = { vehicleId: a.id, installationId: a.installation };
  await insertStop(database, stop, { start: '2026-11-08T18:30:00Z', end: '2026-11-09T00:30:00Z', unseenS: 4 * 3600 });
  const range = { from: '2026-11-09', to: '2026-11-09' };
  const ask = { range, clock: CLOCK, by: 'distance', now: NOW } as const;
  const { rows } = (await readDashboard(database, scope(), ask)).series;
  const minutes = (key: 'drivingS' | 'unseenS') => rows.map((row) => Math.round(row[key] / 60)).slice(0, 12);
  expect(minutes('unseenS')).toEqual([40, 40, 40, 40, 40, 40, 0, 0, 0, 0, 20, 10]);
  expect(minutes('drivingS')).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 40, 20]);
  await database.query('DELETE FROM stops');
  await database.query('DELETE FROM trips WHERE started_at = $1', ['2026-11-09T04:30:00Z']);
});

test('a day by the hour: a trip over the full hour counts in both by its time', async () => {
  // 09:45 to 10:15 in Kolkata on 10 November.
  await addTrip(a, '2026-11-10T04:15:00Z', 30, 20);
  await addTrip(otherVehicle, '2026-11-10T04:15:00Z', 30, 500);
  const range = { from: '2026-11-10', to: '2026-11-10' };
  const { series } = await readDashboard(fixture.database, scope(), {
    range,
    clock: CLOCK,
    by: 'distance',
    now: NOW,
  });
  expect(series.step).toBe('hour');
  expect(series.rows).toHaveLength(24);
  expect(series.rows.map(({ distanceM }) => Math.round(distanceM))).toEqual([
    ...Array.from({ length: 9 }, () => 0),
    10_000,
    10_000,
    ...Array.from({ length: 13 }, () => 0),
  ]);
});

test('today until half past ten beside four Fridays: a trip under way counts by its time so far', async () => {
  await addTrip(a, '2026-11-20T03:30:00Z', 60, 30); // 09:00 to 10:00, today
  await addTrip(a, '2026-11-13T04:30:00Z', 60, 40); // 10:00 to 11:00, a week ago: half of it
  await addTrip(b, '2026-11-13T08:30:00Z', 60, 25); // 14:00, after the time of day
  await addDay(a, '2026-11-13', 40);
  await addDay(b, '2026-11-13', 25);
  const { days } = await readWeekdays(fixture.database, scope(), { clock: CLOCK, now: NOW });
  expect(days.map(({ day }) => day)).toEqual(['2026-11-20', '2026-11-13', '2026-11-06', '2026-10-30', '2026-10-23']);
  // Nothing was heard on the three Fridays before: they are no days of rest.
  expect(days.map(({ known }) => known)).toEqual([false, true, false, false, false]);
  expect(days[0]?.untilNow).toMatchObject({ distanceM: 30_000, trips: 1, drove: 1, drivingS: 3600 });
  expect(days[1]?.untilNow).toMatchObject({ distanceM: 20_000, trips: 1, drove: 1, drivingS: 1800 });
  expect(days[1]?.whole).toMatchObject({ distanceM: 65_000, drove: 2 });
  expect(days[2]?.untilNow).toMatchObject({ distanceM: 0, trips: 0, drove: 0 });
});

test('alarms by severity; those active now count whenever they were raised', async () => {
  const rule = await id(
    `INSERT INTO alarm_rules (organisation_id, name, condition, severity) VALUES ($1, 'Fast', '{}', 'major') RETURNING id`,
    [organisationId],
  );
  const raise = (key: string, at: string, cleared: string | null, acknowledged: string | null) =>
    fixture.database.query(
      `INSERT INTO alarms (installation_id, key, confirmed_at, vehicle_id, rule_id, started_at, last_at, cleared_at, count,
         severity, acknowledged_at) VALUES ($1, $2, $3, $4, $5, $3, $3, $6, 1, 'major', $7)`,
      [a.installation, key, at, a.id, rule, cleared, acknowledged],
    );
  await raise('in the range', '2026-11-19T10:00:00Z', '2026-11-19T11:00:00Z', null);
  await raise('long ago, still active', '2026-09-01T10:00:00Z', null, '2026-09-01T11:00:00Z');
  await raise('before, active, open', '2026-11-18T10:00:00Z', null, null);
  await raise('over before', '2026-11-18T10:00:00Z', '2026-11-18T11:00:00Z', null);
  const range = { from: '2026-11-19', to: '2026-11-19' };
  const { alarms } = await readDashboard(fixture.database, scope(), { range, clock: CLOCK, by: 'distance', now: NOW });
  expect(alarms).toEqual({
    critical: { raised: 0, active: 0, open: 0 },
    major: { raised: 1, active: 2, open: 1 },
    minor: { raised: 0, active: 0, open: 0 },
    warning: { raised: 0, active: 0, open: 0 },
  });
});

const hear = ({ device }: Vehicle, at: Date) =>
  fixture.database.query(
    `INSERT INTO device_states (device_id, heard_at, tracking) VALUES ($1, $2, '{}')
     ON CONFLICT (device_id) DO UPDATE SET heard_at = excluded.heard_at`,
    [device, at],
  );
const days = (counts: number[]) => [1, 3, 7, 30].map((each, index) => ({ days: each, vehicles: counts[index] }));

test('silent for three days to the second, and never heard', async () => {
  const range = { from: '2026-11-19', to: '2026-11-19' };
  const silent = async () =>
    (await readDashboard(fixture.database, scope(), { range, clock: CLOCK, by: 'distance', now: NOW })).silent;
  const three = NOW.getTime() - 3 * 86_400_000;
  await hear(a, new Date(three));
  await hear(b, new Date(three - 1));
  expect(await silent()).toEqual({ days: days([2, 1, 0, 0]), never: 1 });
  const listed = await chief.call('get-silent-vehicles', { days: 0 });
  expect(listed.rows?.map(({ registration }) => registration)).toEqual(['CCC 3']);
});

test('what is behind a figure: every vehicle, sorted and searched; none of another company', async () => {
  const own = { range: 'own', from: '2026-11-18', to: '2026-11-19' } as const;
  const rows = await chief.call('get-dashboard-vehicles', { ...own, sort: 'trips', direction: 'desc' });
  expect(rows.rows?.map(({ registration, trips }) => [registration, trips])).toEqual([
    ['BBB 2', 3],
    ['AAA 1', 2],
    ['CCC 3', 0],
  ]);
  expect(rows.total).toBe(3);
  const found = await chief.call('get-dashboard-vehicles', { ...own, search: 'aaa' });
  expect(found.rows?.map(({ distanceM }) => distanceM)).toEqual([150_000]);
});

test('a range of ten years is refused at its field, in words', async () => {
  const answer = await chief.call('get-dashboard', { range: 'own', from: '2016-01-01', to: '2026-01-01' });
  expect(answer).toMatchObject({ status: 422, fields: { to: 'Must be at most 366 days after the first day.' } });
});

/** 00:58 of 20 November in Montevideo, where the organisation is; 09:28 in Kolkata, where the one below it is. */
test('vehicles of an organisation below with another zone count by the day of the caller', async () => {
  const { database } = fixture;
  const top = await addOrganisation(database, 'Head');
  const below = await addOrganisation(database, 'Depot', top);
  await database.query(`UPDATE organisations SET time_zone = 'America/Montevideo' WHERE id = $1`, [top]);
  await database.query(`UPDATE organisations SET time_zone = 'Asia/Kolkata' WHERE id = $1`, [below]);
  const near = await addVehicle(top, 'HEAD 1');
  const far = await addVehicle(below, 'DEPOT 1');
  // Near: its kept total of the day that began at 03:00 UTC.
  await addDay(near, '2026-11-20', 45);
  // Far: 100 km in its own day, which began at 18:30 UTC. Of its trips the first ended before the caller's day began,
  // and of the second, 60 km in an hour, half lies in it.
  await addDay(far, '2026-11-20', 100);
  await addTrip(far, '2026-11-19T20:00:00Z', 60, 40);
  await addTrip(far, '2026-11-20T02:30:00Z', 60, 60);
  const all = { organisationId: top, organisationIds: [top, below], root: false };
  const now = new Date('2026-11-20T03:58:00Z');
  const clock = await readOwnClock(database, all, now);
  expect(clock).toEqual({ timeZone: 'America/Montevideo', today: '2026-11-20' });
  const figures = async (day: string) => {
    const answer = await readDashboard(database, all, { range: { from: day, to: day }, clock, by: 'distance', now });
    return answer.top.map(({ registration, distanceM, drivingS, trips }) => [registration, distanceM, drivingS, trips]);
  };
  expect(await figures('2026-11-20')).toEqual([
    ['HEAD 1', 45_000, 3000, 1],
    // It began the day before.
    ['DEPOT 1', 30_000, 1800, 0],
  ]);
  expect(await figures('2026-11-19')).toEqual([['DEPOT 1', 70_000, 5400, 2]]);
  const weekdays = await readWeekdays(database, all, { clock, now });
  expect(weekdays.days[0]).toMatchObject({ day: '2026-11-20', whole: { distanceM: 75_000, drove: 2 } });
  // The page of the vehicle and the timeline tell the same.
  const page = await readVehicleDays(database, all, { vehicleId: far.id, days: 2 }, now);
  expect(page.timeZone).toBe('America/Montevideo');
  expect(page.days.map(({ day, distanceM }) => [day, distanceM])).toEqual([
    ['2026-11-20', 30_000],
    ['2026-11-19', 70_000],
  ]);
  const [from, to] = [new Date('2026-11-20T03:00:00Z'), new Date('2026-11-21T03:00:00Z')];
  const day = await readVehicleDay(database, all, { vehicleId: far.id, from, to, alarms: false }, () => null);
  expect(day.totals).toMatchObject({ distanceM: 30_000, drivingS: 1800, trips: 0 });
});

test('devices that show something wrong are counted by what, and listed', async () => {
  const { database } = fixture;
  const health = { speedM: 5000, placeM: 5100, courseLegs: 100, courseOff: 80, staleSpeedS: 900, clockFaults: 0 };
  const of = async ({ installation }: Vehicle, day: string, values: object) =>
    database.query(
      `INSERT INTO day_totals SELECT (jsonb_populate_record(d, jsonb_build_object('key', 'day:' || $2::text, 'health', $3::jsonb,
         'day', current_date - $2::int, 'installation_id', $1::int))).* FROM day_totals d LIMIT 1`,
      [installation, day, JSON.stringify(values)],
    );
  await of(a, '1', health);
  // Four days ago is over.
  await of(b, '4', health);
  const { faults } = await chief.call('get-dashboard', {});
  expect(faults).toEqual([
    { kind: 'course', vehicles: 1 },
    { kind: 'staleSpeed', vehicles: 1 },
  ]);
  const listed = await chief.call('get-faulty-vehicles', { kind: 'course' });
  const found = [
    { kind: 'course', share: 0.8 },
    { kind: 'staleSpeed', seconds: 900 },
  ];
  expect(listed).toMatchObject({ total: 1, rows: [{ registration: 'AAA 1', faults: found }] });
  expect((await chief.call('get-faulty-vehicles', { kind: 'clock' })).total).toBe(0);
});
