import { createHmac, randomBytes } from 'node:crypto';
import { newMotion } from '@milepost/tracking/motion';
import { Client } from 'pg';
import { type Logger, pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import type { DeviceState } from '../store/devices/device-states.ts';
import type { BusEvents } from './bus.ts';
import { channelOf, createNotifyBus, type NotifyBus } from './notify-bus.ts';
import type { ShownState } from './shown-state.ts';

const logger = pino({ level: 'silent' });
const key = randomBytes(32);
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
async function oneProcess(names: readonly (keyof BusEvents)[], warnings?: Logger) {
  const onGap = vi.fn();
  const bus = await createNotifyBus({ url: db.url, key, logger: warnings ?? logger, onGap });
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

test('a process whose connections broke is told to load everything anew, and hears and is payloads again', async () => {
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

/** A user of the database, who can notify without any right, and overheard the channel; with the key, what a process of another version may send. */
async function otherUser() {
  const client = new Client({ connectionString: db.url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const send = (payload: string) => client.query('SELECT pg_notify($1, $2)', [channelOf(key), payload]);
  const sendTagged = (json: string) =>
    send(createHmac('sha256', key).update(`${rows[0]?.pid} `).update(json).digest('base64url') + json);
  return { client, send, sendTagged };
}

test('the name of the channel cannot be seen by others', async () => {
  await oneProcess([]);
  const { client } = await otherUser();
  const { rows } = await client.query<{ query: string }>(
    'SELECT query FROM pg_stat_activity WHERE datname = current_database()',
  );
  await client.end();
  expect(rows.length).toBeGreaterThan(1);
  expect(rows.filter(({ query }) => /^listen/i.test(query))).toEqual([]);
});

/** A log of warnings. */
function warned() {
  const lines: string[] = [];
  return { lines, log: pino({ level: 'warn' }, { write: (line) => void lines.push(line) }) };
}

test('what other programs notify on the channel is ignored, with one warning', async () => {
  const { lines, log } = warned();
  const first = await oneProcess([]);
  const second = await oneProcess(['fleet-changed', 'access-changed', 'past-changed', 'stored'], log);
  const { client, send } = await otherUser();
  for (const payload of [
    '',
    'hello',
    '{}',
    'null',
    '{"from":"x","events":[["fleet-changed",{"organisationId":1}]]}',
    `${'A'.repeat(43)}{"from":"x","events":[["fleet-changed",{"organisationId":1}]]}`,
    `${'é'.repeat(43)}{"from":"x","gap":true,"events":[]}`,
  ]) {
    await send(payload);
  }
  // What a process sent, again from another connection.
  const payloads: string[] = [];
  client.on('notification', ({ payload }) => payloads.push(payload ?? ''));
  await client.query(`LISTEN ${channelOf(key)}`);
  first.bus.publish('access-changed', { userId: 1, roleId: null });
  await expect.poll(() => payloads.length, within).toBe(1);
  await send(payloads[0] ?? '');
  first.bus.publish('fleet-changed', { organisationId: 3 });
  await expect
    .poll(() => second.received, within)
    .toEqual([
      ['access-changed', { userId: 1, roleId: null }],
      ['fleet-changed', { organisationId: 3 }],
    ]);
  expect(second.onGap).not.toHaveBeenCalled();
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('A notification without the key of this installation was ignored');
  await client.end();
});

test('an event in another form, as a process of another version may send it, is left out alone', async () => {
  const { lines, log } = warned();
  const second = await oneProcess(['fleet-changed', 'past-changed', 'stored', 'contacts-changed', 'answered'], log);
  const { client, sendTagged } = await otherUser();
  const wrong: unknown[] = [
    ['stored', { states: null }],
    ['stored', { states: [null] }],
    ['stored', { states: [{ ...SHOWN, deviceId: 1, lat: 1, motion: { engine: 7 } }] }],
    ['past-changed', { marks: null }],
    ['past-changed', { marks: [{ installationId: 1, lateAt: null }] }],
    ['past-changed', { marks: [{ installationId: 2 ** 40, lateAt: 1 }] }],
    ['contacts-changed', { contacts: [{}] }],
    ['fleet-changed', null],
    ['answered', { id: 'a', process: 'b', part: 0.5, of: 1, text: '' }],
  ];
  for (const event of wrong) {
    await sendTagged(
      JSON.stringify({ from: 'x', events: [event, ['nothing', 1], ['fleet-changed', { organisationId: 3 }]] }),
    );
  }
  for (const json of ['', '[1]', '{"from":"x","events":7}', '{"from":"x","events":[7,null]}']) await sendTagged(json);
  await sendTagged('{"from":"x","events":[["fleet-changed",{"organisationId":4,"later":1}]]}');
  await client.end();
  await expect.poll(() => second.received.at(-1), within).toEqual(['fleet-changed', { organisationId: 4 }]);
  expect(second.received).toHaveLength(wrong.length + 1);
  expect(new Set(second.received.map((one) => JSON.stringify(one))).size).toBe(2);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('An event in another form was ignored: stored');
});

test('every contact of a device passes, with frame and description', async () => {
  const [first, second] = [await oneProcess([]), await oneProcess(['contacts-changed', 'places-sealed'])];
  const at = new Date(AT).toISOString();
  const contact = {
    key: 'gt06:1',
    protocol: 'gt06',
    transport: 'tcp',
    identity: '1',
    address: '127.0.0.1:4711',
    connected: true,
    firstSeenAt: at,
    lastSeenAt: at,
    frames: 2,
    faults: 0,
    lastFrame: { kind: 'hex', data: '7878' },
    decoded: { summary: 'login 1', fault: null, messages: [{ deviceTime: at, fix: null }] },
    looksLike: [],
    unknownMessages: [{ type: '0x99', count: 1, lastAt: at, frame: null }],
    deviceId: 1,
    vehicleId: null,
    registration: null,
  } as const satisfies BusEvents['contacts-changed']['contacts'][number];
  const sealed = { devices: [{ deviceId: 1, from: AT, to: AT + 1, place: null }] };
  first.bus.publish('contacts-changed', { contacts: [contact] });
  first.bus.publish('places-sealed', sealed);
  await expect
    .poll(() => second.received, within)
    .toEqual([
      ['contacts-changed', { contacts: [contact] }],
      ['places-sealed', sealed],
    ]);
});

test('an event that no notification can hold makes the others load everything anew, and stops no later one', async () => {
  const [first, second] = [await oneProcess([]), await oneProcess(['fleet-changed'])];
  first.bus.publish('device-awaited', { deviceId: 1, identity: '9'.repeat(9000) });
  first.bus.publish('fleet-changed', { organisationId: 4 });
  await expect.poll(() => second.received, within).toEqual([['fleet-changed', { organisationId: 4 }]]);
  expect(second.onGap).toHaveBeenCalledTimes(1);
});
