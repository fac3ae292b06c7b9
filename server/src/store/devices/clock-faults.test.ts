import { afterAll, beforeAll, expect, it } from 'vitest';
import { addTracked, insertDay } from '../../testing/insert-facts.ts';
import { addOrganisation } from '../../testing/organisations.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { readDeviceFaults } from './device-faults.ts';

const DAY_MS = 86_400_000;
const dayOf = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);

let test: TestDatabase;
let tracked: Awaited<ReturnType<typeof addTracked>>;
beforeAll(async () => {
  test = await testDatabase();
  const organisationId = await addOrganisation(test.database, 'North');
  tracked = await addTracked(test.database, { registration: 'SBA 1001', organisationId });
});
afterAll(() => test?.close());

const faults = async () => (await readDeviceFaults(test.database, [tracked.vehicleId])).get(tracked.vehicleId);

/** A position with a fix time at noon of a day, received on another. */
const addPosition = (dated: string, receivedAgo: number, hash: number) =>
  test.database.query(
    `INSERT INTO positions (device_id, fix_time, report_hash, received_at, lat, lon, speed_dkph, course_deg, flags)
     VALUES ($1, $2, $3, $4, 0, 0, 0, 0, 1)`,
    [tracked.deviceId, `${dated}T12:00:00Z`, hash, new Date(Date.now() - receivedAgo * DAY_MS)],
  );

it('a fix dated a hundred days back is a fault on the day of receipt, and ends days later', async () => {
  const { database } = test;
  const dated = dayOf(100);
  await insertDay(database, tracked, { day: dated, distanceM: 0 });
  const health = JSON.stringify({ clockFaults: 2 });
  await database.query('UPDATE day_totals SET health = $1', [health]);
  await addPosition(dated, 10, 1);
  expect(await faults()).toBeUndefined();
  await addPosition(dated, 0, 2);
  expect(await faults()).toEqual([{ kind: 'clock', reports: 1 }]);
});

it('reports of the last days that tracking refuses are added', async () => {
  const clockFaults = { [dayOf(0)]: 4, [dayOf(2)]: 1, [dayOf(9)]: 50 };
  await test.database.query('INSERT INTO device_states (device_id, heard_at, tracking) VALUES ($1, now(), $2)', [
    tracked.deviceId,
    JSON.stringify({ clockFaults }),
  ]);
  expect(await faults()).toEqual([{ kind: 'clock', reports: 6 }]);
});
