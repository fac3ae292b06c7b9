import type { Message } from '@milepost/protocols/types';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBasics } from '../auth/bootstrap.ts';
import { onlyRow } from '../store/rows.ts';
import { addRule, addTrackedVehicle } from '../testing/alarm-fixture.ts';
import { MAIN_ROAD } from '../testing/main-road.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { type TestGateway, testGateway } from '../testing/test-gateway.ts';
import { noteRoadLimits } from './note-road-limits.ts';

let test: TestDatabase;
let gateway: TestGateway;
beforeAll(async () => {
  test = await testDatabase();
  await ensureBasics(test.database);
});
afterAll(async () => {
  await gateway?.close();
  await test?.close();
});

const T0 = Math.floor(Date.now() / 60_000) * 60_000 - 1_800_000;

/** East on the road at 80 km/h, with a fix every 10 s, 222 m apart. */
function fix(n: number): Message {
  const time = new Date(T0 + n * 10_000);
  const place = { lat: -34.9, lon: -56.2 + n * 0.00243, altitudeM: null, courseDeg: 90 };
  return { kind: 'report', deviceTime: time, fix: { ...place, time, valid: true, speedKph: 80 }, attributes: {} };
}

const submit = (deviceId: number, messages: Message[]) =>
  new Promise<void>((onStored) => gateway.ingest.submit({ deviceId, messages, receivedAt: Date.now(), onStored }));

const alarms = async (vehicleId: number) =>
  (
    await test.database.query<{ second: number; about: string; value: number }>(
      `SELECT extract(epoch FROM started_at)::int - $2 AS second, about, value::float8 FROM alarms WHERE vehicle_id = $1`,
      [vehicleId, T0 / 1000],
    )
  ).rows;

it('is stored with the positions of vehicles that a rule requires it for, and raises its alarm, also from late data', async () => {
  const watched = await addTrackedVehicle(test.database, 1, 'WATCHED');
  const other = await addTrackedVehicle(test.database, 1, 'OTHER');
  const ruleId = await addRule(test.database, 1, {
    name: 'Road',
    severity: 'minor',
    condition: { kind: 'roadSpeed', overKph: 10 },
  });
  await test.database.query(
    `UPDATE alarm_rules SET all_vehicles = false, vehicle_ids = ARRAY[$2::int], holds_since = '2020-01-01' WHERE id = $1`,
    [ruleId, watched.vehicleId],
  );
  gateway = await testGateway(test, { roadLimits: MAIN_ROAD });
  const drive = Array.from({ length: 12 }, (_, n) => fix(n));
  await submit(watched.deviceId, drive.slice(0, 4));
  await submit(other.deviceId, drive);
  await submit(watched.deviceId, drive.slice(6));
  expect(await alarms(watched.vehicleId)).toEqual([{ second: 0, about: '60', value: 80 }]);
  expect(await alarms(other.vehicleId)).toEqual([]);

  // Late reports get limits as well, and the facts are recomputed from the stored ones.
  await submit(watched.deviceId, drive.slice(4, 6));
  await expect
    .poll(async () => (await test.database.query('SELECT FROM late_marks')).rowCount, {
      timeout: 30_000,
      interval: 200,
    })
    .toBe(0);
  expect(await alarms(watched.vehicleId)).toEqual([{ second: 0, about: '60', value: 80 }]);
  const limits = async (deviceId: number) =>
    onlyRow(
      await test.database.query<{ known: number; all: number }>(
        `SELECT count(*) FILTER (WHERE road_limit_kph = 60)::int AS known, count(*)::int AS all
         FROM positions WHERE device_id = $1`,
        [deviceId],
      ),
    );
  expect(await limits(watched.deviceId)).toEqual({ known: 12, all: 12 });
  expect(await limits(other.deviceId)).toEqual({ known: 0, all: 12 });
});

it('leaves reads of the map file to others when one vehicle seems to be everywhere', async () => {
  await gateway.close();
  const everywhere = await addTrackedVehicle(test.database, 1, 'EVERYWHERE');
  const here = await addTrackedVehicle(test.database, 1, 'HERE');
  await addRule(test.database, 1, {
    name: 'All',
    severity: 'minor',
    condition: { kind: 'roadSpeed', overKph: 10 },
  });
  gateway = await testGateway(test, { roadLimits: { now: () => undefined, at: () => Promise.resolve(60) } });
  const drives = Array.from({ length: 30 }, (_, n) => fix(n));
  await Promise.all([submit(everywhere.deviceId, drives), submit(here.deviceId, drives.slice(0, 1))]);
  const { rows } = await test.database.query<{ limit: number | null }>(
    'SELECT road_limit_kph AS limit FROM positions WHERE device_id = $1',
    [here.deviceId],
  );
  expect(rows).toEqual([{ limit: 60 }]);
});

const onRoad = (count: number) =>
  Array.from({ length: count }, (_, n) => {
    const { fix: reported } = fix(n + 1);
    if (!reported) throw new Error('no fix');
    return { ...reported, fixTime: reported.time, attributes: {}, roadLimitKph: undefined };
  });

it('waits for a limited number of tiles of the map file: positions elsewhere have no limit', async () => {
  const positions = onRoad(5);
  let reads = 0;
  const slow = {
    now: () => undefined,
    at: () => {
      reads += 1;
      return Promise.resolve(50);
    },
  };
  await noteRoadLimits(positions, slow, { reads: 3, waitMs: 60_000 });
  expect(reads).toBe(3);
  expect(positions.map(({ roadLimitKph }) => roadLimitKph)).toEqual([50, 50, 50, undefined, undefined]);
});

it('does not wait for a disk that hangs, nor for more than one location on it', async () => {
  const positions = onRoad(3);
  let reads = 0;
  const hangs = {
    now: () => undefined,
    at: () => {
      reads += 1;
      return new Promise<never>(() => {});
    },
  };
  await noteRoadLimits(positions, hangs);
  expect(reads).toBe(1);
  expect(positions.map(({ roadLimitKph }) => roadLimitKph)).toEqual([undefined, undefined, undefined]);
});
