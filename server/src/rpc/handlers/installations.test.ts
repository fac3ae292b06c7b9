import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type HttpFixture, httpFixture } from '../../testing/http-fixture.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { emptyTables } from '../../testing/empty-tables.ts';
import { insertTrip } from '../../testing/insert-facts.ts';
import { onlyRow } from '../../store/rows.ts';

let fixture: HttpFixture;
let admin: TestBrowser;
let ids: Record<'van' | 'bus' | 'one' | 'two' | 'three', number>;

beforeAll(async () => {
  fixture = await httpFixture();
  admin = await fixture.signedIn();
});
afterAll(() => fixture.close());

const device = async (identity: string) => (await admin.call('save-device', { identity })).device?.id ?? 0;
const vehicle = async (registration: string) => (await admin.call('save-vehicle', { registration })).vehicle?.id ?? 0;

beforeEach(async () => {
  await emptyTables(fixture.database, 'vehicles', 'devices');
  ids = {
    van: await vehicle('VAN 1'),
    bus: await vehicle('BUS 1'),
    one: await device('1001'),
    two: await device('1002'),
    three: await device('1003'),
  };
});

const at = (day: string) => `2026-11-${day}T08:00:00.000Z`;
const swap = (vehicleId: number, deviceId: number, day: string, notes: Record<string, unknown> = {}) =>
  admin.call('swap-device', { vehicleId, deviceId, at: at(day), ...notes });
const historyOf = async (vehicleId: number) =>
  (await admin.call('get-installation-list', { vehicleId, direction: 'asc' })).rows?.map(({ identity, from, to }) => [
    identity,
    from,
    to,
  ]);

const found = async (input: Record<string, unknown>) =>
  (await admin.call('get-installation-list', input)).rows?.map(({ identity }) => identity);

test('a swap ends one installation and begins the next at the same moment', async () => {
  await swap(ids.van, ids.one, '01');
  const notes = { technician: 'Ravi', place: 'Depot', odometerM: 41_200_000, simNumber: '8991', simOperator: 'Airtel' };
  const answer = await swap(ids.van, ids.two, '10', { ...notes, note: 'Old one was wet' });
  expect(answer.installation).toMatchObject({
    ...notes,
    registration: 'VAN 1',
    identity: '1002',
    from: at('10'),
    to: null,
    note: 'Old one was wet',
  });
  expect(await historyOf(ids.van)).toEqual([
    ['1001', at('01'), at('10')],
    ['1002', at('10'), null],
  ]);
  expect((await admin.call('get-device-by-id', { id: ids.one })).device?.vehicleId).toBe(null);
  const present = (await admin.call('get-device-by-id', { id: ids.two })).device;
  expect([present?.registration, present?.simNumber]).toEqual(['VAN 1', '8991']);
});

test('without a moment it applies now', async () => {
  const before = Date.now();
  const { installation } = await admin.call('swap-device', { vehicleId: ids.van, deviceId: ids.one });
  expect(Date.parse(installation?.from ?? '')).toBeGreaterThanOrEqual(before - 1);
  expect(Date.parse(installation?.from ?? '')).toBeLessThanOrEqual(Date.now() + 1);
});

test('a device that is in another vehicle at that time is refused, with the vehicle and the begin', async () => {
  await swap(ids.bus, ids.one, '05');
  const open = await swap(ids.van, ids.one, '10');
  expect([open.status, open.fields]).toEqual([
    409,
    { deviceId: `This device is in BUS 1: ${at('05')} – …. Remove it on the page of that vehicle first.` },
  ]);
  await swap(ids.bus, ids.two, '15');
  const past = await swap(ids.van, ids.one, '10');
  expect(past.fields).toEqual({
    deviceId: `This device is in BUS 1: ${at('05')} – ${at('15')}. Remove it on the page of that vehicle first.`,
  });
  expect((await swap(ids.van, ids.one, '15')).status).toBe(200);
  expect(await historyOf(ids.bus)).toEqual([
    ['1001', at('05'), at('15')],
    ['1002', at('15'), null],
  ]);
});

