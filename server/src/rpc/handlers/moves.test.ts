import { randomUUID } from 'node:crypto';
import { type OperationName, OPERATIONS } from '@milepost/contract/operations';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { moveVehicles } from '../../store/moves/move-vehicles.ts';
import { onlyRow } from '../../store/rows.ts';
import { ADMINISTRATOR } from '../../store/roles/basic-roles.ts';
import { emptyTables } from '../../testing/empty-tables.ts';
import { foreignInput } from '../../testing/foreign-input.ts';
import { type HttpFixture, httpFixture } from '../../testing/http-fixture.ts';
import {
  addTracked,
  insertAlarm,
  insertDay,
  insertFence,
  insertSensor,
  insertStop,
  insertTrip,
  insertVisit,
} from '../../testing/insert-facts.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

/**
 * A holding with two companies below it. Its manager moves vehicles; the people of each company see only their own.
 */
let fixture: HttpFixture;
let holding: number;
let north: number;
let south: number;
let manager: TestBrowser;
let northerner: TestBrowser;
let southerner: TestBrowser;

beforeAll(async () => {
  fixture = await httpFixture();
  const { database } = fixture;
  holding = await addOrganisation(database, 'Holding');
  north = await addOrganisation(database, 'North', holding);
  south = await addOrganisation(database, 'South', holding);
  const add = async (username: string, organisationId: number, grants = ADMINISTRATOR.grants) => {
    await addUser(database, { username, password: 'pass-word', organisationId, grants });
    return fixture.signedIn(username, 'pass-word');
  };
  manager = await add('manager', holding);
  northerner = await add('northerner', north);
  southerner = await add('southerner', south);
});
afterAll(() => fixture?.close());
beforeEach(() => emptyTables(fixture.database, 'vehicles', 'devices', 'geofences', 'drivers'));

const NOBODY = { userId: null, username: null, address: null };
const DAY = '2026-02-01';
const span = (hour: number, day = DAY) => ({ start: `${day}T0${hour}:00:00Z`, end: `${day}T0${hour}:30:00Z` });

async function northern(registration: string) {
  const of = await addTracked(fixture.database, { registration, organisationId: north });
  await insertTrip(fixture.database, of, { ...span(1), distanceM: 1000 });
  return of;
}

const move = (vehicleIds: number[], organisationId = south, withDevice = true, by = manager) =>
  by.call('move-vehicles', { vehicleIds, organisationId, withDevice });
const moveAlong = (vehicleId: number, organisationId: number) =>
  manager.call('move-vehicles', { vehicleIds: [vehicleId], organisationId, withDevice: true, history: 'goes' });

const read = async <Row extends object>(sql: string, ...values: unknown[]): Promise<Row> =>
  onlyRow(await fixture.database.query<Row>(sql, values));

/** Moves a vehicle of North to South; returns its record there. */
async function moved(vehicleId: number, withDevice = true): Promise<number> {
  const answer = await move([vehicleId], south, withDevice);
  expect(answer).toMatchObject({ status: 200, moved: [{ from: vehicleId }] });
  return answer.moved?.[0]?.to ?? 0;
}

const moveDevice = (id: number, organisationId: number) =>
  manager.call('move-devices', { deviceIds: [id], organisationId, rejoin: organisationId === north });
const held = async (vehicleId: number) => (await northerner.call('get-vehicle-by-id', { id: vehicleId })).vehicle;
const countMoved = async () =>
  (await read<{ n: number }>(`SELECT count(*) FILTER (WHERE moved_at IS NOT NULL)::int AS n FROM vehicles`)).n;
const countThere = async () =>
  (await read<{ n: number }>(`SELECT count(*)::int AS n FROM vehicles WHERE organisation_id = $1`, south)).n;

/** Sorts null first. */
const byNull = (one: unknown, other: unknown) => Number(one !== null) - Number(other !== null);

const marks = (rows: { moved?: unknown }[] = []) => rows.map((row) => row.moved).toSorted(byNull);

const hour = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

/** The obstacles to its move to South, with their counts. */
const obstacles = async (vehicleId: number) =>
  (
    await manager.call('preview-vehicle-move', { vehicleIds: [vehicleId], organisationId: south, withDevice: true })
  ).obstacles?.map(({ kind, count }) => [kind, count]);

/** The start of a vehicle's installations, with their notes. */
const installed = async (by: TestBrowser, id: number) =>
  (await by.call('get-installation-list', { vehicleId: id, direction: 'asc' })).rows?.map(
    ({ from, technician, note }) => [from.slice(0, 10), technician, note],
  );

const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** The vehicles offered for a bill of a day. */
const offeredOn = async (by: TestBrowser, day?: string) =>
  (await by.call('get-expense-choices', { vehicle: 'EARLY', ...(day !== undefined && { day }) })).vehicles;

/** The log entries of an organisation about moves of N 11. */
const entries = async (organisationId: number) =>
  (
    await fixture.database.query<{ subject: string; id: string; text: string }>(
      `SELECT subject, subject_id AS id, concat(before, after) AS text FROM audit_log
       WHERE organisation_id = $1 AND action = 'move' AND subject_name = 'N 11' ORDER BY id`,
      [organisationId],
    )
  ).rows;

/** Creates facts, names and documents that contain a mark, with distinctive distances. */
async function leaveTraces(
  of: Awaited<ReturnType<typeof addTracked>>,
  organisationId: number,
  mark: string,
  metres: number,
  day: string,
) {
  const { database } = fixture;
  const by = organisationId === north ? northerner : southerner;
  const fenceId = await insertFence(database, { name: `${mark} fence`, organisationId });
  await insertTrip(database, of, { ...span(1, day), distanceM: metres });
  await insertStop(database, of, span(2, day));
  await insertDay(database, of, { day, distanceM: metres });
  await insertVisit(database, of, { ...span(3, day), fenceId, distanceM: metres });
  await insertAlarm(database, of, {
    start: `${day}T04:00:00Z`,
    clearedAt: null,
    organisationId,
    rule: `${mark} rule`,
  });
  await database.query(
    `INSERT INTO positions (device_id, fix_time, report_hash, received_at, lat, lon, speed_dkph, course_deg, flags, odometer_m)
     VALUES ($1, $2, 1, $2, 1, 1, 10, 0, 1, $3)`,
    [of.deviceId, `${day}T01:10:00Z`, metres],
  );
  await database.query(
    `INSERT INTO device_states (device_id, heard_at, fix_time, received_at, lat, lon, speed_dkph, flags, attributes, tracking)
     VALUES ($1, now(), now(), now(), 1, 1, 0, 1, jsonb_build_object('note', $2::text), '{}')`,
    [of.deviceId, mark],
  );
  const driver = (await by.call('save-driver', { name: `${mark} driver` })).driver?.id ?? 0;
  const planned = { driverId: driver, vehicleId: of.vehicleId, from: hour(-1), to: hour(10), note: mark };
  expect((await by.call('save-assignment', planned)).status).toBe(200);
  const expense = { kind: 'toll', vehicleId: of.vehicleId, amount: 100, day, note: mark };
  expect((await by.call('save-expense', expense)).status).toBe(200);
  const task = { title: `${mark} task`, recordKind: 'vehicle', recordId: of.vehicleId };
  expect((await by.call('save-task', task)).status).toBe(200);
}

