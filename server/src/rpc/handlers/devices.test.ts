import type { DeviceContact } from '@milepost/contract/device-operations';
import { osmand } from '@milepost/protocols/osmand/osmand';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findDevicesByIdentity, loadLiveVehicles } from '../../store/fleet/live-vehicles.ts';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
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
  await emptyTables(fixture.database, 'vehicles', 'devices', 'device_states');
  fixture.events.length = 0;
  fixture.contacts.length = 0;
});

const IMEI = '356000000000001';
const adopt = (input: Record<string, unknown>) =>
  admin.call('adopt-device', { protocol: 'gt06', identity: IMEI, ...input });

const takes = async (identity: string) => (await admin.call('save-device', { identity })).status === 200;
/** True when the protocol of phone apps accepts it as an identity. */
function reads(id: string): boolean {
  const query = new URLSearchParams({ id, lat: '1', lon: '2' }).toString();
  return osmand.decode({ method: 'GET', url: `/?${query}`, headers: {}, body: '' }, new Date()).fault === undefined;
}

describe('a device', () => {
  test('stores every field; an IMEI loses the zero that GT06 prepends', async () => {
    const input = { identity: ` 0${IMEI} `, protocol: 'gt06', model: 'GT06N', simNumber: '+598 99 000 001' };
    const { device } = await admin.call('save-device', input);
    expect(device).toEqual({
      id: expect.any(Number),
      identity: IMEI,
      protocol: 'gt06',
      model: 'GT06N',
      simNumber: '+598 99 000 001',
      vehicleId: null,
      registration: null,
      lastHeardAt: null,
      networks: [],
      secretSince: null,
      faults: [],
      version: 1,
    });
    expect((await admin.call('save-device', { identity: IMEI })).status).toBe(409);
    const changed = await admin.call('save-device', { id: device?.id, identity: IMEI });
    expect(changed.device).toMatchObject({ id: device?.id, model: null });
  });

  test('refuses characters that no identity has', async () => {
    const answer = await admin.call('save-device', { identity: 'a b/ü' });
    expect(answer.fields?.identity).toBe('Use letters, digits and . _ : / @ + - only.');
  });

  test('accepts the identities that phone apps may give themselves, and no others', async () => {
    const letters = Array.from({ length: 0x7f - 0x21 }, (_, index) => String.fromCodePoint(0x21 + index));
    for (const letter of letters) {
      const name = `name${letter}of`;
      expect([name, await takes(name)]).toEqual([name, reads(name)]);
    }
    expect(await takes('owntracks/asha/van')).toBe(true);
  });

  test('shows when it was last received', async () => {
    const id = (await admin.call('save-device', { identity: IMEI })).device?.id;
    await fixture.database.query(
      `INSERT INTO device_states (device_id, heard_at, tracking) VALUES ($1, '2026-03-04T05:06:07Z', '{}')`,
      [id],
    );
    const { device } = await admin.call('get-device-by-id', { id });
    expect(device?.lastHeardAt).toBe('2026-03-04T05:06:07.000Z');
  });

  test('removed: out of its vehicle; undone: back in it, unless the vehicle has another one', async () => {
    const vehicle = (await adopt({ registration: 'SBA 1' })).vehicle;
    const id = vehicle?.deviceId;
    const now = async () => (await admin.call('get-vehicle-by-id', { id: vehicle?.id })).vehicle?.deviceId;
    expect((await admin.call('delete-device', { id })).status).toBe(200);
    expect(await now()).toBeNull();
    expect((await admin.call('get-device-list')).total).toBe(0);
    expect((await admin.call('restore-device', { id })).device).toMatchObject({ id, registration: 'SBA 1' });
    expect(await now()).toBe(id);
    await admin.call('delete-device', { id });
    const other = (await adopt({ identity: 'other', vehicleId: vehicle?.id })).vehicle?.deviceId;
    expect((await admin.call('restore-device', { id })).device).toMatchObject({ vehicleId: null });
    expect(await now()).toBe(other);
  });

  test('removed and registered again: the old one cannot be restored', async () => {
    const id = (await admin.call('save-device', { identity: IMEI })).device?.id;
    await admin.call('delete-device', { id });
    expect((await admin.call('save-device', { identity: IMEI })).status).toBe(200);
    expect((await admin.call('restore-device', { id })).fields).toEqual({
      identity: 'This device is already registered.',
    });
  });

  test('list: search, free ones, sort', async () => {
    await adopt({ registration: 'SBA 1' });
    await admin.call('save-device', { identity: 'b-free', model: 'FMB920' });
    const list = async (input: Record<string, unknown>) =>
      (await admin.call('get-device-list', input)).rows?.map((row) => row.identity);
    expect(await list({})).toEqual([IMEI, 'b-free']);
    expect(await list({ free: true })).toEqual(['b-free']);
    expect(await list({ search: 'sba 1' })).toEqual([IMEI]);
    expect(await list({ search: 'fmb' })).toEqual(['b-free']);
    expect(await list({ sort: 'registration', direction: 'desc' })).toEqual([IMEI, 'b-free']);
  });
});

/** The hours since each installed device was put into its vehicle. */
const ages = async () => {
  const { rows } = await fixture.database.query<{ hours: number }>(
    `SELECT round(extract(epoch FROM now() - installed_at) / 3600)::int AS hours FROM installations
     WHERE removed_at IS NULL`,
  );
  return rows.map((row) => row.hours);
};

