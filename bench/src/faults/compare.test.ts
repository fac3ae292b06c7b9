import { testDatabase, type TestDatabase } from '@milepost/server/testing/test-database';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BenchDevice } from '../devices/device.ts';
import { imeiOf } from '../devices/fleet.ts';
import { gt06Dialect } from '../devices/gt06.ts';
import { reportOf } from '../devices/place.ts';
import { provision } from '../system/provision.ts';
import { compare } from './compare.ts';

const plan = { startsAt: Math.floor(Date.now() / 1000) * 1000 - 3_600_000 };
let store: TestDatabase;
beforeAll(async () => {
  store = await testDatabase();
  await provision(store.url, 1, pino({ level: 'silent' }));
});
afterAll(() => store.close());

/** A device whose first `count` reports were acknowledged. */
function acknowledgedDevice(count: number): BenchDevice {
  const device = new BenchDevice({
    imei: imeiOf(0),
    host: '127.0.0.1',
    port: 1,
    dialect: gt06Dialect(plan),
    onFault: () => {},
  });
  device.acknowledged = count;
  return device;
}

async function storePosition(number: number, hash: number, lat = reportOf(plan, imeiOf(0), number).lat): Promise<void> {
  const { time, lon } = reportOf(plan, imeiOf(0), number);
  await store.database.query(
    `INSERT INTO positions (device_id, fix_time, report_hash, received_at, lat, lon, speed_dkph, course_deg, flags)
     SELECT id, $1, $2, now(), $3, $4, 0, 0, 1 FROM devices`,
    [time, hash, Math.round(lat * 1e7), Math.round(lon * 1e7)],
  );
}

const look = (count: number, from = 0) => compare(store.url, [acknowledgedDevice(count)], plan, from);

it('finds reports that are lost, stored twice or were never sent', async () => {
  for (let number = 0; number < 10; number++) await storePosition(number, 1);
  expect(await look(10)).toEqual({ stored: 10, lost: 0, doubled: 0, strange: 0 });
  // A stored but unacknowledged report is not an error: the device resends it.
  expect(await look(7)).toEqual({ stored: 10, lost: 0, doubled: 0, strange: 0 });
  expect(await look(12)).toEqual({ stored: 10, lost: 2, doubled: 0, strange: 0 });
  await storePosition(3, 2);
  expect(await look(10)).toEqual({ stored: 11, lost: 0, doubled: 1, strange: 0 });
  expect(await look(10, 4)).toEqual({ stored: 6, lost: 0, doubled: 0, strange: 0 });
  await storePosition(11, 1, 12.5);
  expect(await look(10, 4)).toEqual({ stored: 7, lost: 0, doubled: 0, strange: 1 });
});
