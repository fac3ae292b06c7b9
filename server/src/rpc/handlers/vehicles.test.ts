import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { loadLiveVehicles } from '../../store/fleet/live-vehicles.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { emptyTables } from '../../testing/empty-tables.ts';

let fixture: HttpFixture;
let admin: TestBrowser;
beforeAll(async () => {
  fixture = await httpFixture();
  admin = await fixture.signedIn();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await emptyTables(fixture.database, 'vehicles', 'devices', 'drivers', 'vehicle_groups', 'device_states');
  fixture.events.length = 0;
});

const makeVehicle = async (input: Record<string, unknown>) => (await admin.call('save-vehicle', input)).vehicle?.id;
const makeDevice = async (identity: string) => (await admin.call('save-device', { identity })).device?.id;
const vehicleOf = async (id: number | undefined) => (await admin.call('get-vehicle-by-id', { id })).vehicle;
/** The history of installations, oldest first: [device, vehicle, still installed]. */
const installations = async () => {
  const { rows } = await fixture.database.query<{ device_id: number; vehicle_id: number; open: boolean }>(
    'SELECT device_id, vehicle_id, removed_at IS NULL AS open FROM installations ORDER BY id',
  );
  return rows.map((row) => [row.device_id, row.vehicle_id, row.open]);
};

describe('saving a vehicle', () => {
  test('stores every field, trimmed, and blank ones as empty', async () => {
    const groupId = (await admin.call('save-group', { name: ' Courier ' })).group?.id;
    const driverId = (await admin.call('save-driver', { name: 'Ana' })).driver?.id;
    const deviceId = await makeDevice('356000000000001');
    const home = { name: 'Depot', category: 'depot', lat: -34.9, lon: -56.2 };
    const homePlaceId = (await admin.call('save-place', home)).place?.id;
    const details = {
      year: 2019,
      colour: 'White',
      fuelKind: 'diesel',
      tankL: 82.5,
      ratedLPer100Km: 11.2,
      idleLPerH: 0.8,
      loadKg: 1400,
      loadM3: 11.5,
      loadCrates: 90,
      homePlaceId,
      ownership: 'leased',
      owner: 'Banco Sur',
      leaseUntil: '2027-03-31',
    };
    const { status, vehicle } = await admin.call('save-vehicle', {
      registration: '  SBA   4821 ',
      type: 'van',
      make: 'Fiat',
      model: '',
      chassisNumber: 'ZFA1',
      engineNumber: null,
      groupId,
      driverId,
      deviceId,
      ...details,
      tags: ['cold chain', ' night ', 'night'],
    });
    expect(status).toBe(200);
    expect(vehicle).toEqual({
      id: expect.any(Number),
      registration: 'SBA 4821',
      type: 'van',
      make: 'Fiat',
      model: null,
      chassisNumber: 'ZFA1',
      engineNumber: null,
      groupId,
      groupName: 'Courier',
      driverId,
      driverName: 'Ana',
      driverObstacle: null,
      obstacle: null,
      deviceId,
      deviceIdentity: '356000000000001',
      deviceProtocol: null,
      lastHeardAt: null,
      version: 1,
      ...details,
      homePlaceName: 'Depot',
      tags: ['cold chain', 'night'],
      status: 'in-service',
      statusSince: null,
      moved: null,
      own: [],
    });
    expect(await vehicleOf(vehicle?.id)).toEqual(vehicle);
  });

  test("is refused when somebody else saved it after it was read, with that person's name", async () => {
    const { vehicle: read } = await admin.call('save-vehicle', { registration: 'SBA 1' });
    const input = { id: read?.id, registration: 'SBA 1', version: read?.version };
    expect((await admin.call('save-vehicle', { ...input, make: 'Fiat' })).vehicle).toMatchObject({ version: 2 });
    expect(await admin.call('save-vehicle', { ...input, make: 'Ford' })).toMatchObject({
      status: 409,
      code: 'changed-meanwhile',
      params: { who: 'admin' },
    });
    expect(await vehicleOf(read?.id)).toMatchObject({ make: 'Fiat', version: 2 });
    expect((await admin.call('save-vehicle', { ...input, make: 'Ford', version: 2 })).status).toBe(200);
  });

  test('refuses the registration of another one, ignoring case, but not that of a removed one', async () => {
    const first = await makeVehicle({ registration: 'SBA 1' });
    const other = await makeVehicle({ registration: 'SBA 2' });
    const message = 'Another vehicle has this registration.';
    const conflict = { status: 409, message, fields: { registration: message } };
    expect(await admin.call('save-vehicle', { registration: 'sba 1' })).toMatchObject(conflict);
    expect(await admin.call('save-vehicle', { id: other, registration: 'sba 1' })).toMatchObject(conflict);
    expect((await admin.call('save-vehicle', { id: first, registration: 'sba 1' })).status).toBe(200);
    await admin.call('delete-vehicle', { id: first });
    expect((await admin.call('save-vehicle', { id: other, registration: 'SBA 1' })).status).toBe(200);
    expect((await admin.call('restore-vehicle', { id: first })).status).toBe(409);
  });

  test('that fails leaves nothing behind and announces nothing', async () => {
    fixture.events.length = 0;
    expect((await admin.call('save-vehicle', { registration: 'SBA 1', deviceId: 999_999 })).status).toBe(409);
    expect((await admin.call('get-vehicle-list')).total).toBe(0);
    expect(fixture.events).toEqual([]);
  });

  test('announces the change of the fleet, after the commit', async () => {
    await makeVehicle({ registration: 'SBA 1' });
    expect(fixture.events).toEqual([{ name: 'fleet-changed', event: { organisationId: 1 } }]);
  });

  test('stores who drove it when, and writes nothing when the driver stays', async () => {
    const ana = (await admin.call('save-driver', { name: 'Ana' })).driver?.id;
    const luis = (await admin.call('save-driver', { name: 'Luis' })).driver?.id;
    const id = await makeVehicle({ registration: 'SBA 1', driverId: ana });
    for (const driverId of [ana, luis, null]) await admin.call('save-vehicle', { id, registration: 'SBA 1', driverId });
    const { rows } = await fixture.database.query('SELECT driver_id, to_time IS NULL AS open FROM driver_assignments');
    expect(rows).toEqual([
      { driver_id: ana, open: false },
      { driver_id: luis, open: false },
    ]);
    expect((await vehicleOf(id))?.driverName).toBeNull();
  });
});

