import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ADMINISTRATOR, DRIVER } from '../../store/roles/basic-roles.ts';
import { endOpenMarks } from '../../store/private-time/own-trips.ts';
import { onlyRow } from '../../store/rows.ts';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addTracked, insertAlarm, insertTrip } from '../../testing/insert-facts.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import { fetchDownload } from '../../testing/personal-file.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

/** Two drivers of a company share a van in turns; another company has a driver, too. */
let fixture: HttpFixture;
let boss: TestBrowser;
let ana: TestBrowser;
let bob: TestBrowser;
let eve: TestBrowser;
let company: number;
let drivers: { ana: number; bob: number };
let van: Awaited<ReturnType<typeof addTracked>>;

const HOUR_MS = 3_600_000;
/** Midnight of yesterday, UTC. */
const DAY = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 86_400_000;
const at = (hour: number) => new Date(DAY + hour * HOUR_MS).toISOString();

const addDriver = async (by: TestBrowser, name: string, userId: number) =>
  (await by.call('save-driver', { name, userId })).driver?.id ?? 0;

beforeAll(async () => {
  fixture = await httpFixture();
  const { database } = fixture;
  company = await addOrganisation(database, 'Company');
  const other = await addOrganisation(database, 'Other company');
  const add = (username: string, organisationId: number, grants: typeof ADMINISTRATOR.grants, priority: number) =>
    addUser(database, { username, password: 'pass-word', organisationId, grants, priority });
  await add('boss', company, ADMINISTRATOR.grants, 2);
  await add('chief', other, ADMINISTRATOR.grants, 2);
  const users = {
    ana: await add('ana', company, DRIVER.grants, 40),
    bob: await add('bob', company, DRIVER.grants, 40),
    eve: await add('eve', other, DRIVER.grants, 40),
  };
  boss = await fixture.signedIn('boss', 'pass-word');
  const chief = await fixture.signedIn('chief', 'pass-word');
  ana = await fixture.signedIn('ana', 'pass-word');
  bob = await fixture.signedIn('bob', 'pass-word');
  eve = await fixture.signedIn('eve', 'pass-word');
  drivers = { ana: await addDriver(boss, 'Ana', users.ana), bob: await addDriver(boss, 'Bob', users.bob) };
  await addDriver(chief, 'Eve', users.eve);
  van = await addTracked(database, { registration: 'VAN 1', organisationId: company });
  await database.query(`UPDATE installations SET installed_at = '2020-01-01'`);
  // A public place before everything, which marked facts show.
  await database.query(
    `INSERT INTO positions (device_id, fix_time, report_hash, received_at, lat, lon, speed_dkph, course_deg, flags)
     VALUES ($1, $2, 1, now(), -349000000, -562000000, 0, 0, 1)`,
    [van.deviceId, at(-4)],
  );
});
afterAll(() => fixture.close());

/** Ana drives until 12, Bob from then until 18; nobody afterwards. */
beforeEach(async () => {
  const { database } = fixture;
  for (const table of ['private_marks', 'private_rules', 'legal_holds', 'trips', 'alarms', 'driver_assignments']) {
    await database.query(`DELETE FROM ${table}`);
  }
  const assign = (driverId: number, from: number, to: number) =>
    database.query(
      `INSERT INTO driver_assignments (driver_id, vehicle_id, from_time, to_time, source) VALUES ($1, $2, $3, $4, 'assignment')`,
      [driverId, van.vehicleId, at(from), at(to)],
    );
  await assign(drivers.ana, 0, 12);
  await assign(drivers.bob, 12, 18);
});

const trip = (from: number, to: number) =>
  insertTrip(fixture.database, van, { start: at(from), end: at(to), distanceM: 10_000 });
const allow = () => boss.call('save-private-rule', { driversMark: true });
const own = async (browser: TestBrowser) =>
  (await browser.call('get-own-trip-list')).rows?.map(({ id, state }) => ({ id, state }));
const marks = async () =>
  (
    await fixture.database.query(
      `SELECT from_time AS "from", to_time AS "to", private, driver_id AS driver FROM private_marks ORDER BY id`,
    )
  ).rows;
