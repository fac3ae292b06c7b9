import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMINISTRATOR } from '../../store/roles/basic-roles.ts';
import { readDashboard } from '../../store/dashboard/dashboard.ts';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addTracked, insertAlarm, insertDay } from '../../testing/insert-facts.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

/** Half past ten on a Friday in Kolkata (UTC+5:30). */
const NOW = new Date('2026-11-20T05:00:00Z');
const CLOCK = { timeZone: 'Asia/Kolkata', today: '2026-11-20' };

let fixture: HttpFixture;
let chief: TestBrowser;
let organisationId: number;
type Vehicle = Awaited<ReturnType<typeof addTracked>>;
let a: Vehicle;
let b: Vehicle;

const addDay = (vehicle: Vehicle, day: string, km: number, trips = 1) =>
  insertDay(fixture.database, vehicle, { day, distanceM: km * 1000, trips });

beforeAll(async () => {
  fixture = await httpFixture();
  const { database } = fixture;
  organisationId = await addOrganisation(database, 'North');
  await database.query('UPDATE organisations SET time_zone = $2 WHERE id = $1', [organisationId, CLOCK.timeZone]);
  const other = await addOrganisation(database, 'South');
  const grants = ADMINISTRATOR.grants;
  await addUser(database, { username: 'chief', password: 'pass-word', organisationId, grants });
  chief = await fixture.signedIn('chief', 'pass-word');
  a = await addTracked(database, { organisationId, registration: 'AAA 1' });
  b = await addTracked(database, { organisationId, registration: 'BBB 2' });
  await addTracked(database, { organisationId, registration: 'CCC 3' });
  const otherVehicle = await addTracked(database, { organisationId: other, registration: 'SOUTH 1' });
  await addDay(a, '2026-11-18', 100);
  await addDay(a, '2026-11-19', 50);
  await addDay(b, '2026-11-19', 20, 3);
  await addDay(b, '2026-11-17', 7);
  await addDay(b, '2026-11-15', 0, 0);
  await addDay(otherVehicle, '2026-11-19', 999);
});
afterAll(() => fixture.close());

const scope = () => ({ organisationId, organisationIds: [organisationId], root: false, limit: null });

const readRange = (range: { from: string; to: string }) =>
  readDashboard(fixture.database, scope(), { range, clock: CLOCK, by: 'distance', now: NOW });

test('days before the fleet are compared with nothing', async () => {
  // The four days before begin on the 12th; neither they nor the week before have data.
  expect(await readRange({ from: '2026-11-16', to: '2026-11-19' })).toMatchObject({ before: null, young: true });
  expect(await readRange({ from: '2026-11-18', to: '2026-11-19' })).toMatchObject({ young: false });
});

