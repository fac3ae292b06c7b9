import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BusEvents } from '../bus/bus.ts';
import { awaitDevice } from '../store/devices/awaited-devices.ts';
import { ensureBasics } from '../auth/bootstrap.ts';
import { listNotifications } from '../store/notifications/notifications.ts';
import { addDevice, testGateway, type TestGateway } from '../testing/test-gateway.ts';
import { testDatabase, type TestDatabase } from '../testing/test-database.ts';
import { watchFirstPositions } from './first-position.ts';

let db: TestDatabase;
let gateway: TestGateway;
beforeAll(async () => {
  db = await testDatabase();
  await ensureBasics(db.database);
  gateway = await testGateway(db);
});
afterAll(async () => {
  await gateway.close();
  await db.close();
});

const ADMIN = 1;
const services = () => ({ database: db.database, bus: gateway.bus, logger: pino({ level: 'silent' }) });

/** A report with a position, or a heartbeat without one; resolves when it is stored. */
function report(deviceId: number, withFix: boolean): Promise<void> {
  const time = new Date();
  const fix = { time, valid: true, lat: -34.9, lon: -56.2, altitudeM: null, speedKph: 0, courseDeg: 0 };
  const message = { kind: 'report', deviceTime: time, fix: withFix ? fix : null, attributes: {} } as const;
  return new Promise((onStored) =>
    gateway.ingest.submit({ deviceId, messages: [message], receivedAt: Date.now(), onStored }),
  );
}
const titles = async () => (await listNotifications(db.database, ADMIN, false, null)).rows.map((one) => one.title);

test('the person who adopted a device is notified of its first position, once', async () => {
  const notified: BusEvents['notified'][] = [];
  gateway.bus.subscribe('notified', (event) => notified.push(event));
  const awaited = await addDevice(db.database, 'first-1');
  const other = await addDevice(db.database, 'first-2');
  const stop = await watchFirstPositions(services());
  await awaitDevice(db.database, awaited.deviceId, ADMIN);
  gateway.bus.publish('device-awaited', { deviceId: awaited.deviceId });
  await report(other.deviceId, true);
  await report(awaited.deviceId, false);
  expect(await titles()).toEqual([]);
  await report(awaited.deviceId, true);
  await expect.poll(titles).toEqual(['T first-1 is reporting']);
  await report(awaited.deviceId, true);
  await report(other.deviceId, true);
  expect(await titles()).toEqual(['T first-1 is reporting']);
  expect(notified).toEqual([{ userId: ADMIN, unread: 1 }]);
  stop();
});

test('also when the server restarted in between', async () => {
  const { deviceId } = await addDevice(db.database, 'first-3');
  await awaitDevice(db.database, deviceId, ADMIN);
  const stop = await watchFirstPositions(services());
  await report(deviceId, true);
  await expect.poll(titles).toContain('T first-3 is reporting');
  stop();
});