/** Ana drives now, and has since two hours ago. */
const drivesNow = (driverId = drivers.ana) =>
  fixture.database.query(
    `INSERT INTO driver_assignments (driver_id, vehicle_id, from_time, source) VALUES ($1, $2, now() - interval '2 hours', 'assignment')`,
    [driverId, van.vehicleId],
  );

it('no driver marks anything until the organisation lets drivers do so', async () => {
  const id = await trip(8, 9);
  expect(await own(ana)).toEqual([]);
  expect(await ana.call('mark-own-trip', { tripId: id })).toMatchObject({ status: 409, code: 'own-time-off' });
  // The rule of the vehicle counts before that of the organisation.
  await allow();
  expect(await own(ana)).toEqual([{ id, state: 'work' }]);
  await boss.call('save-private-rule', { vehicleId: van.vehicleId, button: { attribute: 'input2', value: true } });
  expect(await own(ana)).toEqual([]);
  expect(await marks()).toEqual([]);
});

it('a driver marks an own trip with the stop after it, and takes the mark back', async () => {
  await allow();
  const [first, second] = [await trip(8, 9), await trip(10, 11)];
  expect((await ana.call('mark-own-trip', { tripId: first })).status).toBe(200);
  const mark = { from: new Date(at(8)), to: new Date(at(10)), driver: drivers.ana };
  expect(await marks()).toEqual([{ ...mark, private: true }]);
  expect(await own(ana)).toEqual([
    { id: second, state: 'work' },
    { id: first, state: 'private' },
  ]);
  expect(await ana.call('mark-own-trip', { tripId: first })).toMatchObject({ status: 409, code: 'own-time-marked' });
  const [listed] = (await boss.call('get-private-mark-list')).rows ?? [];
  expect(listed).toMatchObject({ registration: 'VAN 1', isPrivate: true, markedBy: 'ana', driverName: 'Ana' });
  const id = listed?.id ?? 0;
  // Nobody else takes it back.
  expect((await bob.call('take-back-own-mark', { id })).status).toBe(404);
  expect((await eve.call('take-back-own-mark', { id })).status).toBe(404);
  expect((await ana.call('take-back-own-mark', { id })).status).toBe(200);
  expect(await marks()).toEqual([
    { ...mark, private: true },
    { ...mark, private: false },
  ]);
  expect((await ana.call('take-back-own-mark', { id })).status).toBe(409);
  expect((await own(ana))?.find((one) => one.id === first)?.state).toBe('work');
  const log = await fixture.database.query(
    `SELECT username, action, after ->> 'driver' AS driver, after ->> 'private' AS private FROM audit_log
     WHERE subject = 'private-mark' ORDER BY id`,
  );
  expect(log.rows).toEqual([
    { username: 'ana', action: 'create', driver: 'Ana', private: 'true' },
    { username: 'ana', action: 'create', driver: 'Ana', private: 'false' },
  ]);
});

it('the stop that a driver marks ends where another driver takes over', async () => {
  await allow();
  const id = await trip(10, 11);
  await trip(13, 14);
  expect((await ana.call('mark-own-trip', { tripId: id })).status).toBe(200);
  expect(await marks()).toMatchObject([{ from: new Date(at(10)), to: new Date(at(12)) }]);
});

it('a trip of another driver does not exist, and one that two drivers shared is marked by neither', async () => {
  await allow();
  const [bobs, shared] = [await trip(13, 14), await trip(11.5, 12.5)];
  expect(await own(ana)).toEqual([{ id: shared, state: 'shared' }]);
  expect((await ana.call('mark-own-trip', { tripId: bobs })).status).toBe(404);
  for (const browser of [ana, bob]) {
    expect(await browser.call('mark-own-trip', { tripId: shared })).toMatchObject({
      status: 409,
      code: 'own-trip-shared',
    });
  }
  expect((await eve.call('mark-own-trip', { tripId: bobs })).status).toBe(404);
  expect(await own(eve)).toEqual([]);
  // An account without a driver has no trips.
  expect((await boss.call('get-own-trip-list')).rows).toEqual([]);
  expect((await boss.call('mark-own-trip', { tripId: bobs })).status).toBe(404);
  expect(await marks()).toEqual([]);
});

