import type { Message } from '@milepost/protocols/types';
import { createWorkShare } from './work-share.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readDeviceFaults } from '../store/devices/device-faults.ts';
import { onlyRow } from '../store/rows.ts';
import { addDevice } from '../testing/test-gateway.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { differences, settled, trackingHarness } from '../testing/tracking-harness.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(async () => {
  await test?.close();
});

const MIDDLE = { lat: 50, lon: 11 };
const DEGREE_M = 111_195;

/** A vehicle of an organisation with many circles drawn around one point, each slightly larger than the one before. */
async function surrounded(identity: string, circles: number) {
  const ids = await addDevice(test.database, identity);
  const { rows } = await test.database.query<{ organisationId: number }>(
    `WITH o AS (SELECT organisation_id AS id FROM vehicles WHERE id = $1)
     INSERT INTO geofences (organisation_id, name, shape, south, north, west, east, area_m2, between_fixes)
     SELECT o.id, 'o' || n, jsonb_build_object('kind', 'circle', 'centre', $2::jsonb, 'radiusM', 855 + 50.0 * n / $3::int),
            0, 0, 0, 0, 0, true FROM o, generate_series(1, $3::int) AS n RETURNING organisation_id AS "organisationId"`,
    [ids.vehicleId, JSON.stringify(MIDDLE), circles],
  );
  return { ...ids, organisationId: onlyRow({ rows: rows.slice(0, 1) }).organisationId };
}

/** Drives along an octagon around the circles: each leg enters and leaves all of them. */
function octagon(legs: number, from: number): Message[] {
  const [latM, lonM] = [DEGREE_M, DEGREE_M * Math.cos((MIDDLE.lat * Math.PI) / 180)];
  return Array.from({ length: legs }, (_, leg) => {
    const bearing = ((leg * 45) % 360) * (Math.PI / 180);
    const time = new Date(from + leg * 26_250);
    const fix = {
      time,
      lat: MIDDLE.lat + (914.6 * Math.cos(bearing)) / latM,
      lon: MIDDLE.lon + (914.6 * Math.sin(bearing)) / lonM,
      altitudeM: null,
      speedKph: 96,
      courseDeg: (leg * 45 + 90) % 360,
      valid: true,
    };
    return { kind: 'report', deviceTime: time, fix, attributes: { ignition: true } };
  });
}

const count = async (sql: string, ...values: unknown[]) =>
  onlyRow(await test.database.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${sql}`, values)).count;

it(
  'hundreds of areas on each leg delay no other vehicle: no statement writes many facts, and the vehicle is reported',
  { timeout: 60_000 },
  async () => {
    const crowd = await surrounded('crowded', 400);
    const other = await addDevice(test.database, 'other-tenant');
    // Nothing refills the share while a slow machine takes its time.
    const harness = await trackingHarness(test, { shares: createWorkShare(() => 0) });
    let others = 0;
    const messages = octagon(400, Date.now() - 86_400_000);
    await harness.store([{ deviceId: crowd.deviceId, messages, receivedAt: Date.now() }]);
    const late = async () => count('late_marks');
    expect(await late()).toBe(1);
    // The recomputation has much to do; the reports of the other vehicle are stored between its pieces.
    while ((await late()) > 0) {
      const now = octagon(1, Date.now() - 1000);
      await harness.store([{ deviceId: other.deviceId, messages: now, receivedAt: Date.now() }]);
      others += 1;
    }
    expect(others).toBeGreaterThan(2);
    await settled(harness);
    await harness.close();
    // The share of an organisation is 2,000 facts at 0.1 ms each, and four per report are free. It is looked at after each
    // leg of up to 800 facts, so a leg or two are beyond it. All legs together have some 160,000.
    expect(harness.largest()).toBeLessThan(5000);
    expect(await count('visits WHERE vehicle_id = $1', crowd.vehicleId)).toBeGreaterThan(2000);
    const [found] = await differences(test, crowd.vehicleId);
    expect(found).toEqual({ facts: found?.facts });
    const faults = (await readDeviceFaults(test.database, [crowd.vehicleId])).get(crowd.vehicleId);
    expect(faults).toMatchObject([{ kind: 'crowdedAreas' }]);
  },
);
