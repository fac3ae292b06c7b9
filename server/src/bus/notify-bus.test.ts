import { Client } from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import type { BusEvents } from './bus.ts';
import { createNotifyBus, type NotifyBus } from './notify-bus.ts';

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
  const names = ['fleet-changed', 'notified', 'stored'] as const;
  const [first, second, third] = [await oneProcess(names), await oneProcess(names), await oneProcess(names)];
  const expected: unknown[] = [];
  for (let id = 1; id <= 300; id += 1) {
    first.bus.publish('fleet-changed', { organisationId: id });
    first.bus.publish('notified', { userId: id, unread: 2 });
    expected.push(['fleet-changed', { organisationId: id }], ['notified', { userId: id, unread: 2 }]);
  }
  expect(first.received).toEqual(expected);
  // Only the process that stores positions needs their states; they are large and frequent.
  first.bus.publish('stored', { states: [] });
  await expect.poll(() => [second.received, third.received], within).toEqual([expected, expected]);
  expect(first.received).toHaveLength(expected.length + 1);
  second.bus.publish('fleet-changed', { organisationId: 7 });
  await expect.poll(() => first.received.at(-1), within).toEqual(['fleet-changed', { organisationId: 7 }]);
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