const saveAs = (id: number | undefined, input: Record<string, unknown>) =>
  admin.call('save-vehicle', { id, registration: 'SBA 1', ...input });
const liveIds = async () => (await loadLiveVehicles(fixture.database, null)).map(({ vehicle }) => vehicle.id);

describe('the status of a vehicle', () => {
  test('applies from a moment on, and stays when the form omits it', async () => {
    const id = await makeVehicle({ registration: 'SBA 1' });
    const at = '2026-05-03T12:00:00.000Z';
    const changed = await saveAs(id, { status: 'workshop', statusSince: at });
    expect(changed.vehicle).toMatchObject({ status: 'workshop', statusSince: at });
    expect((await saveAs(id, { make: 'Fiat' })).vehicle).toMatchObject({ status: 'workshop', statusSince: at });
    expect((await admin.call('get-vehicle-list', { status: 'workshop' })).total).toBe(1);
    expect((await admin.call('get-vehicle-list', { status: 'in-service' })).total).toBe(0);
    // The start of its validity is corrected.
    const corrected = '2026-05-02T12:00:00.000Z';
    await saveAs(id, { statusSince: corrected });
    await saveAs(id, { status: 'in-service', statusSince: '2026-05-05T00:00:00.000Z' });
    const { rows } = await fixture.database.query('SELECT from_time, status FROM vehicle_statuses ORDER BY from_time');
    expect(rows).toEqual([
      { from_time: new Date(corrected), status: 'workshop' },
      { from_time: new Date('2026-05-05T00:00:00Z'), status: 'in-service' },
    ]);
  });

  test('neither begins before the previous one, nor in the future', async () => {
    const id = await makeVehicle({ registration: 'SBA 1' });
    await saveAs(id, { status: 'workshop', statusSince: '2026-05-03T12:00:00Z' });
    expect(await saveAs(id, { status: 'sold', statusSince: '2026-05-03T12:00:00Z' })).toMatchObject({
      status: 422,
      fields: { statusSince: expect.stringContaining('2026-05-03T12:00:00.000Z') },
    });
    const soon = new Date(Date.now() + 60_000).toISOString();
    expect((await saveAs(id, { status: 'sold', statusSince: soon })).fields).toHaveProperty('statusSince');
    expect((await vehicleOf(id))?.status).toBe('workshop');
  });

  test('as sold removes it from the live map and keeps it in the list', async () => {
    const id = await makeVehicle({ registration: 'SBA 1' });
    expect(await liveIds()).toEqual([id]);
    await saveAs(id, { status: 'sold' });
    expect(await liveIds()).toEqual([]);
    expect((await admin.call('get-vehicle-list')).total).toBe(1);
  });
});