it('a person limited to other vehicles marks the own trip, and no other time', async () => {
  await allow();
  const id = await trip(8, 9);
  const { database } = fixture;
  await database.query(`UPDATE users SET limited = true, limit_vehicle_ids = '{}' WHERE username = 'ana'`);
  expect((await ana.call('mark-own-trip', { tripId: id })).status).toBe(200);
  expect(await own(ana)).toMatchObject([{ id, state: 'private' }]);
  const wanted = { vehicleId: van.vehicleId, from: at(2), to: at(3), isPrivate: true };
  expect((await ana.call('mark-private-time', wanted)).status).toBe(403);
  await database.query(`UPDATE users SET limited = false WHERE username = 'ana'`);
});

it('a mark in which another driver drove is not taken back', async () => {
  await allow();
  await drivesNow();
  await ana.call('start-own-private-time', { vehicleId: van.vehicleId });
  const { id = 0 } = (await boss.call('get-private-mark-list')).rows?.[0] ?? {};
  // It became known late that Bob has driven for an hour.
  await fixture.database.query(`UPDATE private_marks SET from_time = now() - interval '2 hours'`);
  await fixture.database.query(
    `UPDATE driver_assignments SET to_time = now() - interval '1 hour' WHERE to_time IS NULL`,
  );
  await fixture.database.query(
    `INSERT INTO driver_assignments (driver_id, vehicle_id, from_time, source) VALUES ($1, $2, now() - interval '1 hour', 'assignment')`,
    [drivers.bob, van.vehicleId],
  );
  expect(await ana.call('take-back-own-mark', { id })).toMatchObject({ status: 409, code: 'own-trip-shared' });
  // The mark ends where Bob began, and what is left was driven by Ana alone.
  await endOpenMarks(fixture.database);
  expect((await ana.call('take-back-own-mark', { id })).status).toBe(200);
});

it('a driver marks at most 50 times in 24 hours, and a vehicle has at most 2,000 marks in a year', async () => {
  await allow();
  const { database } = fixture;
  const tripId = await trip(8, 9);
  const fill = (driverId: number | null, count: number) =>
    database.query(
      `INSERT INTO private_marks (organisation_id, vehicle_id, from_time, to_time, private, driver_id)
       SELECT $1, $2, $3, $4, true, $5 FROM generate_series(1, $6)`,
      [company, van.vehicleId, at(-40), at(-39), driverId, count],
    );
  await fill(drivers.ana, 50);
  expect(await ana.call('mark-own-trip', { tripId })).toMatchObject({ status: 409, code: 'private-marks-driver' });
  await database.query(`UPDATE private_marks SET marked_at = now() - interval '2 days'`);
  expect((await ana.call('mark-own-trip', { tripId })).status).toBe(200);
  const wanted = { vehicleId: van.vehicleId, from: at(2), to: at(3), isPrivate: true };
  await fill(null, 1948);
  expect((await boss.call('mark-private-time', wanted)).status).toBe(200);
  expect(await boss.call('mark-private-time', wanted)).toMatchObject({ status: 409, code: 'private-marks-vehicle' });
  expect((await database.query('SELECT FROM private_marks')).rowCount).toBe(2000);
});

it('what the office marked is not for the driver to change', async () => {
  await allow();
  const id = await trip(8, 9);
  const wanted = { vehicleId: van.vehicleId, from: at(7), to: at(10), isPrivate: false };
  await boss.call('mark-private-time', wanted);
  expect(await ana.call('mark-own-trip', { tripId: id })).toMatchObject({ status: 409, code: 'own-time-office' });
  await fixture.database.query('DELETE FROM private_marks');
  await ana.call('mark-own-trip', { tripId: id });
  const [mark] = (await boss.call('get-private-mark-list')).rows ?? [];
  await boss.call('mark-private-time', { ...wanted, isPrivate: true });
  expect(await ana.call('take-back-own-mark', { id: mark?.id })).toMatchObject({
    status: 409,
    code: 'own-time-office',
  });
});

