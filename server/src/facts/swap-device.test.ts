import type { Message } from '@milepost/protocols/types';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { onlyRow } from '../store/rows.ts';
import type { Scope } from '../store/scope.ts';
import { exchangeDevices } from '../store/fleet/exchange-devices.ts';
import { swapDevice } from '../store/fleet/swap-device.ts';
import { trackSpans } from '../store/tracks/track-spans.ts';
import { DEPOT } from '../testing/journeys.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { differences, settled, trackingHarness, type TrackingHarness, watched } from '../testing/tracking-harness.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(async () => {
  await test?.close();
});

const MINUTE_MS = 60_000;
/** Three hours ago, on a whole minute. */
const START = Math.floor((Date.now() - 3 * 3_600_000) / MINUTE_MS) * MINUTE_MS;
const NOBODY = { userId: null, username: null, address: null };
/** Metres per degree of latitude on the sphere that tracking uses. */
const DEGREE_M = 111_195;

/** North at 60 km/h: 1 km per minute. */
const fix = (minute: number): Message => ({
  kind: 'report',
  deviceTime: null,
  fix: {
    time: new Date(START + minute * MINUTE_MS),
    valid: true,
    lat: DEPOT.lat + (minute * 1000) / DEGREE_M,
    lon: DEPOT.lon,
    altitudeM: null,
    speedKph: 60,
    courseDeg: 0,
  },
  attributes: { ignition: true },
});
const minutes = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_none, index) => fix(first + index));

/** A vehicle with a device, another device without a vehicle, and a function that submits reports of either. */
async function twoDevices(identity: string) {
  const { database } = test;
  const { deviceId: former, vehicleId, organisationId } = await watched(test, identity);
  const { id: next } = onlyRow(
    await database.query<{ id: number }>(
      'INSERT INTO devices (organisation_id, identity) VALUES ($1, $2) RETURNING id',
      [organisationId, `${identity}-next`],
    ),
  );
  const scope: Scope = { organisationId, organisationIds: [organisationId], root: false, limit: null };
  const swap = async (harness: TrackingHarness, minute: number) => {
    const at = new Date(START + minute * MINUTE_MS).toISOString();
    const notes = { technician: null, place: null, odometerM: null, simNumber: null, simOperator: null, note: null };
    await swapDevice(database, scope, NOBODY, { vehicleId, deviceId: next, at, ...notes });
    harness.bus.publish('fleet-changed', { organisationId });
  };
  return { former, next, vehicleId, organisationId, swap };
}

const storeReports = (harness: TrackingHarness, deviceId: number, messages: Message[]) =>
  harness.store([{ deviceId, messages, receivedAt: Date.now() }]);

/** Every stored fix of the vehicle, by device and minute. */
async function trackOf(vehicleId: number) {
  const found: [number, number][] = [];
  for (const { deviceId, from, to } of await trackSpans(test.database, vehicleId, new Date(START), new Date())) {
    const { rows } = await test.database.query<{ minute: number }>(
      `SELECT (extract(epoch FROM fix_time - $4) / 60)::float8 AS minute FROM positions
       WHERE device_id = $1 AND fix_time >= $2 AND fix_time < $3 ORDER BY fix_time`,
      [deviceId, from, to, new Date(START)],
    );
    found.push(...rows.map(({ minute }): [number, number] => [deviceId, minute]));
  }
  return found;
}

const tripsOf = async (vehicleId: number) =>
  (
    await test.database.query<{ deviceId: number; km: number; from: number }>(
      `SELECT i.device_id AS "deviceId", round(t.distance_m / 100)::float8 / 10 AS km,
              (extract(epoch FROM t.started_at - $2) / 60)::float8 AS from
       FROM trips t JOIN installations i ON i.id = t.installation_id WHERE t.vehicle_id = $1 ORDER BY t.started_at`,
      [vehicleId, new Date(START)],
    )
  ).rows;

