import { newMotion } from '@milepost/tracking/motion';
import { Client } from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import type { DeviceState } from '../store/devices/device-states.ts';
import type { BusEvents } from './bus.ts';
import { createNotifyBus, type NotifyBus } from './notify-bus.ts';
import type { ShownState } from './shown-state.ts';

const logger = pino({ level: 'silent' });
const within = { timeout: 10_000, interval: 20 };

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db?.close());

const open: NotifyBus[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((bus) => bus.stop()));
});

/** The bus of one process, with the events that reach it. */
async function oneProcess(names: readonly (keyof BusEvents)[]) {
  const onGap = vi.fn();
  const bus = await createNotifyBus({ url: db.url, logger, onGap });
  open.push(bus);
  const received: unknown[] = [];
  for (const name of names) bus.subscribe(name, (event) => received.push([name, event]));
  return { bus, received, onGap };
}

test('an event reaches its own process at once and every other one after it, once and in order', async () => {
  const names = ['fleet-changed', 'notified', 'no-space'] as const;
  const [first, second, third] = [await oneProcess(names), await oneProcess(names), await oneProcess(names)];
  const expected: unknown[] = [];
  for (let id = 1; id <= 300; id += 1) {
    first.bus.publish('fleet-changed', { organisationId: id });
    first.bus.publish('notified', { userId: id, unread: 2 });
    expected.push(['fleet-changed', { organisationId: id }], ['notified', { userId: id, unread: 2 }]);
  }
  expect(first.received).toEqual(expected);
  // Each process notices by itself that the disk is full.
  first.bus.publish('no-space', { at: 1 });
  await expect.poll(() => [second.received, third.received], within).toEqual([expected, expected]);
  expect(first.received).toHaveLength(expected.length + 1);
  second.bus.publish('fleet-changed', { organisationId: 7 });
  await expect.poll(() => first.received.at(-1), within).toEqual(['fleet-changed', { organisationId: 7 }]);
});

const AT = 1_796_000_000_000;
const SHOWN = {
  heardAt: AT,
  fixTime: AT,
  receivedAt: AT,
  lon: -56.2,
  speedKph: 40,
  courseDeg: 90,
  flags: 1,
  satellites: 9,
  batteryPercent: 80,
  powerMv: 12_600,
  rssi: 4,
  fixByReceipt: false,
  clockSays: null,
  motion: { ...newMotion(), motion: 'running', since: AT - 1e6, at: AT, ignition: true },
} as const;

/** The state of a device that drives, with what is not shown of it. */
const stateOf = (deviceId: number, lat: number): DeviceState => ({
  ...SHOWN,
  deviceId,
  lat,
  altitudeM: 12,
  attributes: { note: 'x'.repeat(300) },
  clockFaults: { '2026-11-30': 2 },
});

test('the newest states of devices are sent while another process asks for them, without what it does not show', async () => {
  const [first, second] = [await oneProcess([]), await oneProcess(['fleet-changed'])];
  const shown = new Map<number, ShownState>();
  second.bus.subscribe('stored', ({ states }) => states.forEach((state) => shown.set(state.deviceId, state)));
  first.bus.publish('stored', { states: [stateOf(1, -30)] });
  expect(first.bus.shareStates(60_000)).toBe(false);
  for (let lat = -34; lat <= -31; lat += 1) {
    first.bus.publish('stored', { states: Array.from({ length: 100 }, (_, id) => stateOf(id + 2, lat)) });
  }
  await expect.poll(() => [...shown.values()].filter(({ lat }) => lat === -31).length, within).toBe(100);
  expect(shown.has(1)).toBe(false);
  expect(shown.get(2)).toEqual({ ...SHOWN, deviceId: 2, lat: -31 });
  expect(first.bus.shareStates(0)).toBe(true);
  first.bus.publish('stored', { states: [stateOf(1, -30)] });
  first.bus.publish('fleet-changed', { organisationId: 5 });
  await expect.poll(() => second.received, within).toHaveLength(1);
  expect(shown.has(1)).toBe(false);
});

test('a list that is too long for a notification arrives in parts', async () => {
  const [first, second] = [await oneProcess([]), await oneProcess([])];
  const parts: BusEvents['past-changed']['marks'][] = [];
  second.bus.subscribe('past-changed', ({ marks }) => parts.push(marks));
  const marks = Array.from({ length: 2000 }, (_, id) => ({ installationId: id, lateAt: 1_796_000_000_000 + id }));
  first.bus.publish('past-changed', { marks });
  await expect.poll(() => parts.flat(), within).toEqual(marks);
  expect(parts.length).toBeGreaterThan(1);
});

test('a process whose connections broke is told to load everything anew, and hears and is heard again', async () => {
  const [first, second] = [await oneProcess(['fleet-changed']), await oneProcess(['fleet-changed'])];
  const client = new Client({ connectionString: db.url });
  await client.connect();
  await client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'milepost-bus' AND datname = current_database()`,
  );
  await client.end();
  await expect.poll(() => [first.onGap, second.onGap].map((gap) => gap.mock.calls.length), within).toEqual([1, 1]);
  first.bus.publish('fleet-changed', { organisationId: 1 });
  second.bus.publish('fleet-changed', { organisationId: 2 });
  const last = (one: typeof first, id: number) =>
    one.received.filter((event) => JSON.stringify(event).includes(`:${id}}`)).length;
  await expect.poll(() => [last(second, 1), last(first, 2)], within).toEqual([1, 1]);
});

test('what other programs notify on the channel is ignored', async () => {
  const [first, second] = [await oneProcess([]), await oneProcess(['fleet-changed'])];
  const client = new Client({ connectionString: db.url });
  await client.connect();
  for (const payload of [
    '',
    'hello',
    '{}',
    '[1]',
    'null',
    '{"from":"x","events":7}',
    '{"from":"x","events":[7,null]}',
    '{"from":"x","events":[["nothing",1]]}',
  ]) {
    await client.query('SELECT pg_notify($1, $2)', ['milepost_bus', payload]);
  }
  await client.end();
  first.bus.publish('fleet-changed', { organisationId: 3 });
  await expect.poll(() => second.received, within).toEqual([['fleet-changed', { organisationId: 3 }]]);
});

test('an event that no notification can hold makes the others load everything anew, and stops no later one', async () => {
  const [first, second] = [await oneProcess([]), await oneProcess(['fleet-changed'])];
  first.bus.publish('device-awaited', { deviceId: 1, identity: '9'.repeat(9000) });
  first.bus.publish('fleet-changed', { organisationId: 4 });
  await expect.poll(() => second.received, within).toEqual([['fleet-changed', { organisationId: 4 }]]);
  expect(second.onGap).toHaveBeenCalledTimes(1);
});