it('a legal hold keeps alarms from being hidden by a mark, and says to the office who set it for which time', async () => {
  await allow();
  const id = await trip(8, 9);
  const day = at(0).slice(0, 10);
  const hold = { vehicleId: van.vehicleId, firstDay: day, lastDay: day, reason: 'Accident' };
  await boss.call('create-legal-hold', hold);
  await insertAlarm(fixture.database, van, { start: at(8.5), clearedAt: at(8.6) });
  // The geofence of an alarm would be hidden.
  await fixture.database.query(`UPDATE alarms SET about = '7'`);
  expect(await own(ana)).toEqual([{ id, state: 'held' }]);
  const refused = await ana.call('mark-own-trip', { tripId: id });
  expect(refused).toMatchObject({ status: 409, code: 'own-time-held' });
  expect(refused.message).not.toMatch(/boss|Accident/);
  const wanted = { vehicleId: van.vehicleId, from: at(8), to: at(9), isPrivate: true };
  const answer = await boss.call('mark-private-time', wanted);
  expect(answer).toMatchObject({ status: 409, code: 'private-mark-on-legal-hold' });
  for (const part of ['boss', 'VAN 1', 'Accident', day]) expect(answer.message).toContain(part);
  expect((await fixture.database.query('SELECT FROM alarms WHERE about IS NOT NULL')).rowCount).toBe(1);
  // The day before is free, and work can be marked at any time.
  const before = { ...wanted, from: at(-3), to: at(-2) };
  expect((await boss.call('mark-private-time', before)).status).toBe(200);
  expect((await boss.call('mark-private-time', { ...wanted, isPrivate: false })).status).toBe(200);
});

const mailTexts = async (browser: TestBrowser) =>
  Object.fromEntries(((await browser.call('get-mail-list')).rows ?? []).map(({ subject, text }) => [subject, text]));

