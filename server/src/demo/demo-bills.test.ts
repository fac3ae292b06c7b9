import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureBasics } from '../auth/bootstrap.ts';
import { testDatabase, type TestDatabase } from '../testing/test-database.ts';
import { createDemoBilling } from './demo-bills.ts';
import { seedDemo } from './seed.ts';

let fixture: TestDatabase;
beforeAll(async () => {
  fixture = await testDatabase();
  await ensureBasics(fixture.database, { adminPassword: 'pass-word' });
});
afterAll(() => fixture.close());

const vehicle = {
  identity: '356000000000001',
  protocol: 'gt06',
  registration: 'SBA 1',
  group: 'Courier',
  type: 'van',
  driver: 'Ana',
};

const drive = (daysAgo: number) =>
  fixture.database.query(
    `INSERT INTO day_totals (installation_id, key, confirmed_at, vehicle_id, day, started_at, ended_at, distance_m, trip_s,
       trip_idle_s, stop_s, idle_s, engine_s, trips, stops, idles, overspeeds, alarms, max_kph, bridged_m, positions, invalid,
       legs)
     SELECT i.id, $1::text, now(), i.vehicle_id, (now() AT TIME ZONE 'America/Montevideo')::date - $1::int, now(), now(),
       250000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '[]' FROM installations i`,
    [daysAgo],
  );
const bills = async () => {
  const { rows } = await fixture.database.query<{ km: number }>(
    `SELECT (e.odometer_m - (SELECT max(odometer_m) FROM expenses b WHERE b.vehicle_id = e.vehicle_id AND b.day < e.day)) / 1000 AS km
     FROM expenses e WHERE e.kind = 'fuel' AND e.state = 'submitted' ORDER BY e.day`,
  );
  return rows.map(({ km }) => km);
};
const leftKm = async () => {
  const { rows } = await fixture.database.query<{ km: number }>(
    `SELECT (p.every_m - d.used_m) / 1000 AS km FROM service_dues d JOIN service_plans p ON p.id = d.plan_id
     WHERE p.every_m = 10000000`,
  );
  return rows[0]?.km;
};

test('forecasts services while the past arrives, and bills all its fuel once it has', async () => {
  await seedDemo(fixture.database, { vehicles: [vehicle], depots: [] });
  const look = createDemoBilling(fixture.database);
  await look();
  expect(await leftKm()).toBe(10_000);
  for (const [day, left] of [
    [3, 9750],
    [2, 9500],
  ] as const) {
    await drive(day);
    await look();
    expect(await leftKm()).toBe(left);
    expect(await bills()).toEqual([]);
  }
  await look();
  await look();
  // Two fills are billed instead of one for 500 km.
  expect(await bills()).toEqual([250, 250]);
});
