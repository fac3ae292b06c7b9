import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../store/database.ts';
import { deleteDevice, restoreDevice } from '../store/devices/change-devices.ts';
import { inTransaction } from '../store/database.ts';
import { adoptDevice } from '../store/fleet/adoption.ts';
import { install, lockInstallations, removeFromVehicle } from '../store/fleet/change-installations.ts';
import { deleteVehicle, restoreVehicle } from '../store/fleet/change-vehicles.ts';
import { exchangeDevices } from '../store/fleet/exchange-devices.ts';
import { swapDevice } from '../store/fleet/swap-device.ts';
import { settleStrays } from '../store/moves/device-moves.ts';
import { moveDevices } from '../store/moves/move-devices.ts';
import { moveVehicles } from '../store/moves/move-vehicles.ts';
import { onlyRow } from '../store/rows.ts';
import { moveNow } from '../testing/move-now.ts';
import { addOrganisation } from '../testing/organisations.ts';
import { day, INSIDE, START, tablesWithPrivatePlaces } from '../testing/private-day.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { settled, type TrackingHarness, trackingHarness, watched } from '../testing/tracking-harness.ts';

let test: TestDatabase;
let db: Database;
let harness: TrackingHarness;
beforeAll(async () => {
  test = await testDatabase();
  db = test.database;
  harness = await trackingHarness(test);
});
afterAll(async () => {
  await harness.close();
  await test.close();
});

const NOBODY = { userId: null, username: null, address: null };
const HOUR_MS = 3_600_000;
const BEFORE = new Date(START - HOUR_MS).toISOString();
const NOTES = { technician: null, place: null, odometerM: null, simNumber: null, simOperator: null, note: null };

/** `van` has private time and its own device; `other` has none. */
interface World {
  organisationId: number;
  van: number;
  device: number;
  other: number;
  otherDevice: number;
  elsewhere: number;
  scope: Parameters<typeof swapDevice>[1];
}

async function world(name: string): Promise<World> {
  const { deviceId: device, vehicleId: van, organisationId } = await watched(test, name);
  const elsewhere = await addOrganisation(db, `Elsewhere ${name}`, organisationId);
  const made = await db.query<{ other: number; otherDevice: number }>(
    `WITH v AS (INSERT INTO vehicles (organisation_id, registration, type) VALUES ($1, 'O ' || $2, 'van') RETURNING id),
          d AS (INSERT INTO devices (organisation_id, identity) VALUES ($1, 'o' || $2) RETURNING id),
          i AS (INSERT INTO installations (device_id, vehicle_id, installed_at) SELECT d.id, v.id, '2020-01-01' FROM d, v)
     SELECT v.id AS other, d.id AS "otherDevice" FROM v, d`,
    [organisationId, name],
  );
  const scope = { organisationId, organisationIds: [organisationId, elsewhere], root: false, limit: null };
  return { organisationId, van, device, elsewhere, scope, ...onlyRow(made) };
}

const PRIVATE_FROM = new Date(START + 26 * 60_000);
const PRIVATE_TO = new Date(START + 166 * 60_000);

/** The three kinds of private time, in turn: the button, the hours and a mark. */
async function makePrivate({ organisationId, van }: World, kind: number): Promise<void> {
  const add = (attribute: string | null, hours: object | null) =>
    db.query(
      `INSERT INTO private_rules (organisation_id, vehicle_id, attribute, attribute_value, working_hours, time_zone)
       VALUES ($1, $2, $3, CASE WHEN $3::text IS NOT NULL THEN 'true'::jsonb END, $4, 'UTC')`,
      [organisationId, van, attribute, hours && JSON.stringify(hours)],
    );
  if (kind % 3 === 0) await add('input2', null);
  else if (kind % 3 === 1) await add(null, NO_HOURS);
  else {
    await db.query(
      `INSERT INTO private_marks (organisation_id, vehicle_id, from_time, to_time, private) VALUES ($1, $2, $3, $4, true)`,
      [organisationId, van, PRIVATE_FROM, PRIVATE_TO],
    );
  }
}

/** No time is working time. */
const NO_HOURS = Array.from({ length: 7 }, () => []);

function report(deviceId: number, laterMs = 0) {
  const messages = day(true)
    .filter((_one, index) => index % 4 === 0)
    .map((one) => ({ ...one, fix: one.fix && { ...one.fix, time: new Date(one.fix.time.getTime() + laterMs) } }));
  return harness.store([{ deviceId, messages, receivedAt: Date.now() }]);
}

async function follow(...organisationIds: number[]): Promise<void> {
  for (const organisationId of organisationIds) harness.bus.publish('fleet-changed', { organisationId });
  await settled(harness);
}

async function revealing(): Promise<string[]> {
  return (await tablesWithPrivatePlaces(db)).filter((name) => !INSIDE.has(name));
}

const change = (work: Parameters<typeof inTransaction<void>>[1]) => inTransaction(db, work);