test('a vehicle starts in the other organisation with its data, device, meters and sensors, and its past stays', async () => {
  const { database } = fixture;
  const of = await northern('N 1');
  const { vehicleId, deviceId } = of;
  await database.query(
    `UPDATE vehicles SET make = 'Ford', chassis_number = 'VIN-7', tank_l = 80, owner = 'North bank', tags = '{ours}' WHERE id = $1`,
    [vehicleId],
  );
  await database.query(
    `INSERT INTO meter_readings (vehicle_id, meter, at, value) VALUES ($1, 'odometer', '2026-01-15', 5000000)`,
    [vehicleId],
  );
  await insertSensor(database, of, { name: 'Cargo', kind: 'temperature' });
  const before = await manager.call('get-vehicle-meters', { vehicleId });
  const to = await moved(vehicleId);

  expect(await southerner.call('get-vehicle-by-id', { id: to })).toMatchObject({
    vehicle: {
      registration: 'N 1',
      make: 'Ford',
      chassisNumber: 'VIN-7',
      tankL: 80,
      owner: null,
      tags: [],
      deviceIdentity: 'N 1',
      status: 'in-service',
      moved: null,
    },
  });
  const theirs = await southerner.call('get-vehicle-meters', { vehicleId: to });
  expect(theirs.meters?.[0]?.value).toBe(before.meters?.[0]?.value);
  const sensors = await southerner.call('get-vehicle-sensors', { vehicleId: to });
  expect(JSON.stringify(sensors)).toContain('Cargo');
  // North's record of the device is closed; South has another one with the same identity.
  const { vehicle: found } = await southerner.call('get-vehicle-by-id', { id: to });
  expect(found?.deviceId).not.toBe(deviceId);
  expect((await northerner.call('get-device-list', {})).total).toBe(0);

  expect(await northerner.call('get-vehicle-by-id', { id: vehicleId })).toMatchObject({
    vehicle: {
      registration: 'N 1',
      deviceId: null,
      status: 'sold',
      moved: { at: expect.any(String), to: null },
      owner: 'North bank',
    },
  });
  const trips = await northerner.call('get-trip-list', { from: `${DAY}T00:00:00Z`, to: '2026-02-02T00:00:00Z' });
  expect(trips.total).toBe(1);
  const none = await southerner.call('get-trip-list', { from: '2026-01-01T00:00:00Z', to: new Date().toISOString() });
  expect(none.total).toBe(0);
  // Both fleets are reloaded.
  const published = fixture.events.filter(({ name }) => name === 'fleet-changed').map(({ event }) => event);
  expect(published).toEqual(expect.arrayContaining([{ organisationId: north }, { organisationId: south }]));
});

test('a vehicle moved without its device leaves the device behind, in no vehicle', async () => {
  const { vehicleId, deviceId } = await northern('N 2');
  const to = await moved(vehicleId, false);
  expect(await southerner.call('get-vehicle-by-id', { id: to })).toMatchObject({ vehicle: { deviceId: null } });
  expect(await northerner.call('get-device-by-id', { id: deviceId })).toMatchObject({ device: { vehicleId: null } });
});

test('other organisations are offered as targets, and moved records name theirs to people who can see it', async () => {
  const { vehicleId, deviceId } = await northern('N 15');
  const targets = async (of: { vehicleIds?: number[]; deviceIds?: number[] }) =>
    (await manager.call('preview-move-targets', { search: '', ...of })).rows?.map(({ name }) => name);
  expect(await targets({ vehicleIds: [vehicleId] })).toEqual(['Holding', 'South']);
  expect(await targets({ deviceIds: [deviceId] })).toEqual(['Holding', 'South']);
  const to = await moved(vehicleId);
  const other = await northern('N 16');
  expect(await targets({ vehicleIds: [to, other.vehicleId] })).toEqual(['Holding']);

  // The manager sees both records; the moved one is marked as such wherever they can be chosen or found.
  const at = expect.any(String);
  const both = [null, { at, to: 'South' }];
  const search = 'N 15';
  expect(marks((await manager.call('get-vehicle-list', { search, moved: 'with' })).rows)).toEqual(both);
  expect(marks((await manager.call('get-vehicle-list', { search })).rows)).toEqual([null]);
  expect(marks((await manager.call('get-history-vehicle-list', { search })).rows)).toEqual(both);
  expect(marks((await manager.call('get-telemetry-vehicles', { search })).rows)).toEqual(both);
  const ids = { vehicleIds: [vehicleId, to] };
  expect(marks((await manager.call('get-telemetry-vehicles', ids)).rows)).toEqual(both);
  expect(marks((await manager.call('get-report-choices', { filter: 'vehicles', search })).rows)).toEqual(both);
  const found = (await manager.call('get-found-records', { search })).rows?.filter(({ kind }) => kind === 'vehicle');
  expect(marks(found)).toEqual(both);
  const day = { from: hour(-12), to: hour(1), search };
  expect(marks((await manager.call('get-timeline', day)).rows)).toEqual(both);
  expect(marks((await manager.call('get-timeline', { ...day, from: hour(0.5) })).rows)).toEqual([null]);
  const now = (await manager.call('get-fleet-at', { at: new Date().toISOString() })).vehicles;
  expect(marks(now?.filter(({ registration }) => registration === search))).toEqual([null]);
  await fixture.database.query(`UPDATE vehicles SET created_at = '2026-01-01' WHERE id = $1`, [vehicleId]);
  const then = (await manager.call('get-fleet-at', { at: `${DAY}T12:00:00Z` })).vehicles;
  expect(marks(then?.filter(({ registration }) => registration === search))).toEqual([{ at, to: 'South' }]);
  // A person who sees only one side is not informed of the other.
  expect(marks((await northerner.call('get-vehicle-list', { search, moved: 'with' })).rows)).toEqual([
    { at, to: null },
  ]);
});

