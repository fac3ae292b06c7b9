import type { Message } from '@milepost/protocols/types';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { addDevice, type TestGateway, testGateway } from '../testing/test-gateway.ts';

let test: TestDatabase;
let gateway: TestGateway;
beforeAll(async () => {
  test = await testDatabase();
  gateway = await testGateway(test);
});
afterAll(async () => {
  await gateway?.close();
  await test?.close();
});

const DAY_MS = 86_400_000;
const NOON = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS / 2;

function report(day: number): Message {
  const time = new Date(NOON - day * DAY_MS);
  const fix = { time, valid: true, lat: -34.9, lon: -56.2, altitudeM: 20, speedKph: 30, courseDeg: 10 };
  return { kind: 'report', deviceTime: time, fix, attributes: {} };
}

const submit = (deviceId: number, messages: Message[]) =>
  new Promise<void>((onStored) => gateway.ingest.submit({ deviceId, messages, receivedAt: Date.now(), onStored }));

/** The number of daily partitions without the default one, and of rows in the default one. */
async function partitions(): Promise<{ days: number; rest: number }> {
  const { rows } = await test.database.query<{ days: number; rest: number }>(
    `SELECT (SELECT count(*)::int - 1 FROM pg_inherits WHERE inhparent = 'positions'::regclass) AS days,
            (SELECT count(*)::int FROM positions_default) AS rest`,
  );
  return rows[0] ?? { days: 0, rest: 0 };
}

it('stores reports of 398 days, and others, before their days have partitions', async () => {
  const [traveller, other] = [await addDevice(test.database, 'traveller'), await addDevice(test.database, 'other')];
  const before = await partitions();
  const acknowledged: string[] = [];
  const days = Array.from({ length: 398 }, (_, index) => report(index + 1));
  await Promise.all([
    submit(traveller.deviceId, days).then(() => acknowledged.push('traveller')),
    submit(other.deviceId, [report(0)]).then(() => acknowledged.push('other')),
  ]);
  expect(acknowledged).toContain('traveller');
  // Each partition takes at least a tenth of a second, so only a few can have been created.
  expect((await partitions()).days - before.days).toBeLessThan(100);
  const { rows } = await test.database.query('SELECT count(*)::int AS n FROM positions WHERE device_id = $1', [
    traveller.deviceId,
  ]);
  expect(rows).toEqual([{ n: 398 }]);
});

it('creates the partition of a reported day, moves its rows there, and leaves none of them twice', async () => {
  const { deviceId } = await addDevice(test.database, 'late');
  const day = report(2);
  await submit(deviceId, [day]);
  const name = `positions_${day.fix?.time.toISOString().slice(0, 10).replaceAll('-', '')}`;
  const inside = async () => {
    const { rows } = await test.database.query<{ found: string | null }>('SELECT to_regclass($1)::text AS found', [
      name,
    ]);
    if (!rows[0]?.found) return -1;
    const held = await test.database.query(`SELECT 1 FROM ${name} WHERE device_id = $1`, [deviceId]);
    return held.rows.length;
  };
  await expect.poll(inside, { timeout: 15_000 }).toBe(1);
  await submit(deviceId, [day]);
  const all = await test.database.query('SELECT 1 FROM positions WHERE device_id = $1', [deviceId]);
  expect(all.rows).toHaveLength(1);
});