test('the sums of two days, the two days before, and the vehicles that drove most and least', async () => {
  const range = { from: '2026-11-18', to: '2026-11-19' };
  const answer = await readDashboard(fixture.database, scope(), { range, clock: CLOCK, by: 'distance', now: NOW });
  expect(answer.sums).toEqual({
    distanceM: 170_000,
    drivingS: 3 * 3000,
    // Each vehicle stood 100 s in stops, and 600 s with the engine on within trips.
    standingS: 3 * 700,
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

test('alarms by severity; those active now count whenever they were raised', async () => {
  const at = { inRange: '2026-11-19T10:00:00Z', before: '2026-11-18T10:00:00Z', longAgo: '2026-09-01T10:00:00Z' };
  const raise = (start: string, clearedAt: string | null, acknowledgedAt?: string) =>
    insertAlarm(fixture.database, a, { organisationId, start, clearedAt, acknowledgedAt });
  await raise(at.inRange, '2026-11-19T11:00:00Z');
  await raise(at.longAgo, null, '2026-09-01T11:00:00Z');
  await raise(at.before, null);
  await raise(at.before, '2026-11-18T11:00:00Z');
  const range = { from: '2026-11-19', to: '2026-11-19' };
  const { alarms } = await readDashboard(fixture.database, scope(), { range, clock: CLOCK, by: 'distance', now: NOW });
  expect(alarms).toEqual({
    critical: { raised: 0, active: 0, open: 0 },
    major: { raised: 1, active: 2, open: 1 },
    minor: { raised: 0, active: 0, open: 0 },
    warning: { raised: 0, active: 0, open: 0 },
  });
});

const insertState = ({ deviceId }: Vehicle, at: Date) =>
  fixture.database.query(
    `INSERT INTO device_states (device_id, heard_at, tracking) VALUES ($1, $2, '{}')
     ON CONFLICT (device_id) DO UPDATE SET heard_at = excluded.heard_at`,
    [deviceId, at],
  );
const days = (counts: number[]) => [1, 3, 7, 30].map((each, index) => ({ days: each, vehicles: counts[index] }));

test('counts devices silent for three days to the second, and those never received', async () => {
  const range = { from: '2026-11-19', to: '2026-11-19' };
  const silent = async () =>
    (await readDashboard(fixture.database, scope(), { range, clock: CLOCK, by: 'distance', now: NOW })).silent;
  const three = NOW.getTime() - 3 * 86_400_000;
  await insertState(a, new Date(three));
  await insertState(b, new Date(three - 1));
  expect(await silent()).toEqual({ days: days([2, 1, 0, 0]), never: 1 });
  const listed = await chief.call('get-silent-vehicles', { days: 0 });
  expect(listed.rows?.map(({ registration }) => registration)).toEqual(['CCC 3']);

  // A sold vehicle is no longer part of the fleet.
  const count = async () =>
    (await readDashboard(fixture.database, scope(), { range, clock: CLOCK, by: 'distance', now: NOW })).vehicles;
  const before = await count();
  await fixture.database.query(`UPDATE vehicles SET status = 'sold' WHERE registration = 'CCC 3'`);
  expect(await silent()).toEqual({ days: days([2, 1, 0, 0]), never: 0 });
  expect((await chief.call('get-silent-vehicles', { days: 0 })).total).toBe(0);
  expect(await count()).toBe(before - 1);
  await fixture.database.query(`UPDATE vehicles SET status = 'in-service' WHERE registration = 'CCC 3'`);
});

test('the list behind a figure: every vehicle, sorted and searched; none of another company', async () => {
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

test('a range of ten years is refused at its field, with a message', async () => {
  const answer = await chief.call('get-dashboard', { range: 'own', from: '2016-01-01', to: '2026-01-01' });
  expect(answer).toMatchObject({ status: 422, fields: { to: 'Must be at most 366 days after the start.' } });
});

test('devices with a finding are counted by its kind, and listed', async () => {
  const { database } = fixture;
  await insertState(a, new Date());
  const health = { speedM: 5000, placeM: 5100, courseLegs: 100, courseOff: 80, staleSpeedS: 900, clockFaults: 0 };
  const of = async ({ installationId }: Vehicle, day: string, values: object) =>
    database.query(
      `INSERT INTO day_totals SELECT (jsonb_populate_record(d, jsonb_build_object('key', 'day:' || $2::text, 'health', $3::jsonb,
         'day', current_date - $2::int, 'installation_id', $1::int))).* FROM day_totals d LIMIT 1`,
      [installationId, day, JSON.stringify(values)],
    );
  await of(a, '1', health);
  // A fault of four days ago is over.
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

test('a distrusted ignition wire and silence are faults of the device, by which the list of devices is filtered and sorted', async () => {
  const { database } = fixture;
  const wireFinding = { since: Date.parse('2026-11-18T10:00:00Z'), reason: 'onAtRest', seconds: 5400 };
  await database.query(
    `INSERT INTO tracking_states (installation_id, time, hash, state)
     VALUES ($1, now(), 0, $3::json), ($2, now(), 0, '{"engine":{"wire":{"doubt":null}}}')`,
    [b.installationId, a.installationId, JSON.stringify({ engine: { wire: { doubt: wireFinding } } })],
  );
  await insertState(a, new Date());
  await insertState(b, new Date(Date.now() - 25 * 3_600_000));
  const wire = { kind: 'wire', reason: 'onAtRest', seconds: 5400, since: '2026-11-18T10:00:00.000Z' };
  const { faults } = await chief.call('get-dashboard', {});
  expect(faults).toContainEqual({ kind: 'wire', vehicles: 1 });
  // Silence is counted separately, by days.
  expect(faults?.map(({ kind }) => kind)).not.toContain('silent');
  const listed = await chief.call('get-faulty-vehicles', { kind: 'wire' });
  expect(listed).toMatchObject({ total: 1, rows: [{ registration: 'BBB 2', faults: [wire, { kind: 'silent' }] }] });
  expect((await chief.call('get-faulty-vehicles', { kind: 'silent' })).total).toBe(1);
  const plates = async (input: Record<string, unknown>) => {
    const { rows, total } = await chief.call('get-device-list', input);
    expect(total).toBe(rows?.length);
    return rows?.map(({ registration }) => registration);
  };
  expect(await plates({ fault: 'wire' })).toEqual(['BBB 2']);
  expect(await plates({ fault: 'silent' })).toEqual(['BBB 2']);
  expect(await plates({ fault: 'any', sort: 'registration' })).toEqual(['AAA 1', 'BBB 2']);
  expect((await plates({ sort: 'health', direction: 'asc' }))?.[0]).toBe('CCC 3');
  await database.query('DELETE FROM tracking_states');
});