test('the page of a moved vehicle shows its last position before the move', async () => {
  const { vehicleId, deviceId } = await northern('N 17');
  await fixture.database.query(
    `INSERT INTO positions (device_id, fix_time, report_hash, received_at, lat, lon, speed_dkph, course_deg, flags)
     VALUES ($1, '2026-02-01T01:10:00Z', 1, '2026-02-01T01:10:00Z', 10000000, 20000000, 0, 0, 1)`,
    [deviceId],
  );
  await moved(vehicleId);
  expect(await northerner.call('get-vehicle-overview', { vehicleId })).toMatchObject({
    position: { lat: 1, lon: 2, fixTime: '2026-02-01T01:10:00.000Z' },
  });
});

describe('an undone move rejoins what it separated', () => {
  test('a device returns into its vehicle, as it was in it', async () => {
    const { vehicleId, deviceId, installationId } = await northern('N 18');
    await fixture.database.query(
      `UPDATE installations SET ignition_source = 'wire', speed_factor = 1.852 WHERE id = $1`,
      [installationId],
    );
    const [away] = (await moveDevice(deviceId, south)).moved ?? [];
    expect(away).toMatchObject({ from: deviceId, parted: true });
    const [back] = (await moveDevice(away?.to ?? 0, north)).moved ?? [];
    expect(back).toMatchObject({ organisationId: south, parted: false });
    expect(await held(vehicleId)).toMatchObject({ deviceId: back?.to, deviceIdentity: 'N 18' });
    expect(
      await read(
        'SELECT ignition_source AS source, speed_factor AS factor FROM installations WHERE device_id = $1',
        back?.to,
      ),
    ).toEqual({ source: 'wire', factor: 1.852 });
  });

  test('a device whose vehicle has another one meanwhile is in none, and that is reported', async () => {
    const { vehicleId, deviceId } = await northern('N 19');
    const [away] = (await moveDevice(deviceId, south)).moved ?? [];
    const other = (await northerner.call('save-device', { identity: '77019' })).device?.id ?? 0;
    expect((await northerner.call('swap-device', { vehicleId, deviceId: other })).status).toBe(200);
    const [back] = (await moveDevice(away?.to ?? 0, north)).moved ?? [];
    expect(back).toMatchObject({ parted: true });
    expect(await held(vehicleId)).toMatchObject({ deviceId: other });
    expect(await northerner.call('get-device-by-id', { id: back?.to })).toMatchObject({ device: { vehicleId: null } });
  });

  test('a vehicle gets the device back that it left behind, when that is free', async () => {
    const { vehicleId, deviceId } = await northern('N 20');
    const [away] = (await move([vehicleId], south, false)).moved ?? [];
    expect(away).toMatchObject({ parted: true });
    const back = await manager.call('move-vehicles', {
      vehicleIds: [away?.to ?? 0],
      organisationId: north,
      withDevice: false,
      rejoin: true,
    });
    expect(back.moved).toEqual([{ from: away?.to, to: vehicleId, organisationId: south, parted: false }]);
    expect(await held(vehicleId)).toMatchObject({ deviceId });
  });
});

describe('many together', () => {
  const SEVERAL = 12;
  const many = async (name: string) => {
    const { rows } = await fixture.database.query<{ id: number }>(
      `INSERT INTO vehicles (organisation_id, registration, type) SELECT $1, $2 || n, 'van' FROM generate_series(10, $3) n RETURNING id`,
      [north, name, 9 + SEVERAL],
    );
    return rows.map(({ id }) => id);
  };

  test('are moved a few at a time, each of which is complete before the next', async () => {
    const vehicleIds = await many('MANY ');
    const scope = { organisationId: holding, organisationIds: [holding, north, south], root: false, limit: null };
    const pieces = moveVehicles(fixture.database, scope, NOBODY, {
      vehicleIds,
      organisationId: south,
      withDevice: true,
      history: 'stays',
    });
    const first = await pieces.next();
    // Even if the server stopped now, these vehicles would be moved and the others would not.
    expect(await countMoved()).toBe(first.value?.moved.length);
    expect(await countThere()).toBe(first.value?.moved.length);
    // Other people change installations between two pieces.
    const van = await northern('N 21');
    expect((await northerner.call('delete-device', { id: van.deviceId })).status).toBe(200);
    await pieces.return(undefined);
    expect((await move(vehicleIds.slice(first.value?.moved.length))).status).toBe(200);
    expect(await countMoved()).toBe(SEVERAL);
  });

  test('are not moved when an obstacle of one is known before; one found after some have moved stops the others', async () => {
    const vehicleIds = await many('WAY ');
    const inTheWay = () =>
      fixture.database.query(
        `INSERT INTO vehicles (organisation_id, registration, type) VALUES ($1, 'WAY 21', 'van')`,
        [south],
      );
    await inTheWay();
    expect((await move(vehicleIds)).status).toBe(409);
    expect(await countMoved()).toBe(0);
    await fixture.database.query('DELETE FROM vehicles WHERE organisation_id = $1', [south]);
    const scope = { organisationId: holding, organisationIds: [holding, north, south], root: false, limit: null };
    const input = { vehicleIds, organisationId: south, withDevice: true, history: 'stays' as const };
    let count = 0;
    for await (const piece of moveVehicles(fixture.database, scope, NOBODY, input)) {
      if (count === 0) await inTheWay();
      count += piece.moved.length;
    }
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThan(SEVERAL);
    expect(await countMoved()).toBe(count);
  });
});

test('a device alone leaves its vehicle behind with its recorded data', async () => {
  const { vehicleId, deviceId } = await northern('N 3');
  const answer = await manager.call('move-devices', { deviceIds: [deviceId], organisationId: south });
  expect(answer.status).toBe(200);
  const to = answer.moved?.[0]?.to ?? 0;
  expect(await southerner.call('get-device-by-id', { id: to })).toMatchObject({
    device: { identity: 'N 3', vehicleId: null, lastHeardAt: null },
  });
  expect((await southerner.call('get-installation-list', { deviceId: to })).total).toBe(0);
  expect(await northerner.call('get-installation-list', { vehicleId })).toMatchObject({
    total: 1,
    rows: [{ identity: 'N 3', to: expect.any(String) }],
  });
  // Nobody of North can take back what moved with the undo functions there.
  expect((await northerner.call('restore-device', { id: deviceId })).status).toBe(409);
});

