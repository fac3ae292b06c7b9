import type { Message } from '@milepost/protocols/types';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { DeviceMoved } from '../store/moves/device-moves.ts';
import { moveNow } from '../testing/move-now.ts';
import { moveDevices } from '../store/moves/move-devices.ts';
import { moveVehicles } from '../store/moves/move-vehicles.ts';
import { onlyRow } from '../store/rows.ts';
import type { Scope } from '../store/scope.ts';
import { addOrganisation } from '../testing/organisations.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { addDevice, type TestGateway, testGateway } from '../testing/test-gateway.ts';
import { createDeviceRecords } from './device-records.ts';

let db: TestDatabase;
let gateway: TestGateway;
let close: (() => Promise<void>) | null = null;
const start = async () => {
  gateway = await testGateway(db);
  ({ close } = gateway);
};
beforeAll(async () => {
  db = await testDatabase();
  await db.database.query(`INSERT INTO organisations (name) VALUES ('Top')`);
});
afterEach(async () => {
  await close?.();
  close = null;
});
afterAll(() => db?.close());

const NOBODY = { userId: null, username: null, address: null };

const fix = (at: number): Message => ({
  kind: 'report',
  deviceTime: null,
  fix: { time: new Date(at), valid: true, lat: -34.9, lon: -56.16, altitudeM: null, speedKph: 50, courseDeg: 0 },
  attributes: { ignition: true },
});
/** A heartbeat with a value, without a position. */
const status = (at: number): Message => ({
  kind: 'report',
  deviceTime: new Date(at),
  fix: null,
  attributes: { batteryPercent: 80 },
});

const submitReports = (deviceId: number, ...messages: Message[]) =>
  new Promise<void>((resolve) =>
    gateway.ingest.submit({ deviceId, messages, receivedAt: Date.now(), onStored: resolve }),
  );

const timesOf = async (deviceId: number) =>
  (
    await db.database.query<{ at: Date }>(
      `SELECT fix_time AS at FROM positions WHERE device_id = $1
       UNION ALL SELECT reported_at FROM status_reports WHERE device_id = $1 ORDER BY at`,
      [deviceId],
    )
  ).rows.map(({ at }) => at.getTime());

async function vehicle(identity: string) {
  const { deviceId, vehicleId } = await addDevice(db.database, identity);
  const { organisationId } = onlyRow(
    await db.database.query<{ organisationId: number }>(
      'SELECT organisation_id AS "organisationId" FROM vehicles WHERE id = $1',
      [vehicleId],
    ),
  );
  const target = await addOrganisation(db.database, `Target ${identity}`, organisationId);
  const scope: Scope = { organisationId, organisationIds: [organisationId, target], root: false, limit: null };
  return { deviceId, vehicleId, target, scope };
}

const moved = (devices: readonly DeviceMoved[]): DeviceMoved => onlyRow({ rows: [...devices] });

test('each report is assigned to the record of its time, whenever and by whatever identity it arrives, and none twice', async () => {
  await start();
  const { deviceId, vehicleId, target, scope } = await vehicle('moves-1');
  const begin = Date.now() - 60_000;
  await submitReports(deviceId, fix(begin), fix(begin + 1000));
  const { devices } = await moveNow(
    moveVehicles(db.database, scope, NOBODY, {
      vehicleIds: [vehicleId],
      organisationId: target,
      withDevice: true,
      history: 'stays',
    }),
  );
  const { to, at } = moved(devices);
  // The report is sent after the commit but before the event arrived: still under the former record.
  const stray = at + 10;
  await submitReports(deviceId, fix(stray), status(stray + 1));
  expect(await timesOf(deviceId)).toContain(stray);
  gateway.bus.publish('devices-moved', { devices });
  // Sent over a connection that has not looked up its device since; the first report is a repetition.
  const flying = at + 20;
  await submitReports(deviceId, fix(stray), fix(flying));
  // From the device's memory, under the new record.
  const late = [at - 20_000, at - 10_000] as const;
  await submitReports(to, fix(late[0]), fix(at + 30), fix(late[1]));
  await expect.poll(() => timesOf(to)).toEqual([stray, stray + 1, flying, at + 30]);
  expect(await timesOf(deviceId)).toEqual([begin, begin + 1000, ...late].toSorted((a, b) => a - b));
});

test('reports stored under the former record when the server died are assigned at the next start', async () => {
  await start();
  const { deviceId, target, scope } = await vehicle('moves-2');
  const { devices } = await moveNow(
    moveDevices(db.database, scope, NOBODY, { deviceIds: [deviceId], organisationId: target }),
  );
  const { to, at } = moved(devices);
  await submitReports(deviceId, fix(at + 5));
  await gateway.close();
  await start();
  expect(await timesOf(to)).toEqual([at + 5]);
  expect(await timesOf(deviceId)).toEqual([]);
  // Two records back.
  const movedBack = await moveNow(
    moveDevices(db.database, scope, NOBODY, {
      deviceIds: [to],
      organisationId: scope.organisationId,
    }),
  );
  const last = moved(movedBack.devices);
  gateway.bus.publish('devices-moved', { devices: movedBack.devices });
  await submitReports(last.to, fix(at - 1000), fix(last.at + 5));
  expect(await timesOf(deviceId)).toEqual([at - 1000]);
  expect(await timesOf(last.to)).toEqual([last.at + 5]);
});

