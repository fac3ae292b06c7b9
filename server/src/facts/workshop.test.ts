import { afterAll, beforeAll, expect, it } from 'vitest';
import { saveVehicle } from '../store/fleet/change-vehicles.ts';
import { getVehicle } from '../store/fleet/vehicles.ts';
import { journey } from '../testing/journeys.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { differences, settled, type TrackingHarness, trackingHarness, watched } from '../testing/tracking-harness.ts';

let test: TestDatabase;
let harness: TrackingHarness | undefined;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(async () => {
  await harness?.close();
  await test?.close();
});

const ACTOR = { userId: null, username: null, address: null };
const NEVER = Array.from({ length: 7 }, () => []);

function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 4_294_967_296;
}

const alarmsFrom = async (from: Date) =>
  (await test.database.query('SELECT FROM alarms WHERE started_at >= $1', [from])).rowCount;

it('a vehicle in the workshop since yesterday loses its movement alarms since then and retains earlier ones, also after a kill', async () => {
  const { vehicleId, deviceId, organisationId } = await watched(test, 'workshop');
  const condition = { kind: 'unauthorisedMovement', workingHours: NEVER };
  await test.database.query('DELETE FROM alarm_rules');
  await test.database.query(
    `INSERT INTO alarm_rules (organisation_id, name, condition, severity, all_vehicles, holds_since)
     VALUES ($1, 'never', $2, 'major', true, '2020-01-01')`,
    [organisationId, condition],
  );
  harness = await trackingHarness(test);
  const messages = journey(seeded(3), 2500, Date.now() - 60_000);
  await harness.store([{ deviceId, messages, receivedAt: Date.now() }]);
  await settled(harness);
  const { rows } = await test.database.query<{ started_at: Date }>('SELECT started_at FROM alarms ORDER BY started_at');
  expect(rows.length).toBeGreaterThan(4);
  const since = rows[2]?.started_at ?? new Date();

  const scope = { organisationId, organisationIds: [organisationId], root: false, limit: null };
  const { version: _version, ...vehicle } = await getVehicle(test.database, scope, vehicleId);
  const statusSince = since.toISOString();
  // The change is not announced to tracking, because the process is killed.
  await harness.kill();
  await saveVehicle(test.database, scope, ACTOR, {
    ...vehicle,
    deviceId: undefined,
    overrideReason: null,
    status: 'workshop',
    statusSince,
  });
  harness = await trackingHarness(test);
  await settled(harness);
  expect(await alarmsFrom(since)).toBe(0);
  expect(await alarmsFrom(new Date(0))).toBe(2);

  // Corrected: the vehicle was taken to the workshop two alarms later.
  const later = rows[4]?.started_at ?? new Date();
  await saveVehicle(test.database, scope, ACTOR, {
    ...vehicle,
    deviceId: undefined,
    overrideReason: null,
    status: 'workshop',
    statusSince: later.toISOString(),
  });
  harness.bus.publish('fleet-changed', { organisationId });
  await expect.poll(() => alarmsFrom(new Date(0)), { timeout: 30_000, interval: 50 }).toBe(4);
  await settled(harness);
  expect(await alarmsFrom(later)).toBe(0);
  for (const found of await differences(test, vehicleId)) expect(found).toEqual({ facts: found.facts });
}, 90_000);