test('secret and allowed networks of a device stay with the organisation that set them, and apply again when it returns', async () => {
  const { database } = fixture;
  const { vehicleId, deviceId } = await northern('N 33');
  const theirs = Buffer.alloc(32, 7);
  await database.query(
    `UPDATE devices SET secret_hash = $2, secret_since = '2026-01-05T00:00:00Z', networks = '{192.0.2.0/24}' WHERE id = $1`,
    [deviceId, theirs],
  );
  const guard = async (id: number) => {
    const { rows } = await database.query<{ id: number; hash: Buffer | null; networks: string[] }>(
      `SELECT d.id, d.secret_hash AS hash, d.networks FROM devices d JOIN installations i ON i.device_id = d.id
       WHERE i.vehicle_id = $1 AND i.removed_at IS NULL`,
      [id],
    );
    return onlyRow({ rows });
  };
  const ends = async (id: number, organisationId: number) =>
    (await manager.call('preview-vehicle-move', { vehicleIds: [id], organisationId, withDevice: true })).ends;
  const guards = [
    { what: 'secrets', count: 1 },
    { what: 'networks', count: 1 },
  ];
  expect(await ends(vehicleId, south)).toEqual(guards);
  const alone = await manager.call('preview-device-move', { deviceIds: [deviceId], organisationId: south });
  expect(alone.ends).toEqual(guards);
  const to = await moved(vehicleId);
  const there = await guard(to);
  // Neither North's secret nor a missing one admits it: South creates its own, and sees since when that is needed.
  expect(there.networks).toEqual([]);
  expect(there.hash).toHaveLength(32);
  expect(there.hash).not.toEqual(theirs);
  const { device } = await southerner.call('get-device-by-id', { id: there.id });
  expect(device?.networks).toEqual([]);
  const { at } = await read<{ at: Date }>('SELECT begins_at AS at FROM devices WHERE id = $1', there.id);
  expect(device?.secretSince).toBe(at.toISOString());

  expect(await ends(to, north)).toEqual([]);
  await move([to], north);
  expect(await guard(vehicleId)).toMatchObject({ hash: theirs, networks: ['192.0.2.0/24'] });
  // A device without a secret has none there either.
  const plain = await northern('N 34');
  expect(await ends(plain.vehicleId, south)).toEqual([]);
  expect(await guard(await moved(plain.vehicleId))).toMatchObject({ hash: null, networks: [] });
});

test('a moved vehicle is not offered or accepted for new records, and its existing ones can be corrected', async () => {
  const { vehicleId } = await northern('GONE 1');
  await northern('HERE 1');
  const expense = { kind: 'toll' as const, vehicleId, amount: 100, day: DAY };
  const written = (await northerner.call('save-expense', expense)).expense;
  const monthly = { kind: 'lease' as const, vehicleId, amount: 100, every: 'month' as const, firstDay: '2999-01-01' };
  const { recurring } = await northerner.call('save-recurring-expense', monthly);
  await moved(vehicleId);
  // The vehicle moved three days ago, so records of today are later than the move.
  await fixture.database.query(`UPDATE vehicles SET moved_at = now() - interval '3 days' WHERE id = $1`, [vehicleId]);

  const { depot } = await northerner.call('save-depot', { name: 'Yard', place: { lat: 1, lon: 1 } });
  const { outlet } = await northerner.call('save-outlet', { code: 'O', name: 'Shop', place: { lat: 1, lon: 1.01 } });
  const today = new Date().toISOString().slice(0, 10);
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const when = { day, depotId: depot?.id ?? 0, startMin: 480, backMin: 1020 };
  const offered: [OperationName, Record<string, unknown>][] = [
    ['get-route-choices', {}],
    ['get-spread-choices', when],
    ['get-expense-choices', {}],
    ['get-budget-choices', {}],
    ['get-work-order-choices', {}],
    ['get-inspection-choices', {}],
    ['get-service-plan-choices', {}],
    ['get-assignment-choices', {}],
    ['get-document-holders', { holder: 'vehicle' }],
    ['get-alarm-rule-targets', { kind: 'vehicle' }],
    ['get-vehicle-list', {}],
  ];
  for (const [name, input] of offered) {
    const answer = JSON.stringify(await northerner.call(name, input));
    expect(answer, name).toContain('HERE 1');
    expect(answer, name).not.toContain('GONE 1');
  }
  const sold = JSON.stringify(await manager.call('get-subscription-choices', { organisationId: north }));
  expect(sold).toContain('HERE 1');
  expect(sold).not.toContain('GONE 1');
  // The moved vehicle can still be found and read.
  expect(JSON.stringify(await northerner.call('get-vehicle-list', { moved: 'with' }))).toContain('GONE 1');
  const only = await northerner.call('get-vehicle-list', { moved: 'only' });
  expect(only.rows?.map(({ registration }) => registration)).toEqual(['GONE 1']);
  expect(await northerner.call('get-vehicle-choices', {})).toMatchObject({ moved: true });
  expect(await southerner.call('get-vehicle-choices', {})).toMatchObject({ moved: false });

  const { route } = await northerner.call('save-route', { name: 'Tour', colour: '#000000' });
  const stops = [{ outletId: outlet?.id ?? 0 }];
  const spread = { ...when, unit: 'kg', stops };
  const tours = [{ vehicleId, driverId: null, outletIds: [outlet?.id ?? 0] }];
  const { checklist } = await northerner.call('save-checklist', { name: 'Before leaving', items: ['Tyres'] });
  const signed = { answers: [{ item: 'Tyres', result: 'ok' }], signedBy: 'Ana', signature: [[0, 0, 10, 10]] };
  const refused: [OperationName, Record<string, unknown>][] = [
    [
      'save-route-plan',
      { routeId: route?.id, validFrom: day, weekdays: [1], startMin: 480, stops, vehicleId, overrideReason: 'Anyway' },
    ],
    ['propose-spread', { ...spread, vehicleIds: [vehicleId] }],
    ['time-spread', { ...spread, tours: tours.map(({ outletIds }) => ({ vehicleId, outletIds })) }],
    ['accept-spread', { ...spread, key: randomUUID(), tours, overrideReason: 'Anyway' }],
    ['save-expense', { ...expense, day: today }],
    ['save-recurring-expense', monthly],
    ['save-budget', { vehicleId, amount: 100, firstMonth: '2026-01-01' }],
    ['save-document', { kind: 'insurance', holder: 'vehicle', vehicleId }],
    ['save-document', { kind: 'insurance', holder: 'vehicle', vehicleId, issuedOn: today }],
    ['save-task', { title: 'Wash', recordKind: 'vehicle', recordId: vehicleId }],
    ['save-task', { title: 'Pay', recordKind: 'expense', recordId: written?.id }],
    ['add-files', { recordKind: 'vehicle', recordId: vehicleId, fileIds: [1] }],
    ['save-work-order', { title: 'Brakes', vehicleId }],
    ['add-service-record', { planId: 1, vehicleId, day: DAY }],
    ['add-inspection', { vehicleId, checklistId: checklist?.id, ...signed }],
  ];
  const word = 'This vehicle moved to another organisation. Only its past is here.';
  for (const [name, input] of refused) {
    const answer = await northerner.call(name, input);
    expect([name, answer.status, Object.values(answer.fields ?? {})]).toEqual([name, 409, [word]]);
  }
  const resumed = await northerner.call('pause-recurring-expense', { id: recurring?.id ?? 0, paused: false });
  expect(resumed).toMatchObject({ status: 409, fields: { vehicleId: word } });
  // Records from before the move may be added later, and so may their files.
  const late = await northerner.call('save-expense', { ...expense, amount: 300 });
  expect(late.status).toBe(200);
  const paper = { kind: 'insurance' as const, holder: 'vehicle' as const, vehicleId, issuedOn: DAY };
  expect((await northerner.call('save-document', paper)).status).toBe(200);
  expect((await northerner.call('save-task', { title: 'Pay', recordKind: null, recordId: null })).status).toBe(200);
  // A correction to a date after the move is refused as well.
  const later = { ...expense, id: written?.id ?? 0, version: written?.version ?? 0, day: today };
  expect(await northerner.call('save-expense', later)).toMatchObject({ status: 409, fields: { vehicleId: word } });
  const right = { ...expense, id: written?.id ?? 0, version: written?.version ?? 0, amount: 200 };
  expect((await northerner.call('save-expense', right)).status).toBe(200);
});