test('a moment since which the vehicle has had another device is refused, with that device', async () => {
  await swap(ids.van, ids.one, '01');
  await swap(ids.van, ids.two, '10');
  const before = await swap(ids.van, ids.three, '05');
  expect([before.status, before.fields]).toEqual([
    409,
    { at: `The vehicle has the device 1001: ${at('01')} – ${at('10')}. Choose a later time.` },
  ]);
  const same = await swap(ids.van, ids.two, '12');
  expect(same.fields).toEqual({ deviceId: 'This device is in the vehicle already.' });
  const later = await admin.call('swap-device', {
    vehicleId: ids.van,
    deviceId: ids.three,
    at: '2999-01-01T00:00:00Z',
  });
  expect([later.status, later.fields]).toEqual([422, { at: 'Must not be in the future.' }]);
  expect(await historyOf(ids.van)).toHaveLength(2);
});

test('two concurrent swaps do not put one device into two vehicles', async () => {
  const answers = await Promise.all([ids.van, ids.bus, ids.van].map((id) => swap(id, ids.one, '10')));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
});

test('notes are changed later, and each change is in the audit log', async () => {
  const { installation } = await swap(ids.van, ids.one, '01', { technician: 'Ravi' });
  const id = installation?.id ?? 0;
  const saved = await admin.call('save-installation', { id, technician: 'Asha', place: 'Workshop', odometerM: 5000 });
  expect(saved.installation).toMatchObject({ technician: 'Asha', place: 'Workshop', odometerM: 5000, from: at('01') });
  const { rows } = await admin.call('get-audit-list', { subject: 'installation', subjectId: String(id) });
  expect(rows?.map(({ action, before, after }) => [action, before?.['technician'], after?.['technician']])).toEqual([
    ['create', undefined, 'Ravi'],
    ['change', 'Ravi', 'Asha'],
  ]);
  const vehicles = await admin.call('get-audit-list', { subject: 'vehicle', subjectId: String(ids.van) });
  expect(vehicles.rows?.at(-1)).toMatchObject({ action: 'change', after: { device: '1001' } });
});

test('the list is searched by technician and SIM, and can show only present installations', async () => {
  await swap(ids.van, ids.one, '01', { technician: 'Ravi', simNumber: '8991' });
  await swap(ids.van, ids.two, '10', { technician: 'Asha' });
  await swap(ids.bus, ids.three, '11');
  expect(await found({})).toEqual(['1003', '1002', '1001']);
  expect(await found({ search: 'ravi' })).toEqual(['1001']);
  expect(await found({ search: '899' })).toEqual(['1001']);
  expect(await found({ search: 'van1' })).toEqual(['1002', '1001']);
  expect(await found({ present: true })).toEqual(['1003', '1002']);
  expect(await found({ from: at('02'), to: at('10') })).toEqual(['1001']);
});

const exchange = (day: string, otherVehicleId = ids.bus, [deviceId, otherDeviceId] = [ids.one, ids.two]) =>
  admin.call('exchange-devices', { vehicleId: ids.van, otherVehicleId, at: at(day), deviceId, otherDeviceId });
/** Swaps the devices back. */
const exchangeBack = (day: string) => exchange(day, ids.bus, [ids.two, ids.one]);

test('an exchange gives each vehicle the other one’s device from a past moment on; exchanged back it is as before', async () => {
  await swap(ids.van, ids.one, '01', { simNumber: '8991' });
  await swap(ids.bus, ids.two, '03');
  const before = await Promise.all([ids.van, ids.bus].map(historyOf));
  expect((await exchange('10')).status).toBe(200);
  expect(await historyOf(ids.van)).toEqual([
    ['1001', at('01'), at('10')],
    ['1002', at('10'), null],
  ]);
  expect(await historyOf(ids.bus)).toEqual([
    ['1002', at('03'), at('10')],
    ['1001', at('10'), null],
  ]);
  expect((await admin.call('get-device-by-id', { id: ids.one })).device?.registration).toBe('BUS 1');
  // A repeated call changes nothing: the first reply may have been lost.
  expect((await exchange('10')).fields).toEqual({
    vehicleId: 'There is another device in this vehicle now. Check the preview again.',
  });
  expect((await exchange('10', ids.bus, [ids.two, ids.three])).fields).toEqual({
    otherVehicleId: 'There is another device in this vehicle now. Check the preview again.',
  });
  expect((await exchangeBack('10')).status).toBe(200);
  expect(await Promise.all([ids.van, ids.bus].map(historyOf))).toEqual(before);
  const marks = await fixture.database.query('SELECT FROM late_marks');
  expect(marks.rowCount).toBeGreaterThan(0);
});

test("devices that were put into each other's vehicle are exchanged from their beginning", async () => {
  await swap(ids.van, ids.one, '01');
  await swap(ids.bus, ids.two, '01');
  expect((await exchange('01')).status).toBe(200);
  expect(await historyOf(ids.van)).toEqual([['1002', at('01'), null]]);
  expect(await historyOf(ids.bus)).toEqual([['1001', at('01'), null]]);
});