it('the mail about a vehicle on legal hold stays when another vehicle in it becomes private, for people with the right', async () => {
  const { database } = fixture;
  const held = await addTracked(database, { registration: 'HELD 1', organisationId: company });
  const { 'private-trips': _private, ...grants } = ADMINISTRATOR.grants;
  await addUser(database, { username: 'clerk', password: 'pass-word', organisationId: company, grants, priority: 2 });
  const clerk = await fixture.signedIn('clerk', 'pass-word');
  const day = at(0).slice(0, 10);
  await boss.call('create-legal-hold', { vehicleId: held.vehicleId, firstDay: day, lastDay: day, reason: 'Accident' });
  const alarm = (of: typeof van) =>
    insertAlarm(database, of, { start: at(8), clearedAt: at(9), organisationId: company });
  const alarms = [await alarm(held), await alarm(van)];
  for (const [subject, ids] of [
    ['Both', alarms],
    ['Free', alarms.slice(1)],
  ] as const) {
    await database.query(
      `INSERT INTO mails (organisation_id, recipient, subject, text, state, alarm_ids) VALUES ($1, 'a@example.org', $2, 'Main Street', 'sent', $3)`,
      [company, subject, ids],
    );
  }
  const wanted = { vehicleId: van.vehicleId, from: at(7), to: at(10), isPrivate: true };
  expect((await boss.call('mark-private-time', wanted)).status).toBe(200);
  expect(await mailTexts(boss)).toMatchObject({ Both: 'Main Street', Free: expect.stringMatching(/^\(removed/) });
  expect(await mailTexts(clerk)).toMatchObject({
    Both: expect.stringMatching(/^\(removed/),
    Free: expect.stringMatching(/^\(removed/),
  });
});

it('what a closed run had of the time is gone with the mark, and so are the changes after it was closed', async () => {
  const { database } = fixture;
  await database.query(
    `WITH o AS (INSERT INTO outlets (organisation_id, code, name) SELECT $1, code, code FROM unnest('{A,B}'::text[]) AS code RETURNING id, code),
       r AS (INSERT INTO routes (organisation_id, name, colour) VALUES ($1, 'North', '#2f9e44') RETURNING id),
       u AS (INSERT INTO route_runs (organisation_id, route_id, day, vehicle_id, starts_at, ends_at)
         SELECT $1, id, $3::timestamptz::date, $2, $3, $4 FROM r RETURNING id),
       v AS (INSERT INTO run_visits (run_id, outlet_id, state, served, arrived_at, departed_at, stood_s)
         SELECT u.id, o.id, 'done', true, at, at + interval '5 minutes', 300 FROM u, o,
           LATERAL (SELECT CASE o.code WHEN 'A' THEN $3::timestamptz ELSE $4::timestamptz END AS at) t),
       f AS (INSERT INTO run_facts (run_id, begun_at, begun_by, ended_at, ended_by, driven_m, planned, visited, missed, unknown, skipped,
           unplanned, in_sequence, windows, on_time, late, stood_s, lasted_s, doubts, closed_at)
         SELECT id, $3, 'depot', $4, 'depot', 0, 2, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, now() FROM u)
     INSERT INTO run_fact_changes (run_id, outlet_id, before, after)
     SELECT u.id, o.id, NULL, jsonb_build_object('arrivedAt', CASE o.code WHEN 'A' THEN $3::timestamptz ELSE $4::timestamptz END) FROM u, o`,
    [company, van.vehicleId, at(8), at(10)],
  );
  const wanted = { vehicleId: van.vehicleId, from: at(7.5), to: at(9), isPrivate: true };
  expect((await boss.call('mark-private-time', wanted)).status).toBe(200);
  const left = await database.query(
    `SELECT (SELECT array_agg(arrived_at) FROM run_visits) AS visits, (SELECT array_agg(after ->> 'arrivedAt') FROM run_fact_changes) AS changes,
       begun_at AS begun, begun_by AS at, ended_at AS ended FROM run_facts`,
  );
  expect(left.rows).toMatchObject([{ visits: [new Date(at(10))], begun: null, at: null, ended: new Date(at(10)) }]);
  expect(left.rows[0].changes).toHaveLength(1);
});

it('a mark leaves what a run had of another vehicle that drove it then', async () => {
  const { database } = fixture;
  await database.query('DELETE FROM route_runs');
  const relief = await addTracked(database, { registration: 'VAN 2', organisationId: company });
  await database.query(`UPDATE installations SET installed_at = '2020-01-01'`);
  await database.query(
    `WITH o AS (INSERT INTO outlets (organisation_id, code, name) SELECT $1, code, code FROM unnest('{C,D}'::text[]) AS code RETURNING id, code),
       r AS (INSERT INTO routes (organisation_id, name, colour) VALUES ($1, 'South', '#2f9e44') RETURNING id)
     INSERT INTO route_runs (organisation_id, route_id, day, vehicle_id, starts_at, ends_at)
       SELECT $1, id, $3::timestamptz::date, $2, $3, $4 FROM r`,
    [company, van.vehicleId, at(6), at(18)],
  );
  // VAN 1 drives until 12, VAN 2 from then on.
  const run = `(SELECT max(id) FROM route_runs)`;
  await database.query(`UPDATE run_vehicles SET until_time = $1, held = 'empty' WHERE run_id = ${run}`, [at(12)]);
  await database.query(
    `INSERT INTO run_vehicles (run_id, vehicle_id, starts_at, from_time, held) VALUES (${run}, $1, $2, $3, 'empty')`,
    [relief.vehicleId, at(6), at(12)],
  );
  await database.query(
    `WITH v AS (INSERT INTO run_visits (run_id, outlet_id, vehicle_id, state, served, arrived_at, departed_at, stood_s)
         SELECT ${run}, o.id, CASE o.code WHEN 'C' THEN $1::int ELSE $2 END, 'done', true, at, at + interval '5 minutes', 300
         FROM outlets o, LATERAL (SELECT CASE o.code WHEN 'C' THEN $3::timestamptz ELSE $4::timestamptz END AS at) t WHERE o.code IN ('C', 'D')),
       f AS (INSERT INTO run_facts (run_id, begun_at, begun_by, ended_at, ended_by, driven_m, planned, visited, missed, unknown, skipped,
           unplanned, in_sequence, windows, on_time, late, stood_s, lasted_s, doubts, closed_at)
         SELECT ${run}, $3, 'depot', $4, 'depot', 0, 2, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, now())
     INSERT INTO run_fact_changes (run_id, before) SELECT ${run}, jsonb_build_object('arrivedAt', at)
       FROM unnest(ARRAY[$3, $4]::timestamptz[]) AS at`,
    [van.vehicleId, relief.vehicleId, at(8), at(14)],
  );
  const left = async () =>
    onlyRow(
      await database.query(
        `SELECT (SELECT count(*)::int FROM run_visits WHERE run_id = ${run}) AS visits,
           (SELECT count(*)::int FROM run_fact_changes WHERE run_id = ${run}) AS changes,
           begun_at IS NOT NULL AS begun, ended_at IS NOT NULL AS ended FROM run_facts WHERE run_id = ${run}`,
      ),
    );
  const mark = (vehicleId: number, from: number, to: number) =>
    boss.call('mark-private-time', { vehicleId, from: at(from), to: at(to), isPrivate: true });
  expect((await mark(relief.vehicleId, 6, 12)).status).toBe(200);
  expect((await mark(van.vehicleId, 12, 16)).status).toBe(200);
  expect(await left()).toEqual({ visits: 2, changes: 2, begun: true, ended: true });
  expect((await mark(relief.vehicleId, 12, 16)).status).toBe(200);
  expect(await left()).toEqual({ visits: 1, changes: 1, begun: true, ended: false });
});

it('a private mark deletes files of reports that may contain the time, and leaves all others', async () => {
  const { database } = fixture;
  const { rows: users } = await database.query<{ id: number }>(`SELECT id FROM users WHERE username = 'boss'`);
  const add = (
    title: string,
    params: object,
    { kind = 'trips', state = 'done', vehicleIds = null as number[] | null } = {},
  ) =>
    database.query(
      `INSERT INTO downloads (organisation_id, user_id, kind, title, format, params, organisation_ids, vehicle_ids, state, kinds, run)
       VALUES ($1, $2, $3, $4, 'json', $5, ARRAY[$1::int], $6, $7, ARRAY[$3::text], CASE WHEN $7 = 'running' THEN gen_random_uuid() END)`,
      [company, onlyRow({ rows: users }).id, kind, title, JSON.stringify(params), vehicleIds, state],
    );
  const day = at(0).slice(0, 10);
  const early = at(-240).slice(0, 10);
  await add('gone: its day', { from: day, to: day });
  await add('gone: its vehicle', { vehicleIds: [van.vehicleId], range: 'week' });
  await add('gone: all', {});
  await add('kept: earlier days', { from: early, to: early });
  await add('kept: another vehicle', { vehicleIds: [van.vehicleId + 1000] });
  await add('kept: limited to another vehicle', {}, { vehicleIds: [van.vehicleId + 1000] });
  await add('kept: no places', { from: day, to: day }, { kind: 'expenses' });
  await add('kept: begins anew', {}, { state: 'running' });
  await database.query(
    `WITH m AS (INSERT INTO mails (organisation_id, user_id, recipient, subject, text, state, carries)
       VALUES ($1, $2, 'boss@example.org', 'Trips', 'Trips', 'waiting', $3) RETURNING id)
     INSERT INTO mail_attachments (mail_id, position, name, hash, size_bytes) SELECT id, 0, 'trips.csv', sha256('x'), 1 FROM m`,
    [
      company,
      onlyRow({ rows: users }).id,
      JSON.stringify({ organisationIds: [company], vehicleIds: null, groupIds: null, kinds: ['trips'] }),
    ],
  );
  const mark = (isPrivate: boolean) =>
    boss.call('mark-private-time', { vehicleId: van.vehicleId, from: at(8), to: at(9), isPrivate });
  const left = async () => (await database.query('SELECT title, state FROM downloads ORDER BY id')).rows;
  expect((await mark(false)).status).toBe(200);
  expect(await left()).toHaveLength(8);
  expect((await mark(true)).status).toBe(200);
  expect(await left()).toEqual([
    { title: 'kept: earlier days', state: 'done' },
    { title: 'kept: another vehicle', state: 'done' },
    { title: 'kept: limited to another vehicle', state: 'done' },
    { title: 'kept: no places', state: 'done' },
    { title: 'kept: begins anew', state: 'waiting' },
  ]);
  expect((await database.query('SELECT FROM mail_attachments')).rowCount).toBe(0);
  const mails = await database.query(`SELECT state, fault ->> 'code' AS code FROM mails WHERE subject = 'Trips'`);
  expect(mails.rows).toEqual([{ state: 'failed', code: 'schedule-private' }]);
});

it('private time goes on until the driver ends it', async () => {
  await allow();
  expect((await ana.call('start-own-private-time', { vehicleId: van.vehicleId })).status).toBe(404);
  await drivesNow();
  expect((await ana.call('get-own-trip-list')).vehicles).toEqual([
    { id: van.vehicleId, registration: 'VAN 1', private: null },
  ]);
  expect((await bob.call('start-own-private-time', { vehicleId: van.vehicleId })).status).toBe(404);
  expect((await eve.call('start-own-private-time', { vehicleId: van.vehicleId })).status).toBe(404);
  expect((await ana.call('start-own-private-time', { vehicleId: van.vehicleId })).status).toBe(200);
  expect(await ana.call('start-own-private-time', { vehicleId: van.vehicleId })).toMatchObject({
    status: 409,
    code: 'own-time-marked',
  });
  const [vehicle] = (await ana.call('get-own-trip-list')).vehicles ?? [];
  const id = vehicle?.private?.markId ?? 0;
  await endOpenMarks(fixture.database);
  expect(await marks()).toMatchObject([{ to: null }]);
  expect((await bob.call('end-own-private-time', { id })).status).toBe(404);
  expect((await ana.call('end-own-private-time', { id })).status).toBe(200);
  expect((await ana.call('end-own-private-time', { id })).status).toBe(409);
  const [mark] = await marks();
  expect(Math.abs(Number(mark.to) - Date.now())).toBeLessThan(10_000);
});

it('the office ends private time that a driver forgot', async () => {
  await allow();
  await drivesNow();
  await ana.call('start-own-private-time', { vehicleId: van.vehicleId });
  const { id = 0 } = (await boss.call('get-private-mark-list')).rows?.[0] ?? {};
  expect((await ana.call('end-private-mark', { id })).status).toBe(403);
  expect((await boss.call('end-private-mark', { id })).mark?.to).not.toBeNull();
  expect((await boss.call('end-private-mark', { id })).status).toBe(409);
});

it('private time that nobody ends ends with the stop, with the next driver, or after a month', async () => {
  await allow();
  const { database } = fixture;
  const id = await trip(8, 9);
  await database.query('DELETE FROM driver_assignments WHERE driver_id = $1', [drivers.bob]);
  expect((await ana.call('mark-own-trip', { tripId: id })).status).toBe(200);
  expect(await marks()).toMatchObject([{ from: new Date(at(8)), to: null }]);
  await endOpenMarks(database);
  expect(await marks()).toMatchObject([{ to: null }]);
  await trip(20, 21);
  await endOpenMarks(database);
  expect(await marks()).toMatchObject([{ from: new Date(at(8)), to: new Date(at(20)) }]);

  await database.query('UPDATE private_marks SET to_time = NULL, open_after = NULL');
  await database.query(
    `INSERT INTO driver_assignments (driver_id, vehicle_id, from_time, source) VALUES ($1, $2, $3, 'assignment')`,
    [drivers.bob, van.vehicleId, at(15)],
  );
  await endOpenMarks(database);
  expect(await marks()).toMatchObject([{ to: new Date(at(15)) }]);

  await database.query('DELETE FROM driver_assignments');
  const began = new Date(Date.now() - 32 * 24 * HOUR_MS);
  await database.query('UPDATE private_marks SET to_time = NULL, from_time = $1', [began]);
  await endOpenMarks(database);
  expect(await marks()).toMatchObject([{ to: new Date(began.getTime() + 31 * 24 * HOUR_MS) }]);
  const last = onlyRow(
    await database.query(
      `SELECT username, action FROM audit_log WHERE subject = 'private-mark' ORDER BY id DESC LIMIT 1`,
    ),
  );
  expect(last).toEqual({ username: null, action: 'end' });
});

it('who may not see private places opens none by a mark as work, and gets no file with them', async () => {
  const { database } = fixture;
  const wanted = { vehicleId: van.vehicleId, from: at(7), to: at(8) };
  const add = (username: string, grants: typeof ADMINISTRATOR.grants) =>
    addUser(database, { username, password: 'pass-word', organisationId: company, grants, priority: 3 });
  await add('marker', { ...ADMINISTRATOR.grants, 'private-trips': ['create'] });
  const marker = await fixture.signedIn('marker', 'pass-word');
  expect((await marker.call('mark-private-time', { ...wanted, isPrivate: true })).status).toBe(200);
  expect((await marker.call('mark-private-time', { ...wanted, isPrivate: false })).status).toBe(403);
  expect((await boss.call('mark-private-time', { ...wanted, isPrivate: false })).status).toBe(200);

  const seer = await add('seer', ADMINISTRATOR.grants);
  const browser = await fixture.signedIn('seer', 'pass-word');
  const { download } = await browser.call('export-driver-data', { id: drivers.ana });
  const file = async () => (await fetchDownload(fixture, browser, download?.id ?? 0)).statusCode;
  expect(await file()).toBe(200);
  await database.query(
    `DELETE FROM role_permissions WHERE role_id = (SELECT role_id FROM users WHERE id = $1)
        AND menu_id = (SELECT id FROM menus WHERE key = 'private-trips')`,
    [seer],
  );
  expect(await file()).toBe(403);
});

it('the past that went along to another organisation is marked for both, and held for both', async () => {
  const { database } = fixture;
  const there = await addOrganisation(database, 'Buyer');
  await addUser(database, {
    username: 'buyer',
    password: 'pass-word',
    organisationId: there,
    grants: ADMINISTRATOR.grants,
  });
  const buyer = await fixture.signedIn('buyer', 'pass-word');
  // As a move with the history leaves it: another record over the same reports.
  const { rows } = await database.query<{ vehicleId: number; installationId: number }>(
    `WITH bought AS (INSERT INTO vehicles (organisation_id, registration, type) VALUES ($1, 'VAN 1', 'van') RETURNING id)
     INSERT INTO installations (device_id, vehicle_id, installed_at, removed_at, along)
     SELECT $2, id, '2020-01-01', now() - interval '1 minute', true FROM bought
     RETURNING vehicle_id AS "vehicleId", id AS "installationId"`,
    [there, van.deviceId],
  );
  const bought = onlyRow({ rows });
  const tripOf = (one: { vehicleId: number; installationId: number }) =>
    insertTrip(database, one, { start: at(7), end: at(8), distanceM: 5000 });
  const [here, along] = [await tripOf(van), await tripOf(bought)];
  const wanted = { from: at(6), to: at(9), isPrivate: true };
  const hold = await boss.call('create-legal-hold', {
    vehicleId: van.vehicleId,
    firstDay: at(7).slice(0, 10),
    lastDay: at(7).slice(0, 10),
    reason: 'Accident',
  });
  expect(hold.status).toBe(200);
  const refused = await buyer.call('mark-private-time', { ...wanted, vehicleId: bought.vehicleId });
  expect(refused).toMatchObject({ status: 409, code: 'own-time-held' });
  // The hold of the former organisation is nobody's business here.
  expect(JSON.stringify(refused)).not.toContain('Accident');
  await database.query('DELETE FROM legal_holds');

  expect((await buyer.call('mark-private-time', { ...wanted, vehicleId: bought.vehicleId })).status).toBe(200);
  const marked = await database.query(
    'SELECT id FROM trips WHERE id = ANY ($1) AND start_private AND end_private ORDER BY id',
    [[here, along]],
  );
  expect(marked.rows).toEqual([{ id: here }, { id: along }]);
  const late = await database.query('SELECT installation_id AS id FROM late_marks ORDER BY 1');
  expect(late.rows).toEqual(expect.arrayContaining([{ id: van.installationId }, { id: bought.installationId }]));
});