describe('the device of a vehicle', () => {
  test('stays when the form omits it, is removed with null', async () => {
    const deviceId = await makeDevice('d-1');
    const id = await makeVehicle({ registration: 'SBA 1', deviceId });
    await admin.call('save-vehicle', { id, registration: 'SBA 2' });
    expect((await vehicleOf(id))?.deviceId).toBe(deviceId);
    await admin.call('save-vehicle', { id, registration: 'SBA 2', deviceId });
    expect(await installations()).toEqual([[deviceId, id, true]]);
    await admin.call('save-vehicle', { id, registration: 'SBA 2', deviceId: null });
    expect((await vehicleOf(id))?.deviceId).toBeNull();
    expect(await installations()).toEqual([[deviceId, id, false]]);
  });

  test('moves: the installations of both vehicles are closed', async () => {
    const [d1, d2] = [await makeDevice('d-1'), await makeDevice('d-2')];
    const v1 = await makeVehicle({ registration: 'SBA 1', deviceId: d1 });
    const v2 = await makeVehicle({ registration: 'SBA 2', deviceId: d2 });
    await admin.call('save-vehicle', { id: v2, registration: 'SBA 2', deviceId: d1 });
    expect(await installations()).toEqual([
      [d1, v1, false],
      [d2, v2, false],
      [d1, v2, true],
    ]);
  });

  test('concurrent swaps end with one device for each vehicle', async () => {
    const devices = await Promise.all(['d-1', 'd-2', 'd-3'].map(makeDevice));
    const vehicles = await Promise.all(['V 1', 'V 2', 'V 3'].map((registration) => makeVehicle({ registration })));
    const swaps = vehicles.flatMap((id, v) =>
      devices.map((deviceId) => ({ id, registration: `V ${v + 1}`, deviceId })),
    );
    const answers = await Promise.all(swaps.map((swap) => admin.call('save-vehicle', swap)));
    expect(answers.map((answer) => answer.status)).toEqual(swaps.map(() => 200));
    const open = (await installations()).filter(([, , still]) => still);
    expect(new Set(open.map(([device]) => device)).size).toBe(open.length);
    expect(new Set(open.map(([, vehicle]) => vehicle)).size).toBe(open.length);
    expect(open.length).toBeGreaterThan(0);
  });
});

describe('removing a vehicle', () => {
  test('hides it and frees its device; undoing restores both', async () => {
    const deviceId = await makeDevice('d-1');
    const id = await makeVehicle({ registration: 'SBA 1', deviceId });
    const before = await vehicleOf(id);
    expect(await admin.call('delete-vehicle', { id })).toEqual({ status: 200 });
    expect((await admin.call('get-vehicle-by-id', { id })).status).toBe(404);
    expect((await admin.call('delete-vehicle', { id })).status).toBe(404);
    expect((await admin.call('get-vehicle-list')).total).toBe(0);
    expect((await admin.call('get-device-list', { free: true })).rows?.map((row) => row.id)).toEqual([deviceId]);
    expect((await admin.call('restore-vehicle', { id })).vehicle).toEqual(before);
    expect(await installations()).toEqual([[deviceId, id, true]]);
  });

  test('undone leaves the device where it is by now', async () => {
    const deviceId = await makeDevice('d-1');
    const id = await makeVehicle({ registration: 'SBA 1', deviceId });
    await admin.call('delete-vehicle', { id });
    const other = await makeVehicle({ registration: 'SBA 2', deviceId });
    expect((await admin.call('restore-vehicle', { id })).vehicle?.deviceId).toBeNull();
    expect((await vehicleOf(other))?.deviceId).toBe(deviceId);
  });

  test('undone does not restore a device that had been removed before', async () => {
    const deviceId = await makeDevice('d-1');
    const id = await makeVehicle({ registration: 'SBA 1', deviceId });
    await admin.call('save-vehicle', { id, registration: 'SBA 1', deviceId: null });
    await admin.call('delete-vehicle', { id });
    expect((await admin.call('restore-vehicle', { id })).vehicle?.deviceId).toBeNull();
  });
});