test('a record from before a vehicle arrived is entered in its former organisation, which is stated to people who see that', async () => {
  const { vehicleId } = await northern('EARLY 1');
  const to = await moved(vehicleId);
  // Arrived three days ago.
  await fixture.database.query(`UPDATE vehicles SET moved_at = now() - interval '3 days' WHERE id = $1`, [vehicleId]);
  await fixture.database.query(`UPDATE vehicles SET came_at = now() - interval '3 days' WHERE id = $1`, [to]);
  const [before, that, after] = [dayAgo(6), dayAgo(3), dayAgo(1)];

  expect(await offeredOn(manager, before)).toEqual([{ id: vehicleId, name: 'EARLY 1 · North' }]);
  for (const day of [that, after, undefined]) {
    expect(await offeredOn(manager, day)).toEqual([{ id: to, name: 'EARLY 1' }]);
  }
  expect(await offeredOn(southerner, before)).toEqual([]);
  expect(await offeredOn(northerner, before)).toEqual([{ id: vehicleId, name: 'EARLY 1 · North' }]);
  expect(await offeredOn(northerner, after)).toEqual([]);

  const { plan } = await southerner.call('save-service-plan', {
    task: 'Oil',
    everyM: 10_000_000,
    leadDays: 14,
    vehicleIds: [to],
    countedFrom: before,
  });
  const { checklist } = await southerner.call('save-checklist', { name: 'Before leaving', items: ['Tyres'] });
  const of = (day: string): [OperationName, Record<string, unknown>][] => [
    ['save-expense', { kind: 'toll', vehicleId: to, amount: 100, day }],
    ['save-document', { kind: 'permit', holder: 'vehicle', vehicleId: to, issuedOn: before, validUntil: day }],
    ['add-service-record', { planId: plan?.id, vehicleId: to, day }],
    ['add-meter-reading', { vehicleId: to, meter: 'odometer', value: 1000, at: `${day}T12:00:00Z` }],
  ];
  const [named, plain] = [
    'On that day this vehicle was in North. Choose the vehicle of that organisation to enter it there.',
    'On that day this vehicle was in another organisation. It is entered there.',
  ];
  for (const [by, word] of [
    [manager, named],
    [southerner, plain],
  ] as const) {
    for (const [name, input] of of(before)) {
      expect([name, await by.call(name, input)]).toEqual([
        name,
        expect.objectContaining({ status: 409, fields: { vehicleId: word } }),
      ]);
    }
  }
  for (const [name, input] of [...of(that), ...of(after)]) {
    expect([name, (await southerner.call(name, input)).status]).toEqual([name, 200]);
  }
  // A correction to a date before the arrival, and inserts in any other way, are refused by the database.
  const { expense } = await southerner.call('save-expense', { kind: 'toll', vehicleId: to, amount: 100, day: after });
  const earlier = { kind: 'toll', vehicleId: to, amount: 100, day: before, id: expense?.id, version: expense?.version };
  expect(await southerner.call('save-expense', earlier)).toMatchObject({ status: 409, fields: { vehicleId: plain } });
  await expect(
    fixture.database.query(
      `INSERT INTO inspections (organisation_id, vehicle_id, checklist_id, name, at, answers, defects, signed_by, signature, words)
       VALUES ($1, $2, $3, 'Before leaving', $4, '[]', 0, 'Ana', '[]', '')`,
      [south, to, checklist?.id, `${before}T12:00:00Z`],
    ),
  ).rejects.toThrow('was in another organisation then');
  // The organisation that had the vehicle at that time accepts the record.
  expect((await manager.call('save-expense', { kind: 'toll', vehicleId, amount: 100, day: before })).status).toBe(200);
});