describe('adopting', () => {
  test('counts a new vehicle as equipped since the day before, but not while the device was in another', async () => {
    const { vehicle } = await adopt({ registration: 'SBA 1' });
    expect(await ages()).toEqual([24]);
    await admin.call('delete-vehicle', { id: vehicle?.id ?? 0 });
    await adopt({ registration: 'SBA 2' });
    expect(await ages()).toEqual([0]);
  });

  test('creates device, vehicle and installation together', async () => {
    const { status, vehicle } = await adopt({ identity: `0${IMEI}`, registration: 'SBA 1', type: 'truck' });
    expect(status).toBe(200);
    expect(vehicle).toMatchObject({
      registration: 'SBA 1',
      type: 'truck',
      deviceIdentity: IMEI,
      deviceProtocol: 'gt06',
    });
    expect(fixture.events).toEqual([{ name: 'fleet-changed', event: { organisationId: 1 } }]);
    const [found, nobody] = await findDevicesByIdentity(fixture.database, [['nobody', `0${IMEI}`], ['nobody']]);
    const guard = { networks: [], secretHash: null };
    expect(found).toEqual({ deviceId: vehicle?.deviceId, organisationId: 1, vehicleId: vehicle?.id, guard });
    expect(nobody).toBeNull();
  });

  test('puts it into an existing vehicle, in place of its device', async () => {
    const id = (await admin.call('save-vehicle', { registration: 'SBA 1' })).vehicle?.id;
    await adopt({ identity: 'old', vehicleId: id });
    expect((await adopt({ vehicleId: id })).vehicle).toMatchObject({ id, deviceIdentity: IMEI });
    expect((await admin.call('get-device-list', { free: true })).rows?.map((row) => row.identity)).toEqual(['old']);
  });

  test('accepts a registered device that is in no vehicle, refuses one that is', async () => {
    await admin.call('save-device', { identity: IMEI });
    expect((await adopt({ registration: 'SBA 1' })).status).toBe(200);
    expect((await adopt({ registration: 'SBA 2' })).fields).toEqual({ identity: 'This device is already registered.' });
    expect((await admin.call('get-vehicle-list')).total).toBe(1);
  });

  test('concurrently by two people: one wins', async () => {
    const answers = await Promise.all(['SBA 1', 'SBA 2'].map((registration) => adopt({ registration })));
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await admin.call('get-vehicle-list')).total).toBe(1);
  });
});

test('shows the address to connect to, and the device contacts', async () => {
  expect(await admin.call('get-connect-info')).toEqual({
    status: 200,
    host: '127.0.0.1',
    loopbackOnly: true,
    ports: [
      {
        protocol: 'gt06',
        title: 'GT06',
        transports: ['tcp'],
        port: 5023,
        setting: 'GATEWAY_GT06_PORT',
        takesLayouts: false,
        setup: [],
        taken: [],
      },
    ],
    refusals: [{ reason: 'memory', count: 3, lastAt: '2026-01-02T03:04:05.000Z' }],
  });
  const contact: DeviceContact = {
    key: `gt06:0${IMEI}`,
    protocol: 'gt06',
    transport: 'tcp',
    identity: `0${IMEI}`,
    address: '192.0.2.1:40000',
    connected: true,
    firstSeenAt: '2026-01-01T00:00:00.000Z',
    lastSeenAt: '2026-01-01T00:00:01.000Z',
    frames: 1,
    faults: 0,
    lastFrame: { kind: 'hex', data: '7878' },
    decoded: null,
    looksLike: [],
    unknownMessages: [],
    deviceId: null,
    vehicleId: null,
    registration: null,
  };
  fixture.contacts.push(contact);
  expect((await admin.call('get-knock-list')).rows).toEqual([contact]);
  const { vehicle } = await adopt({ registration: 'SBA 1' });
  const known = { deviceId: vehicle?.deviceId, vehicleId: vehicle?.id, registration: 'SBA 1' };
  expect((await admin.call('get-knock-list', { identity: IMEI })).rows).toEqual([{ ...contact, ...known }]);
});

test('the live map gets every vehicle of the organisation, with and without a device', async () => {
  const { vehicle } = await adopt({ registration: 'SBA 1', type: 'van' });
  await admin.call('save-vehicle', { registration: 'SBA 2', make: 'Fiat', model: 'Fiorino' });
  const removed = (await admin.call('save-vehicle', { registration: 'SBA 3' })).vehicle?.id;
  await admin.call('delete-vehicle', { id: removed });
  const live = await loadLiveVehicles(fixture.database, 1);
  expect(live).toEqual([
    {
      organisationId: 1,
      deviceId: vehicle?.deviceId,
      vehicle: {
        id: vehicle?.id,
        registration: 'SBA 1',
        type: 'van',
        makeModel: null,
        groupId: null,
        groupName: null,
        driverName: null,
        driverObstacle: null,
        out: [],
        deviceIdentity: IMEI,
        protocol: 'GT06 (Concox, Jimi)',
      },
      gaps: [],
    },
    expect.objectContaining({ deviceId: null, vehicle: expect.objectContaining({ makeModel: 'Fiat Fiorino' }) }),
  ]);
  expect(await loadLiveVehicles(fixture.database, null)).toEqual(live);
  expect(await loadLiveVehicles(fixture.database, 999)).toEqual([]);
});