const fields = async (...exchanged: Parameters<typeof exchange>) => (await exchange(...exchanged)).fields;

test('an impossible exchange is refused at its field', async () => {
  await swap(ids.van, ids.one, '01');
  expect(await fields('10')).toEqual({ otherVehicleId: 'There is no device in this vehicle.' });
  expect(await fields('10', ids.van)).toEqual({ otherVehicleId: 'Choose another vehicle.' });
  await swap(ids.bus, ids.two, '12');
  expect(Object.keys((await fields('10')) ?? {})).toEqual(['at']);
  const inFuture = { vehicleId: ids.van, otherVehicleId: ids.bus, at: new Date(Date.now() + 60_000).toISOString() };
  const seen = { deviceId: ids.one, otherDeviceId: ids.two };
  expect((await admin.call('exchange-devices', { ...inFuture, ...seen })).fields).toEqual({
    at: 'Must not be in the future.',
  });
});

test('a preview counts the reports of either device since, and changes nothing', async () => {
  await swap(ids.van, ids.one, '01');
  await swap(ids.bus, ids.two, '01');
  const before = await Promise.all([ids.van, ids.bus].map(historyOf));
  for (const [deviceId, day] of [
    [ids.one, '09'],
    [ids.one, '10'],
    [ids.one, '11'],
    [ids.two, '02'],
  ] as const) {
    await fixture.database.query(
      `INSERT INTO positions (device_id, fix_time, received_at, report_hash, lat, lon, speed_dkph, course_deg, flags)
       VALUES ($1, $2, $2, 1, -349000000, -562000000, 0, 0, 1)`,
      [deviceId, at(day)],
    );
  }
  const of = onlyRow(
    await fixture.database.query<{ installationId: number; vehicleId: number }>(
      'SELECT id AS "installationId", vehicle_id AS "vehicleId" FROM installations WHERE device_id = $1',
      [ids.one],
    ),
  );
  await insertTrip(fixture.database, of, { start: at('09'), end: '2026-11-09T09:00:00Z', distanceM: 1000 });
  await insertTrip(fixture.database, of, { start: at('11'), end: '2026-11-11T09:00:00Z', distanceM: 25_000 });
  const exchanged = { vehicleId: ids.van, otherVehicleId: ids.bus, at: at('10') };
  expect(await admin.call('preview-device-exchange', exchanged)).toMatchObject({
    one: {
      registration: 'VAN 1',
      identity: '1001',
      positions: 2,
      first: at('10'),
      last: at('11'),
      trips: 1,
      distanceM: 25_000,
    },
    other: { registration: 'BUS 1', identity: '1002', positions: 0, first: null, last: null, trips: 0, distanceM: 0 },
  });
  expect(await Promise.all([ids.van, ids.bus].map(historyOf))).toEqual(before);
});

test('a preview waits for no change of another installation, and delays none', async () => {
  await swap(ids.van, ids.one, '01');
  await swap(ids.bus, ids.two, '01');
  const holder = await fixture.database.connect();
  try {
    await holder.query(`BEGIN; SELECT pg_advisory_xact_lock(hashtext('installations'))`);
    const exchanged = { vehicleId: ids.van, otherVehicleId: ids.bus, at: at('10') };
    expect((await admin.call('preview-device-exchange', exchanged)).status).toBe(200);
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
});

/** The two newest changes of what was in vehicles, or of the end of an installation. */
const logOf = async (subject: 'vehicle' | 'installation') =>
  (await admin.call('get-audit-list', { subject, direction: 'desc', pageSize: 10 })).rows
    ?.slice(0, 2)
    .map(({ action, before, after }) => [
      action,
      subject === 'vehicle' ? [before?.['device'], after?.['device']] : [before?.['to'], after?.['to']],
    ]);

test('the log of an exchange states the former device of both vehicles, and that of its reversal what continues', async () => {
  await swap(ids.van, ids.one, '01');
  await swap(ids.bus, ids.two, '01');
  await exchange('10');
  expect(await logOf('vehicle')).toEqual(
    expect.arrayContaining([
      ['change', ['1001', '1002']],
      ['change', ['1002', '1001']],
    ]),
  );
  await exchangeBack('10');
  const goesOn = ['change', [expect.stringContaining('2026-11-10'), null]];
  expect(await logOf('installation')).toEqual([goesOn, goesOn]);
});