describe('permissions', () => {
  test('allow moving to people who manage both organisations and may add and remove in them', async () => {
    const { vehicleId, deviceId } = await northern('N 4');
    const device = (by: TestBrowser) => by.call('move-devices', { deviceIds: [deviceId], organisationId: south });
    // Each of these people sees only one side.
    expect((await move([vehicleId], south, true, northerner)).fields).toEqual({
      organisationId: 'There is no such organisation.',
    });
    expect((await move([vehicleId], south, true, southerner)).status).toBe(404);
    expect((await device(northerner)).status).toBe(404);
    expect((await device(southerner)).status).toBe(404);
    const { database } = fixture;
    for (const [username, grants] of [
      ['no-create', { vehicles: ['view', 'edit', 'delete'], devices: ['view', 'edit', 'delete'] }],
      ['no-delete', { vehicles: ['view', 'create', 'edit'], devices: ['view', 'create', 'edit'] }],
    ] as const) {
      await addUser(database, { username, password: 'pass-word', organisationId: holding, grants });
      const by = await fixture.signedIn(username, 'pass-word');
      expect((await move([vehicleId], south, true, by)).status).toBe(403);
      expect((await device(by)).status).toBe(403);
    }
    const grants = { vehicles: ['view', 'create', 'edit', 'delete'], devices: ['view'] } as const;
    await addUser(database, { username: 'no-devices', password: 'pass-word', organisationId: holding, grants });
    const by = await fixture.signedIn('no-devices', 'pass-word');
    expect((await move([vehicleId], south, true, by)).status).toBe(403);
    await addUser(database, {
      username: 'limited',
      password: 'pass-word',
      organisationId: holding,
      grants: ADMINISTRATOR.grants,
    });
    await database.query(
      `UPDATE users SET limited = true, limit_vehicle_ids = ARRAY[$1::int] WHERE username = 'limited'`,
      [vehicleId],
    );
    const limited = await fixture.signedIn('limited', 'pass-word');
    expect((await move([vehicleId], south, true, limited)).status).toBe(403);
    // None of these attempts changed anything.
    expect(await read('SELECT organisation_id AS o, moved_at AS at FROM vehicles')).toEqual({ o: north, at: null });
    expect((await move([vehicleId], south, false, by)).status).toBe(200);
  });
});

describe('an obstacle', () => {
  test.each([
    [
      'command',
      `INSERT INTO device_commands (organisation_id, device_id, vehicle_id, kind, state, when_standing, expires_at, by_sms, is_relay)
       SELECT v.organisation_id, i.device_id, v.id, 'locate', 'waiting', false, now() + interval '1 day', false, false
       FROM vehicles v JOIN installations i ON i.vehicle_id = v.id WHERE v.id = $1`,
    ],
    [
      'engine-stop',
      `INSERT INTO device_commands (organisation_id, device_id, vehicle_id, kind, state, when_standing, expires_at, sent_at, ended_at,
         by_sms, is_relay)
       SELECT v.organisation_id, i.device_id, v.id, 'engineStop', 'done', false, now(), now(), now(), false, true
       FROM vehicles v JOIN installations i ON i.vehicle_id = v.id WHERE v.id = $1`,
    ],
    [
      'work-order',
      `INSERT INTO work_orders (organisation_id, number, vehicle_id, title, state, tasks, parts, cost, currency)
       SELECT organisation_id, 1, id, 'Brakes', 'inProgress', '[]', '[]', 0, 'EUR' FROM vehicles WHERE id = $1`,
    ],
    [
      'subscription',
      `WITH p AS (INSERT INTO plans (organisation_id, name, price, currency, months)
         SELECT parent.id, 'Plan ' || v.id, 100, 'EUR', 1 FROM vehicles v JOIN organisations o ON o.id = v.organisation_id
         JOIN organisations parent ON parent.id = o.parent_id WHERE v.id = $1 RETURNING id, organisation_id)
       INSERT INTO subscriptions (organisation_id, plan_id, seller_id, price, currency, months, all_vehicles, vehicle_ids, from_day)
       SELECT v.organisation_id, p.id, p.organisation_id, 100, 'EUR', 1, false, ARRAY[v.id], '2026-01-01' FROM vehicles v, p
       WHERE v.id = $1`,
    ],
    [
      'run',
      `WITH r AS (INSERT INTO routes (organisation_id, name, colour) SELECT organisation_id, 'Tour ' || id, '#000000' FROM vehicles
         WHERE id = $1 RETURNING id, organisation_id)
       INSERT INTO route_runs (organisation_id, route_id, day, vehicle_id, starts_at, ends_at, driving_m, driving_s,
         shortest_dwell_s, state)
       SELECT organisation_id, id, current_date, $1, now() - interval '1 hour', now() + interval '1 hour', 0, 0, 60, 'planned' FROM r`,
    ],
    [
      'registration',
      `INSERT INTO vehicles (organisation_id, registration, type)
       SELECT (SELECT id FROM organisations WHERE name = 'South'), lower(registration), 'van' FROM vehicles WHERE id = $1`,
    ],
  ] as const)('such as %s is reported before, and refused', async (kind, sql) => {
    const { vehicleId } = await northern(`N ${kind}`.slice(0, 20));
    expect(await obstacles(vehicleId)).toEqual([]);
    await fixture.database.query(sql, [vehicleId]);
    expect(await obstacles(vehicleId)).toEqual([[kind, 1]]);
    expect((await move([vehicleId])).status).toBe(409);
    expect(await read('SELECT moved_at AS at FROM vehicles WHERE id = $1', vehicleId)).toEqual({ at: null });
    await fixture.database.query('DELETE FROM route_runs');
    await fixture.database.query('DELETE FROM device_commands');
    await fixture.database.query('DELETE FROM work_orders');
    await fixture.database.query('DELETE FROM subscriptions');
  });

  test('of one of several stops all', async () => {
    const [one, two] = [await northern('N 5'), await northern('N 6')];
    await fixture.database.query(
      `INSERT INTO vehicles (organisation_id, registration, type) VALUES ($1, 'N 6', 'van')`,
      [south],
    );
    expect((await move([one.vehicleId, two.vehicleId])).status).toBe(409);
    expect(await read('SELECT count(moved_at)::int AS moved FROM vehicles')).toEqual({ moved: 0 });
  });

  test('is the own organisation as target, and a record that has moved already', async () => {
    const { vehicleId } = await northern('N 7');
    expect((await move([vehicleId], north)).status).toBe(409);
    await moved(vehicleId);
    expect((await move([vehicleId])).status).toBe(409);
  });
});

