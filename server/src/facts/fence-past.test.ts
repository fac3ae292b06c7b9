import type { Message } from '@milepost/protocols/types';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lookBack } from '../jobs/look-back-fences-job.ts';
import { listDueFences, readFencePasts } from '../store/geofences/fence-pasts.ts';
import { insertFence } from '../store/geofences/write-fence.ts';
import { DEPOT } from '../testing/journeys.ts';
import { addOrganisation } from '../testing/organisations.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { type TrackingHarness, trackingHarness, watched } from '../testing/tracking-harness.ts';

// A new geofence has a past: the visits inside are found in the stored positions.

let test: TestDatabase;
let harness: TrackingHarness;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(async () => {
  await harness?.close();
  await test?.close();
});

const SOON = { timeout: 20_000, interval: 50 };
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** A whole minute three days ago. */
const T0 = Math.floor(Date.now() / MINUTE) * MINUTE - 72 * HOUR;

/** North at 60 km/h, which is a kilometre a minute. (A degree is 111,195 m.) */
const drive = (from: number, minutes: number): Message[] =>
  Array.from({ length: minutes + 1 }, (_none, minute) => {
    const lat = DEPOT.lat + (minute * 1000) / 111_195;
    const fix = { lat, lon: DEPOT.lon, altitudeM: null, speedKph: 60, courseDeg: 1, valid: true };
    const time = new Date(from + minute * MINUTE);
    return { kind: 'report', deviceTime: null, fix: { ...fix, time }, attributes: { ignition: true } };
  });

const PLAIN = {
  description: null,
  colour: '#2f9e44',
  tags: [],
  speedLimitKph: null,
  betweenFixes: false,
  schedule: null,
  groupIds: [],
};
const draw = (organisationId: number, name: string, kilometre: number, vehicleIds: number[] = []) =>
  insertFence(test.database, organisationId, {
    ...PLAIN,
    name,
    vehicleIds,
    shape: {
      kind: 'circle',
      centre: { lat: DEPOT.lat + (kilometre * 1000) / 111_195, lon: DEPOT.lon },
      radiusM: 2500,
    },
  });
const look = () =>
  lookBack(
    { database: test.database, bus: harness.bus, logger: pino({ level: 'silent' }) },
    { signal: new AbortController().signal },
  );
/** The visits of each vehicle, in minutes after T0. */
const visitsOf = async (fenceId: number) =>
  (
    await test.database.query<{ vehicleId: number; from: number; to: number }>(
      `SELECT vehicle_id AS "vehicleId", (extract(epoch FROM started_at - $2) / 60)::float8 AS from,
              (extract(epoch FROM ended_at - $2) / 60)::float8 AS to FROM visits WHERE fence_id = $1 ORDER BY vehicle_id`,
      [fenceId, new Date(T0)],
    )
  ).rows;
const marked = async () =>
  (await test.database.query<{ id: number }>('SELECT installation_id AS id FROM tracking_states WHERE rule = 0')).rows
    .length;