const list = async (input: Record<string, unknown>) =>
  (await admin.call('get-vehicle-list', input)).rows?.map((row) => row.registration);

describe('the list', () => {
  beforeEach(async () => {
    const group = (await admin.call('save-group', { name: 'Cold chain' })).group?.id;
    const driver = (await admin.call('save-driver', { name: 'Ñandú Pérez' })).driver?.id;
    await makeVehicle({ registration: 'SBA 4821', type: 'truck', make: 'Volvo', model: 'FH', groupId: group });
    await makeVehicle({ registration: 'sbb 17', type: 'van', driverId: driver });
    await makeVehicle({ registration: 'SBC_3%', type: 'car', deviceId: await makeDevice('356000000000001') });
  });

  test.each([
    ['sba4821', ['SBA 4821']],
    ['SBA 48', ['SBA 4821']],
    ['volvo fh', ['SBA 4821']],
    ['COLD', ['SBA 4821']],
    ['pérez', ['sbb 17']],
    ['0000001', ['SBC_3%']],
    ['_3%', ['SBC_3%']],
    ['%', ['SBC_3%']],
    ['_', ['SBC_3%']],
    ['\\', []],
    ["'; DROP TABLE vehicles; --", []],
  ])('finds by %s', async (search, found) => {
    expect(await list({ search })).toEqual(found);
  });

  test('sorts by any column, both ways, with empty values last', async () => {
    expect(await list({})).toEqual(['SBA 4821', 'sbb 17', 'SBC_3%']);
    expect(await list({ direction: 'desc' })).toEqual(['SBC_3%', 'sbb 17', 'SBA 4821']);
    expect(await list({ sort: 'type' })).toEqual(['SBC_3%', 'SBA 4821', 'sbb 17']);
    expect((await list({ sort: 'driverName' }))?.[0]).toBe('sbb 17');
    expect((await list({ sort: 'driverName', direction: 'desc' }))?.[0]).toBe('sbb 17');
    expect((await list({ sort: 'groupName' }))?.[0]).toBe('SBA 4821');
    expect((await admin.call('get-vehicle-list', { sort: 'id; DROP TABLE vehicles' })).status).toBe(422);
  });

  test('has pages, and the total number', async () => {
    const page = await admin.call('get-vehicle-list', { page: 2, pageSize: 2 });
    expect(page.rows?.map((row) => row.registration)).toEqual(['SBC_3%']);
    expect(page.total).toBe(3);
    expect(await admin.call('get-vehicle-list', { page: 1_000_000, pageSize: 500 })).toMatchObject({
      rows: [],
      total: 3,
    });
  });

  test('of one group', async () => {
    const group = (await admin.call('get-group-list')).rows?.[0];
    expect(group?.name).toBe('Cold chain');
    expect(await list({ groupId: group?.id })).toEqual(['SBA 4821']);
  });
});

test('groups and drivers: added, renamed, listed by name; a group name only once', async () => {
  const { group } = await admin.call('save-group', { name: 'b' });
  await admin.call('save-group', { name: 'A' });
  expect((await admin.call('save-group', { name: 'b' })).status).toBe(409);
  expect((await admin.call('save-group', { id: group?.id, name: 'C' })).group).toEqual({
    id: group?.id,
    name: 'C',
    version: 2,
  });
  expect((await admin.call('get-group-list')).rows?.map((row) => row.name)).toEqual(['A', 'C']);
  const { driver } = await admin.call('save-driver', { name: 'Luis' });
  await admin.call('save-driver', { name: 'ana' });
  await admin.call('save-driver', { id: driver?.id, name: 'Luís' });
  expect((await admin.call('get-driver-list')).rows?.map((row) => row.name)).toEqual(['ana', 'Luís']);
  expect((await admin.call('save-driver', { id: 999_999, name: 'x' })).status).toBe(404);
});