/** Ways to leave a vehicle; what the device stored of its time in it arrives afterwards. */
const LEAVING: Record<string, (of: World) => Promise<unknown>> = {
  'save-vehicle without a device': ({ van }) =>
    change(async (tx) => removeFromVehicle(tx, van, await lockInstallations(tx))),
  'save-vehicle of another vehicle': ({ organisationId, device, other }) =>
    change(async (tx) => install(tx, organisationId, device, other, await lockInstallations(tx))),
  'taken out before the private time': ({ van }) => change((tx) => removeFromVehicle(tx, van, BEFORE)),
  'swap-device': async ({ scope, van, other, otherDevice }) => {
    await change(async (tx) => removeFromVehicle(tx, other, await lockInstallations(tx)));
    await swapDevice(db, scope, NOBODY, { vehicleId: van, deviceId: otherDevice, ...NOTES });
  },
  'exchange-devices': (of) => exchange(of, new Date().toISOString()),
  'delete-vehicle': ({ scope, van }) => deleteVehicle(db, scope, NOBODY, van),
  'delete-device': ({ scope, device }) => deleteDevice(db, scope, NOBODY, device),
  'move-devices': ({ scope, device, elsewhere }) =>
    moveNow(moveDevices(db, scope, NOBODY, { deviceIds: [device], organisationId: elsewhere })),
  'move-vehicles with the past': ({ scope, van, elsewhere }) =>
    moveNow(
      moveVehicles(db, scope, NOBODY, {
        vehicleIds: [van],
        organisationId: elsewhere,
        withDevice: true,
        history: 'goes',
      }),
    ),
};

const exchange = ({ scope, van, other, device, otherDevice }: World, at: string) =>
  exchangeDevices(db, scope, NOBODY, {
    vehicleId: van,
    otherVehicleId: other,
    deviceId: device,
    otherDeviceId: otherDevice,
    at,
  });

/** Ways to come into a vehicle with a past that is stored openly; `device` is the one with the past. */
const COMING: Record<
  string,
  {
    prepare?: (of: World) => Promise<unknown>;
    come: (of: World) => Promise<unknown>;
    device?: 'device';
    laterMs?: number;
  }
> = {
  'swap-device in the past': {
    prepare: ({ other }) => change((tx) => removeFromVehicle(tx, other, BEFORE)),
    come: ({ scope, van, otherDevice }) =>
      swapDevice(db, scope, NOBODY, { vehicleId: van, deviceId: otherDevice, at: BEFORE, ...NOTES }),
  },
  'exchange-devices in the past': { come: (of) => exchange(of, BEFORE) },
  'exchange-devices twice': {
    device: 'device',
    prepare: (of) => exchange(of, BEFORE),
    come: ({ otherDevice, device, ...of }) => exchange({ ...of, device: otherDevice, otherDevice: device }, BEFORE),
  },
  'save-vehicle and an installation that begins in the past': {
    come: ({ organisationId, van, otherDevice }) =>
      change((tx) => install(tx, organisationId, otherDevice, van, BEFORE)),
  },
  'adopt-device': {
    // A device that is adopted brings the data of one day.
    laterMs: Date.now() - 5 * HOUR_MS - START,
    prepare: ({ otherDevice }) => db.query(`DELETE FROM installations WHERE device_id = $1`, [otherDevice]),
    come: async ({ scope, otherDevice, van, organisationId }) => {
      await db.query('UPDATE private_rules SET vehicle_id = NULL WHERE vehicle_id = $1', [van]);
      await db.query(
        `INSERT INTO private_rules (organisation_id, working_hours, time_zone) VALUES ($1, $2, 'UTC') ON CONFLICT DO NOTHING`,
        [organisationId, JSON.stringify(NO_HOURS)],
      );
      const { rows } = await db.query<{ identity: string }>('SELECT identity FROM devices WHERE id = $1', [
        otherDevice,
      ]);
      await adoptDevice(db, scope, NOBODY, {
        protocol: 'osmand',
        identity: onlyRow({ rows }).identity,
        into: { registration: `NEW ${otherDevice}`, type: 'van' },
      });
    },
  },
  'restore-vehicle': {
    device: 'device',
    prepare: async (of) => {
      await deleteVehicle(db, of.scope, NOBODY, of.van);
      await deletedBefore(of);
    },
    come: ({ scope, van }) => restoreVehicle(db, scope, NOBODY, van),
  },
  'restore-device': {
    device: 'device',
    prepare: async (of) => {
      await deleteDevice(db, of.scope, NOBODY, of.device);
      await deletedBefore(of);
    },
    come: ({ scope, device }) => restoreDevice(db, scope, NOBODY, device),
  },
};