test('future records end with the move, as the preview counts them, and past ones stay', async () => {
  const { database } = fixture;
  const { vehicleId } = await northern('N 8');
  const driver = (await northerner.call('save-driver', { name: 'Ana' })).driver?.id ?? 0;
  const assign = (from: string, to: string) =>
    northerner.call('save-assignment', { driverId: driver, vehicleId, from, to });
  for (const [from, to] of [
    [-48, -24],
    [-1, 1],
    [24, 48],
  ] as const)
    expect((await assign(hour(from), hour(to))).status).toBe(200);
  expect((await northerner.call('create-share', { vehicleId })).status).toBe(200);
  await database.query(
    `INSERT INTO recurring_expenses (organisation_id, kind, vehicle_id, amount, currency, every, first_day, next_day)
     VALUES ($1, 'insurance', $2, 100, 'EUR', 'month', '2026-01-01', '2099-01-01')`,
    [north, vehicleId],
  );
  await database.query(
    `INSERT INTO budgets (organisation_id, vehicle_id, amount, currency, first_month) VALUES ($1, $2, 100, 'EUR', '2026-01-01')`,
    [north, vehicleId],
  );
  await database.query(
    `WITH r AS (INSERT INTO routes (organisation_id, name, colour) VALUES ($1, 'Tour', '#000000') RETURNING id)
     INSERT INTO route_runs (organisation_id, route_id, day, vehicle_id, starts_at, ends_at, driving_m, driving_s,
       shortest_dwell_s, state)
     SELECT $1, r.id, current_date + d, $2, now() + d * interval '1 day', now() + d * interval '1 day' + interval '1 hour', 0, 0, 60,
       'planned' FROM r, unnest('{-1,1}'::int[]) d`,
    [north, vehicleId],
  );
  const preview = await manager.call('preview-vehicle-move', {
    vehicleIds: [vehicleId],
    organisationId: south,
    withDevice: true,
  });
  expect(preview).toMatchObject({ status: 200, obstacles: [] });
  expect(preview.goes).toEqual([
    { what: 'vehicles', count: 1 },
    { what: 'devices', count: 1 },
  ]);
  expect(new Map(preview.ends?.map(({ what, count }) => [what, count]))).toEqual(
    new Map(Object.entries({ assignments: 2, shares: 1, recurring: 1, budgets: 1, 'runs-ahead': 1 })),
  );
  expect(preview.stays).toEqual(expect.arrayContaining([{ what: 'trips', count: 1 }]));
  await moved(vehicleId);
  expect(
    await read(
      `SELECT (SELECT count(*)::int FROM driver_assignments WHERE vehicle_id = $1) AS assigned,
         (SELECT count(*)::int FROM driver_assignments WHERE vehicle_id = $1 AND coalesce(to_time, 'infinity') > now()) AS ahead,
         (SELECT count(*)::int FROM shares WHERE vehicle_id = $1 AND revoked_at IS NULL) AS shares,
         (SELECT count(*)::int FROM recurring_expenses WHERE vehicle_id = $1 AND NOT paused) AS recurring,
         (SELECT count(*)::int FROM budgets WHERE vehicle_id = $1 AND last_month IS NULL) AS budgets,
         (SELECT count(*)::int FROM route_runs WHERE vehicle_id = $1) AS runs`,
      vehicleId,
    ),
  ).toEqual({ assigned: 2, ahead: 0, shares: 0, recurring: 0, budgets: 0, runs: 1 });
  await database.query('DELETE FROM route_runs');
  await database.query('DELETE FROM routes');
});

test('a vehicle that returns continues the record that it had', async () => {
  const { vehicleId } = await northern('N 9');
  await fixture.database.query(
    `INSERT INTO meter_readings (vehicle_id, meter, at, value) VALUES ($1, 'odometer', '2026-01-15', 1000)`,
    [vehicleId],
  );
  const to = await moved(vehicleId);
  const back = await move([to], north);
  expect(back.moved).toEqual([{ from: to, to: vehicleId, organisationId: south, parted: false }]);
  expect(await northerner.call('get-vehicle-by-id', { id: vehicleId })).toMatchObject({
    vehicle: { status: 'in-service', moved: null, deviceIdentity: 'N 9' },
  });
  expect((await northerner.call('get-installation-list', { vehicleId })).total).toBe(2);
  expect(await southerner.call('get-vehicle-by-id', { id: to })).toMatchObject({ vehicle: { status: 'sold' } });
  // When the device is moved to South once more, it continues South's existing record.
  expect((await move([vehicleId])).moved).toEqual([{ from: vehicleId, to, organisationId: north, parted: false }]);
});

test('the past moves along on request, without what people wrote, and back with the vehicle', async () => {
  const { database } = fixture;
  const { vehicleId, installationId } = await northern('N 12');
  await database.query(`UPDATE installations SET technician = 'Ravi', note = 'Ours' WHERE id = $1`, [installationId]);
  await database.query(
    `INSERT INTO meter_readings (vehicle_id, meter, at, value, note) VALUES ($1, 'odometer', '2026-01-15', 1000, 'Ours')`,
    [vehicleId],
  );
  await database.query(
    `INSERT INTO vehicle_statuses (vehicle_id, from_time, status) VALUES ($1, '2026-01-10', 'workshop'), ($1, '2026-01-11', 'in-service')`,
    [vehicleId],
  );
  const preview = await manager.call('preview-vehicle-move', {
    vehicleIds: [vehicleId],
    organisationId: south,
    withDevice: true,
    history: 'goes',
  });
  expect(preview.goes).toEqual([
    { what: 'vehicles', count: 1 },
    { what: 'devices', count: 1 },
    { what: 'trips', count: 1 },
    { what: 'readings', count: 1 },
  ]);
  const to = (await moveAlong(vehicleId, south)).moved?.[0]?.to ?? 0;
  const today = new Date().toISOString().slice(0, 10);
  expect(await installed(southerner, to)).toEqual([
    ['2026-01-01', null, null],
    [today, null, null],
  ]);
  expect(await installed(northerner, vehicleId)).toEqual([['2026-01-01', 'Ravi', 'Ours']]);
  const readings = async () =>
    (await southerner.call('get-vehicle-meters', { vehicleId: to })).readings?.map(({ value, note }) => [value, note]);
  expect(await readings()).toEqual([
    [expect.any(Number), null],
    [1000, null],
  ]);
  const statuses = (id: number) =>
    read(
      `SELECT count(*) FILTER (WHERE status = 'workshop' AND from_time = '2026-01-10')::int AS workshop FROM vehicle_statuses
       WHERE vehicle_id = $1`,
      id,
    );
  expect(await statuses(to)).toEqual({ workshop: 1 });
  // The vehicle is moved back without South's part: nothing from before remains with South, and North loses nothing.
  expect((await moveAlong(to, north)).status).toBe(200);
  expect(await installed(southerner, to)).toEqual([[today, null, null]]);
  expect(await readings()).toHaveLength(1);
  expect(await statuses(to)).toEqual({ workshop: 0 });
  expect(await installed(northerner, vehicleId)).toHaveLength(3);
  const trips = await northerner.call('get-trip-list', { from: `${DAY}T00:00:00Z`, to: '2026-02-02T00:00:00Z' });
  expect(trips.total).toBe(1);
  // The vehicle is moved through a third organisation to South once more: North keeps its own record.
  expect((await moveAlong(vehicleId, holding)).status).toBe(200);
  const { id: third } = await read<{ id: number }>('SELECT moved_to_id AS id FROM vehicles WHERE id = $1', vehicleId);
  expect((await moveAlong(third, south)).moved?.[0]?.to).toBe(to);
  expect((await installed(northerner, vehicleId))?.[0]).toEqual(['2026-01-01', 'Ravi', 'Ours']);
  expect((await northerner.call('get-trip-list', { from: `${DAY}T00:00:00Z`, to: '2026-02-02T00:00:00Z' })).total).toBe(
    1,
  );
});

