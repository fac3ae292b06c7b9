import type { Message } from '@milepost/protocols/types';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEPOT } from '../testing/journeys.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { type TrackingHarness, trackingHarness, watched } from '../testing/tracking-harness.ts';

// A vehicle inside a geofence that is created, or newly applies to it, counts as inside immediately.

let test: TestDatabase;
let harness: TrackingHarness;
beforeAll(async () => {
  test = await testDatabase();
  harness = await trackingHarness(test);
});
afterAll(async () => {
  await harness?.close();
  await test?.close();
});

const SOON = { timeout: 20_000, interval: 50 };
const MINUTE = 60_000;
/** The whole second two hours ago. */
const T0 = Math.floor(Date.now() / 1000) * 1000 - 120 * MINUTE;

async function rowsOf<Row extends object>(sql: string, ...parameters: unknown[]): Promise<Row[]> {
  const { rows } = await test.database.query<Row>(sql, parameters);
  return rows;
}

/** A point this many metres north of the depot (a degree is 111,195 m). */
const north = (metres: number) => ({ lat: DEPOT.lat + metres / 111_195, lon: DEPOT.lon });

/** Stands 20 km north of the depot and reports at these minutes after T0. */
function stand(deviceId: number, ...minutes: number[]) {
  const messages = minutes.map((minute): Message => {
    const time = new Date(T0 + minute * MINUTE);
    const fix = { time, valid: true, ...north(20_000), altitudeM: null, speedKph: 0, courseDeg: 0 };
    return { kind: 'report', deviceTime: null, fix, attributes: { ignition: true } };
  });
  return harness.store([{ deviceId, messages, receivedAt: Date.now() }]);
}

/** A vehicle known to tracking from its start, which stands there. */
async function standing(identity: string) {
  const ids = await watched(test, identity);
  await harness.close();
  harness = await trackingHarness(test);
  await stand(ids.deviceId, 0, 1);
  return ids;
}

/** Draws a circle of 300 m around the standing vehicle. */
async function draw(organisationId: number): Promise<number> {
  const [made] = await rowsOf<{ id: number }>(
    `INSERT INTO geofences (organisation_id, name, shape, south, north, west, east, area_m2)
     VALUES ($1, 'drawn', jsonb_build_object('kind', 'circle', 'centre', $2::jsonb, 'radiusM', 300), 0, 0, 0, 0, 0)
     RETURNING id`,
    organisationId,
    JSON.stringify(north(20_000)),
  );
  return made?.id ?? 0;
}
const visitsOf = (fenceId: number) =>
  rowsOf<{ key: string; open: boolean; before: boolean }>(
    'SELECT key, ended_at IS NULL AS open, started_at < $2 AS before FROM visits WHERE fence_id = $1',
    fenceId,
    new Date(T0 + 100 * MINUTE),
  );
const enterAlarms = (vehicleId: number) =>
  rowsOf(
    `SELECT FROM alarms a JOIN alarm_rules r ON r.id = a.rule_id
     WHERE a.vehicle_id = $1 AND r.condition->>'kind' = 'geofenceEnter'`,
    vehicleId,
  );
const INSIDE = [{ open: true, before: false }];

it('a vehicle that stands in a newly drawn geofence is inside before its next report, without an alarm', async () => {
  const { deviceId, vehicleId, organisationId } = await standing('drawn');
  const fenceId = await draw(organisationId);
  harness.bus.publish('tracking-changed', { organisationId });
  await expect.poll(() => visitsOf(fenceId), SOON).toMatchObject(INSIDE);
  // The visit continues under the same key, even when everything in memory is lost.
  const [begun] = await visitsOf(fenceId);
  await harness.kill();
  harness = await trackingHarness(test);
  await stand(deviceId, 110, 119);
  expect(await visitsOf(fenceId)).toEqual([begun]);
  expect(await enterAlarms(vehicleId)).toEqual([]);
  // The visit ends when the geofence is moved away.
  await rowsOf(
    `UPDATE geofences SET shape = shape || '{"radiusM": 1}', vehicle_ids = '{999999}' WHERE id = $1`,
    fenceId,
  );
  harness.bus.publish('tracking-changed', { organisationId });
  await expect.poll(() => visitsOf(fenceId), SOON).toEqual([{ ...begun, open: false }]);
});

it('recovers a geofence that was drawn just before a kill', async () => {
  const { vehicleId, organisationId } = await standing('drawn-killed');
  await harness.kill();
  const fenceId = await draw(organisationId);
  harness = await trackingHarness(test);
  await expect.poll(() => visitsOf(fenceId), SOON).toMatchObject([{ open: true }]);
  expect(await visitsOf(fenceId)).toHaveLength(1);
  expect(await enterAlarms(vehicleId)).toEqual([]);
});

it('a vehicle that is added to a geofence is inside immediately', async () => {
  const { vehicleId, organisationId } = await standing('joined');
  const fenceId = await draw(organisationId);
  const [group] = await rowsOf<{ id: number }>(
    `INSERT INTO vehicle_groups (organisation_id, name) VALUES ($1, 'g') RETURNING id`,
    organisationId,
  );
  await rowsOf('UPDATE geofences SET group_ids = $2 WHERE id = $1', fenceId, [group?.id]);
  harness.bus.publish('tracking-changed', { organisationId });
  await rowsOf('UPDATE vehicles SET group_id = $2 WHERE id = $1', vehicleId, group?.id);
  harness.bus.publish('fleet-changed', { organisationId });
  await expect.poll(() => visitsOf(fenceId), SOON).toMatchObject(INSIDE);
});