it(
  'assigns each minute to the device that was in the vehicle then, whatever arrives late',
  { timeout: 60_000 },
  async () => {
    const { former, next, vehicleId, swap } = await twoDevices('swap-late');
    const harness = await trackingHarness(test);
    // The new device is tested next to the old one, which keeps sending after its removal.
    await storeReports(harness, former, minutes(0, 5));
    await storeReports(harness, next, minutes(8, 12));
    await storeReports(harness, former, minutes(12, 15));
    await swap(harness, 10);
    await settled(harness);
    // From the former device's memory: its time before the swap, and after its removal.
    await storeReports(harness, former, [...minutes(6, 11)].toReversed());
    await storeReports(harness, next, minutes(13, 30));
    await settled(harness);
    await harness.close();

    const expected = [
      ...Array.from({ length: 10 }, (_none, minute) => [former, minute]),
      ...Array.from({ length: 21 }, (_none, index) => [next, 10 + index]),
    ];
    expect(await trackOf(vehicleId)).toEqual(expected);
    // Minutes 0 to 9 and 10 to 30, one kilometre each.
    expect(await tripsOf(vehicleId)).toEqual([
      { deviceId: former, km: 9, from: 0 },
      { deviceId: next, km: 20, from: 10 },
    ]);
    expect(await differences(test, vehicleId)).toEqual([{ facts: expect.any(Number) }, { facts: expect.any(Number) }]);
  },
);

it('derives the facts of a past swap even when the server dies immediately', { timeout: 60_000 }, async () => {
  const { former, next, vehicleId, swap } = await twoDevices('swap-kill');
  const first = await trackingHarness(test);
  await storeReports(first, former, minutes(0, 20));
  await storeReports(first, next, minutes(0, 20));
  await first.kill();
  // The swap is not announced to this process.
  await swap(first, 10);
  const second = await trackingHarness(test);
  await settled(second);
  await second.close();
  expect(await tripsOf(vehicleId)).toEqual([
    { deviceId: former, km: 9, from: 0 },
    { deviceId: next, km: 10, from: 10 },
  ]);
});

it(
  'gives each of two vehicles the trips of its own device when the devices are exchanged and exchanged back',
  { timeout: 60_000 },
  async () => {
    const { database } = test;
    const [one, other] = [await watched(test, 'exchange-one'), await watched(test, 'exchange-other')];
    const { organisationId } = one;
    await database.query('UPDATE vehicles SET organisation_id = $2 WHERE id = $1', [other.vehicleId, organisationId]);
    await database.query('UPDATE devices SET organisation_id = $2 WHERE id = $1', [other.deviceId, organisationId]);
    const scope: Scope = { organisationId, organisationIds: [organisationId], root: false, limit: null };
    const harness = await trackingHarness(test);
    await storeReports(harness, one.deviceId, minutes(0, 30));
    await storeReports(harness, other.deviceId, minutes(0, 20));
    await settled(harness);
    const before = [await tripsOf(one.vehicleId), await tripsOf(other.vehicleId)];
    expect(before.map((trips) => trips.map(({ km }) => km))).toEqual([[30], [20]]);
    const exchange = async ([deviceId, otherDeviceId]: readonly [number, number]) => {
      const at = new Date(START + 10 * MINUTE_MS).toISOString();
      const between = { vehicleId: one.vehicleId, otherVehicleId: other.vehicleId, at };
      await exchangeDevices(database, scope, NOBODY, { ...between, deviceId, otherDeviceId });
      harness.bus.publish('fleet-changed', { organisationId });
      await settled(harness);
    };
    await exchange([one.deviceId, other.deviceId]);
    // Minutes 0 to 9 stay; 10 to 20 and 10 to 30 are exchanged.
    const soon = { timeout: 20_000 };
    await expect
      .poll(() => tripsOf(one.vehicleId), soon)
      .toEqual([
        { deviceId: one.deviceId, km: 9, from: 0 },
        { deviceId: other.deviceId, km: 10, from: 10 },
      ]);
    await expect
      .poll(() => tripsOf(other.vehicleId), soon)
      .toEqual([
        { deviceId: other.deviceId, km: 9, from: 0 },
        { deviceId: one.deviceId, km: 20, from: 10 },
      ]);
    await exchange([other.deviceId, one.deviceId]);
    await expect.poll(async () => [await tripsOf(one.vehicleId), await tripsOf(other.vehicleId)], soon).toEqual(before);
    await harness.close();
  },
);