it('finds the vehicles that were inside before it was drawn, recomputes only these, and reports its progress', async () => {
  const [one, other] = [await watched(test, 'past-one'), await watched(test, 'past-other')];
  const { organisationId } = one;
  await test.database.query('UPDATE vehicles SET organisation_id = $2 WHERE id = $1', [
    other.vehicleId,
    organisationId,
  ]);
  await test.database.query('UPDATE devices SET organisation_id = $2 WHERE id = $1', [other.deviceId, organisationId]);
  harness = await trackingHarness(test);
  await harness.store([
    { deviceId: one.deviceId, messages: drive(T0, 30), receivedAt: Date.now() },
    // The other vehicle turned back earlier and never was there.
    { deviceId: other.deviceId, messages: drive(T0, 10), receivedAt: Date.now() },
  ]);
  await expect.poll(harness.settled, SOON).toBe(true);
  // States are stored periodically and at shutdown.
  await harness.close();
  harness = await trackingHarness(test);
  // The geofences of the fixture.
  await test.database.query('DELETE FROM fence_pasts');
  const scope = { organisationId, organisationIds: [organisationId], root: false, limit: null };

  const fence = await draw(organisationId, 'At 20 km', 20);
  expect(await readFencePasts(test.database, scope)).toEqual({ fences: 1, percent: 0 });
  await look();
  // Two vehicles were searched; the facts of the one that was inside are recomputed.
  await expect
    .poll(() => visitsOf(fence), SOON)
    .toEqual([
      // The first fix inside of 17.5 to 22.5 km is at minute 18, the first one outside at minute 23.
      { vehicleId: one.vehicleId, from: 18, to: 23 },
    ]);
  await expect.poll(() => readFencePasts(test.database, scope), SOON).toEqual({ fences: 0, percent: 0 });
  await look();
  expect((await test.database.query('SELECT FROM fence_pasts')).rowCount).toBe(0);

  // The geofence is moved: its former visits are removed, and those at its new location are found.
  const shape = { kind: 'circle', centre: { lat: DEPOT.lat + 5000 / 111_195, lon: DEPOT.lon }, radiusM: 2500 };
  await test.database.query(
    'UPDATE geofences SET shape = $2, south = $3::float8 - 0.03, north = $3::float8 + 0.03 WHERE id = $1',
    [fence, JSON.stringify(shape), shape.centre.lat],
  );
  await look();
  await expect
    .poll(() => visitsOf(fence), SOON)
    .toEqual([
      { vehicleId: one.vehicleId, from: 3, to: 8 },
      { vehicleId: other.vehicleId, from: 3, to: 8 },
    ]);

  // A geofence limited to some vehicles is searched for these only, and one without visitors marks nothing.
  await draw(organisationId, 'Of the other', 20, [other.vehicleId]);
  await draw(organisationId, 'Nowhere', 300);
  await expect.poll(marked, SOON).toBe(0);
  await look();
  expect(await marked()).toBe(0);
  expect(await readFencePasts(test.database, scope)).toEqual({ fences: 0, percent: 0 });
});

it('finds crossings between two positions once that is enabled, and removes them once it is disabled', async () => {
  const crossed = await watched(test, 'past-crossed');
  const { organisationId, deviceId, vehicleId } = crossed;
  await harness.store([{ deviceId, messages: drive(T0, 30), receivedAt: Date.now() }]);
  await expect.poll(harness.settled, SOON).toBe(true);
  await harness.close();
  harness = await trackingHarness(test);
  // 200 m to each side of 20.5 km, while all positions are on whole kilometres.
  const fence = await draw(organisationId, 'Gate', 20.5);
  const set = (sql: string) => test.database.query(`UPDATE geofences SET ${sql} WHERE id = $1`, [fence]);
  await set(
    `shape = jsonb_set(shape, '{radiusM}', '200'), south = (shape->'centre'->>'lat')::float8 - 0.002,
     north = (shape->'centre'->>'lat')::float8 + 0.002, west = ${DEPOT.lon - 0.003}, east = ${DEPOT.lon + 0.003}`,
  );
  await look();
  await expect.poll(marked, SOON).toBe(0);
  expect(await visitsOf(fence)).toEqual([]);
  await set('between_fixes = true');
  await look();
  await expect.poll(() => visitsOf(fence), SOON).toHaveLength(1);
  const [visit] = await visitsOf(fence);
  expect(visit?.vehicleId).toBe(vehicleId);
  // A kilometre a minute.
  expect(visit?.from).toBeCloseTo(20.3, 2);
  expect(visit?.to).toBeCloseTo(20.7, 2);
  await set('between_fixes = false');
  await look();
  await expect.poll(() => visitsOf(fence), SOON).toEqual([]);
});

it('alternates between organisations: many geofences of one do not delay the single one of another', async () => {
  await test.database.query('DELETE FROM fence_pasts');
  const [many, single] = [
    await addOrganisation(test.database, 'Imports a lot', 1),
    await addOrganisation(test.database, 'Draws one', 1),
  ];
  for (let count = 0; count < 101; count += 1) await draw(many, `Yard ${count}`, 300);
  const fence = await draw(single, 'Ours', 300);
  const due = await listDueFences(test.database);
  expect(due.map(({ organisationId }) => organisationId).toSorted((a, b) => a - b)).toEqual([many, single]);
  expect(due.find(({ organisationId }) => organisationId === single)?.fenceId).toBe(fence);
  await look();
  expect((await test.database.query('SELECT FROM fence_pasts')).rowCount).toBe(0);
});
