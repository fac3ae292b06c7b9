import type { Message } from '@milepost/protocols/types';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { moveNow } from '../testing/move-now.ts';
import { moveVehicles } from '../store/moves/move-vehicles.ts';
import type { Scope } from '../store/scope.ts';
import { DEPOT } from '../testing/journeys.ts';
import { addOrganisation } from '../testing/organisations.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { differences, settled, trackingHarness, watched } from '../testing/tracking-harness.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test?.close());

const MINUTE_MS = 60_000;
const NOBODY = { userId: null, username: null, address: null };
/** Metres per degree of latitude on the sphere that tracking uses. */
const DEGREE_M = 111_195;
/** Yesterday at 18:45 UTC: a quarter past midnight in Kolkata, on the next date. */
const START = Date.parse(`${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)}T18:45:00Z`);

/** North from the depot at 60 km/h: 1 km per minute. */
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
/** The UTC date of the start, plus an offset in days. */
const day = (offset: number) => new Date(START + offset * 86_400_000).toISOString().slice(0, 10);
const minutes = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_none, index) => fix(first + index));

const count = async (table: string, vehicleId: number) =>
  (
    await test.database.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table} WHERE vehicle_id = $1`, [
      vehicleId,
    ])
  ).rows[0]?.count;

const daysOf = async (vehicleId: number) =>
  (
    await test.database.query<{ day: string; km: number }>(
      `SELECT day::text AS day, round(sum(distance_m) / 1000)::int AS km FROM day_totals WHERE vehicle_id = $1 AND distance_m > 0
       GROUP BY day ORDER BY day`,
      [vehicleId],
    )
  ).rows;

it(
  'recomputes the moved past with the rules, geofences and days of the new organisation, and removes it from the former one',
  { timeout: 120_000 },
  async () => {
    const { database } = test;
    const { deviceId, vehicleId, organisationId } = await watched(test, 'moved-along');
    const target = await addOrganisation(database, 'Target', organisationId);
    await database.query(`UPDATE organisations SET time_zone = 'UTC' WHERE id = $1`, [target]);
    const scope: Scope = { organisationId, organisationIds: [organisationId, target], root: false, limit: null };
    const harness = await trackingHarness(test);
    const storeReports = (messages: Message[]) => harness.store([{ deviceId, messages, receivedAt: Date.now() }]);
    await storeReports(minutes(0, 20));
    await settled(harness);
    const visits = await count('visits', vehicleId);
    expect(visits).toBeGreaterThan(0);
    expect(await daysOf(vehicleId)).toEqual([{ day: day(1), km: 20 }]);

    const { moved, organisationIds } = await moveNow(
      moveVehicles(database, scope, NOBODY, {
        vehicleIds: [vehicleId],
        organisationId: target,
        withDevice: false,
        history: 'goes',
      }),
    );
    for (const id of organisationIds) harness.bus.publish('fleet-changed', { organisationId: id });
    const to = moved[0]?.to ?? 0;
    const soon = { timeout: 30_000 };
    await expect.poll(() => daysOf(to), soon).toEqual([{ day: day(0), km: 20 }]);
    // The geofences and rules of the former organisation do not apply in the new one.
    expect([await count('visits', to), await count('alarms', to)]).toEqual([0, 0]);
    expect(await count('visits', vehicleId)).toBe(visits);
    expect(await daysOf(vehicleId)).toEqual([{ day: day(1), km: 20 }]);

    // Reports from the device's memory belong to both pasts.
    await storeReports(minutes(21, 30));
    await settled(harness);
    await expect.poll(() => daysOf(vehicleId), soon).toEqual([{ day: day(1), km: 30 }]);
    await expect.poll(() => daysOf(to), soon).toEqual([{ day: day(0), km: 30 }]);
    await harness.close();
    for (const id of [vehicleId, to]) expect(await differences(test, id)).toEqual([{ facts: expect.any(Number) }]);
  },
);