async function deletedBefore({ van, device }: World): Promise<void> {
  await db.query('UPDATE installations SET removed_at = $2 WHERE vehicle_id = $1', [van, BEFORE]);
  await db.query('UPDATE vehicles SET deleted_at = $2 WHERE id = $1 AND deleted_at IS NOT NULL', [van, BEFORE]);
  await db.query('UPDATE devices SET deleted_at = $2 WHERE id = $1 AND deleted_at IS NOT NULL', [device, BEFORE]);
}

/**
 * All ways at once, each in an organisation of its own: what takes time is to wait for tracking and to search every table,
 * and both serve all of them.
 */
it('what arrives after a device has left its vehicle is as private as it was in the vehicle, by each way', async () => {
  const worlds = new Map<string, World>();
  for (const [index, name] of Object.keys(LEAVING).entries()) {
    const of = await world(`l${index}`);
    worlds.set(name, of);
    await makePrivate(of, index);
  }
  const all = [...worlds.values()];
  await follow(...all.map(({ organisationId }) => organisationId));
  const isKnown = ({ device }: World) => harness.installations.judging(device, START).some((one) => one.privateTime);
  await expect.poll(() => all.every(isKnown), { timeout: 20_000 }).toBe(true);
  for (const [name, of] of worlds) await LEAVING[name]?.(of);
  await follow(...all.flatMap(({ organisationId, elsewhere }) => [organisationId, elsewhere]));
  for (const { device } of all) await report(device);
  await settled(harness);
  expect(await revealing()).toEqual([]);
  for (const [name, { device }] of worlds) {
    const sealed = await db.query('SELECT FROM sealed_positions WHERE device_id = $1', [device]);
    expect(sealed.rowCount, name).toBeGreaterThan(60);
  }
}, 120_000);

it('what was stored before a device came to a vehicle is as private as it is in the vehicle, by each way', async () => {
  const worlds = new Map<string, World>();
  for (const [index, [name, { prepare }]] of Object.entries(COMING).entries()) {
    const of = await world(`c${index}`);
    worlds.set(name, of);
    await prepare?.(of);
  }
  const organisations = [...worlds.values()].map(({ organisationId }) => organisationId);
  await follow(...organisations);
  for (const [name, of] of worlds) await report(of[deviceOf(name)], COMING[name]?.laterMs);
  await settled(harness);
  // The search finds what is open.
  expect(await revealing()).toContain('positions');
  for (const [name, of] of worlds) {
    const open = await db.query('SELECT FROM positions WHERE device_id = $1 AND flags & 128 = 0', [of[deviceOf(name)]]);
    expect(open.rowCount, name).toBeGreaterThan(60);
  }
  for (const [index, [name, of]] of [...worlds].entries()) {
    await makePrivate(of, index);
    await COMING[name]?.come(of);
  }
  expect(await revealing()).toEqual([]);
  for (const [name, of] of worlds) {
    const sealed = await db.query('SELECT FROM sealed_positions WHERE device_id = $1', [of[deviceOf(name)]]);
    expect(sealed.rowCount, name).toBeGreaterThan(0);
  }
  await follow(...organisations);
  expect(await revealing()).toEqual([]);
}, 120_000);

const deviceOf = (name: string) => COMING[name]?.device ?? 'otherDevice';

it('reports that are written while their vehicle moves to another organisation are as private as they are there', async () => {
  const of = await world('strays');
  await db.query(`INSERT INTO private_rules (organisation_id, working_hours, time_zone) VALUES ($1, $2, 'UTC')`, [
    of.elsewhere,
    JSON.stringify(NO_HOURS),
  ]);
  const move = { vehicleIds: [of.van], organisationId: of.elsewhere, withDevice: true, history: 'stays' as const };
  const { devices } = await moveNow(moveVehicles(db, of.scope, NOBODY, move));
  const now = Date.now() + 1000;
  const messages = day(false)
    .slice(90, 93)
    .map((one, index) => ({ ...one, fix: one.fix && { ...one.fix, time: new Date(now + index * 1000) } }));
  await harness.store([{ deviceId: of.device, messages, receivedAt: now }]);
  for (const one of devices) await settleStrays(db, one);
  await follow(of.organisationId, of.elsewhere);
  const { rows } = await db.query('SELECT device_id FROM sealed_positions WHERE device_id = ANY($1)', [
    devices.map(({ to }) => to),
  ]);
  expect(rows).toHaveLength(3);
});

it('every statement by which an installation begins or goes on seals the past of the device', () => {
  const folder = join(import.meta.dirname, '../store');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  const writing = files.filter((name) =>
    /INSERT INTO installations|installations( i)? SET removed_at = NULL/.test(readFileSync(join(folder, name), 'utf8')),
  );
  expect(writing.length).toBeGreaterThan(5);
  const without = writing.filter((name) => !/seal(?:All)?Installed\(/.test(readFileSync(join(folder, name), 'utf8')));
  // The past of a vehicle goes with the times and the devices of the former organisation.
  expect(without).toEqual([join('moves', 'past-along.ts')]);
});