test('a moved vehicle cannot be changed here, and can be removed', async () => {
  const { vehicleId } = await northern('N 10');
  await moved(vehicleId);
  const change = { id: vehicleId, registration: 'N 10', status: 'in-service' };
  expect((await northerner.call('save-vehicle', change)).status).toBe(409);
  expect((await northerner.call('create-share', { vehicleId })).status).toBe(409);
  const device = (await northerner.call('save-device', { identity: '77001' })).device?.id ?? 0;
  expect((await northerner.call('swap-device', { vehicleId, deviceId: device })).status).toBe(409);
  expect((await northerner.call('delete-vehicle', { id: vehicleId })).status).toBe(200);
});

test('a device that is restored here once it is free again returns into no moved vehicle', async () => {
  const { vehicleId, deviceId } = await northern('N 14');
  const to = await moved(vehicleId);
  expect((await northerner.call('restore-device', { id: deviceId })).status).toBe(409);
  const there = (await southerner.call('get-vehicle-by-id', { id: to })).vehicle?.deviceId;
  expect((await southerner.call('delete-device', { id: there })).status).toBe(200);
  expect((await northerner.call('restore-device', { id: deviceId })).status).toBe(200);
  expect(await northerner.call('get-vehicle-by-id', { id: vehicleId })).toMatchObject({ vehicle: { deviceId: null } });
  // Nothing prevents the vehicle's return.
  expect((await move([to], north)).status).toBe(200);
});

test('the logs of both organisations record it, and neither names the other', async () => {
  const { vehicleId } = await northern('N 11');
  const to = await moved(vehicleId);
  const [theirs, ours] = [await entries(south), await entries(north)];
  expect(ours.map(({ subject }) => subject).toSorted()).toEqual(['device', 'vehicle']);
  expect(theirs.map(({ subject }) => subject).toSorted()).toEqual(['device', 'vehicle']);
  expect(ours.find(({ subject }) => subject === 'vehicle')?.id).toBe(String(vehicleId));
  expect(theirs.find(({ subject }) => subject === 'vehicle')?.id).toBe(String(to));
  expect(JSON.stringify([ours, theirs])).not.toMatch(/North|South/);
});

describe('any request', () => {
  const names = Object.keys(OPERATIONS).filter((name): name is OperationName => name in OPERATIONS);

  /** Operations that change something of another organisation are covered by a test of their own. */
  const READING = /^(get|preview|search|find)-/;

  /** Makes these calls with these ids and returns where a reply contains data of the other organisation. */
  async function leaks(
    by: TestBrowser,
    ids: Parameters<typeof foreignInput>[1],
    wanted: RegExp,
    calls = READING,
  ): Promise<string[]> {
    const found: string[] = [];
    for (const name of names) {
      if (!calls.test(name) || OPERATIONS[name].access === 'anyone') continue;
      const input = { ...foreignInput(name, ids), ...('from' in OPERATIONS[name].input.shape && RANGE) };
      const json = JSON.stringify(await by.call(name, input));
      if (wanted.test(json)) found.push(`${name}: ${wanted.exec(json)?.[0]}`);
    }
    return found;
  }
  const RANGE = { from: `${DAY}T00:00:00Z`, to: '2026-02-03T00:00:00Z' };

  test('for a moved past shows the new organisation no name of the former one', { timeout: 240_000 }, async () => {
    const of = await addTracked(fixture.database, { registration: 'N 13', organisationId: north });
    await leaveTraces(of, north, 'Zanzibar', 987_654, DAY);
    const to = (await moveAlong(of.vehicleId, south)).moved?.[0]?.to ?? 0;
    expect(await leaks(southerner, { vehicle: to, device: of.deviceId }, /Zanzibar/)).toEqual([]);
    const track = await southerner.call('get-track', { vehicleId: to, ...RANGE });
    expect(track.track?.times).toEqual([Date.parse('2026-02-01T01:10:00Z')]);
  });

  test(
    'shows the new organisation nothing from before, and the former one nothing from afterwards',
    { timeout: 240_000 },
    async () => {
      const of = await addTracked(fixture.database, { registration: 'N 12', organisationId: north });
      await leaveTraces(of, north, 'Zanzibar', 987_654, DAY);
      expect(
        await leaks(northerner, { vehicle: of.vehicleId, device: of.deviceId }, /Zanzibar|987654/, /^get-trip-list$/),
      ).not.toEqual([]);
      const to = await moved(of.vehicleId);
      const next = await read<{ deviceId: number; installationId: number }>(
        'SELECT device_id AS "deviceId", id AS "installationId" FROM installations WHERE vehicle_id = $1',
        to,
      );
      await fixture.database.query(`UPDATE vehicles SET came_at = '2026-02-02' WHERE id = $1`, [to]);
      await leaveTraces({ ...next, vehicleId: to }, south, 'Timbuktu', 456_789, '2026-02-02');
      for (const [vehicle, device] of [
        [of.vehicleId, of.deviceId],
        [to, next.deviceId],
      ]) {
        expect(await leaks(southerner, { vehicle, device }, /Zanzibar|987654/)).toEqual([]);
        expect(await leaks(northerner, { vehicle, device }, /Timbuktu|456789/)).toEqual([]);
      }
      // Each organisation still reads its own data.
      expect(await leaks(northerner, { vehicle: of.vehicleId }, /987654/, /^get-trip-list$/)).not.toEqual([]);
      expect(await leaks(southerner, { vehicle: to }, /456789/, /^get-trip-list$/)).not.toEqual([]);
    },
  );
});