test('a month after a move the device adds nothing to the past of the organisation that it left', async () => {
  await start();
  const { deviceId, target, scope } = await vehicle('moves-3');
  const { devices } = await moveNow(
    moveDevices(db.database, scope, NOBODY, { deviceIds: [deviceId], organisationId: target }),
  );
  const { to } = moved(devices);
  const day = 86_400_000;
  const movedAgo = async (days: number) => {
    await gateway.close();
    await db.database.query('UPDATE devices SET begins_at = $2 WHERE id = $1', [to, new Date(Date.now() - days * day)]);
    await start();
  };
  await movedAgo(29);
  const early = Date.now() - 29.5 * day;
  await submitReports(to, fix(early));
  expect(await timesOf(deviceId)).toEqual([early]);

  await movedAgo(31);
  const late = Date.now() - 31.5 * day;
  const sos: Message = { ...fix(late), attributes: { alarm: ['sos'], event: 5 } };
  await submitReports(to, fix(late), status(late + 1), sos);
  // Stored in neither record as a position. The contact counts as current, and an SOS is stored whatever its time.
  expect(await timesOf(deviceId)).toEqual([early]);
  const { rows } = await db.database.query(
    `SELECT r.attributes, abs(extract(epoch FROM r.reported_at - now())) < 60 AS now, r.device_clock AS clock
     FROM status_reports r WHERE r.device_id = $1`,
    [to],
  );
  expect(rows).toEqual([{ attributes: { alarm: ['sos'], event: 5 }, now: true, clock: new Date(late) }]);
  const { rows: states } = await db.database.query(
    `SELECT heard_at > now() - interval '1 minute' AS heard, fix_time AS fix, battery_percent AS battery FROM device_states
     WHERE device_id = $1`,
    [to],
  );
  expect(states).toEqual([{ heard: true, fix: null, battery: null }]);
  expect(await gateway.registry.getSingleMetricAsString('milepost_reports_before_move_total')).toMatch(/_total 3$/);
});

test('a device that never moved has one record at all times', () => {
  const records = createDeviceRecords([{ from: 1, to: 2, at: 1000 }]);
  expect([records.at(5, 0, 0), records.at(2, 999, 999), records.at(2, 1000, 1000), records.at(1, 2000, 2000)]).toEqual([
    5, 1, 2, 1,
  ]);
  records.add([{ from: 2, to: 3, at: 3000 }]);
  // All belong to the same process.
  expect([1, 2, 3, 5].map((id) => records.root(id))).toEqual([1, 1, 1, 5]);
  expect([records.at(2, 3000, 3000), records.at(2, 2000, 2000), records.at(3, 500, 500)]).toEqual([3, 2, 1]);
});

test('each former record accepts reports of its time for a month after it ended, by the time of receipt', () => {
  const records = createDeviceRecords([
    { from: 1, to: 2, at: 1000 },
    { from: 2, to: 3, at: 5000 },
  ]);
  const month = 30 * 86_400_000;
  expect([records.at(3, 500, 1000 + month), records.at(3, 500, 1001 + month)]).toEqual([1, 3]);
  expect([records.at(3, 4000, 5000 + month), records.at(3, 4000, 5001 + month)]).toEqual([2, 3]);
  expect([records.isBefore(3, 4999), records.isBefore(3, 5000), records.isBefore(1, 0)]).toEqual([true, false, false]);
});

test('each report of a device that moved repeatedly finds the record of its time, in a few steps', () => {
  const MOVES = 5000;
  const looked: number[] = [];
  // Two chains with the same beginning; one of them branches off at the hundredth record.
  const moves = Array.from({ length: MOVES }, (_, i) => ({ from: i + 1, to: i + 2, at: 1000 * (i + 1) }));
  moves.push({ from: 100, to: MOVES + 10, at: 99_500 });
  const counted = moves.map(({ from, to, at }) => ({
    from,
    to,
    get at() {
      looked.push(to);
      return at;
    },
  }));
  const records = createDeviceRecords(counted);
  for (const time of [0, 999, 1000, 98_999, 99_000, 99_499, 99_500, 2_500_500, 4_999_999, 5_000_000, 9_000_000]) {
    looked.length = 0;
    expect(records.at(MOVES + 1, time, time)).toBe(Math.min(MOVES, Math.floor(time / 1000)) + 1);
    expect(looked.length).toBeLessThan(100);
    expect(records.at(MOVES + 10, time, time)).toBe(
      time >= 99_500 ? MOVES + 10 : Math.min(99, Math.floor(time / 1000)) + 1,
    );
  }
});
