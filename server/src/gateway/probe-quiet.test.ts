import { Agent } from 'node:http';
import * as gt06 from '@milepost/protocols/gt06/device';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { deviceClient } from '../testing/device-client.ts';
import { reportByPhone } from '../testing/phone.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { addDevice, type TestGateway, testGateway } from '../testing/test-gateway.ts';
import { newDeviceSecret, secretHash } from './device-secret.ts';

/** The replies to devices of a network in which somebody probes, and how the devices catch up afterwards. */
let test: TestDatabase;
let gateway: TestGateway;
let now = Date.now();
const closers: (() => unknown)[] = [];
let names = 0;
const fresh = () => `phone-${++names}`;

beforeAll(async () => {
  test = await testDatabase();
});
beforeEach(async () => {
  now = Date.now();
  gateway = await testGateway(test, { now: () => now });
});
afterEach(async () => {
  for (const close of closers.splice(0)) close();
  await gateway.close();
});
afterAll(() => test?.close());

interface ReportOptions {
  second?: number;
  query?: string;
  agent?: Agent;
}
const report = async (id: string, options: ReportOptions = {}): Promise<number> =>
  (await reportByPhone({ port: gateway.ports.get('osmand/http') ?? 0, id, ...options })).status;

const persistentAgent = () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  closers.push(() => agent.destroy());
  return agent;
};

/** Gives the network of these tests known devices and a prober. */
async function probeAtHome(): Promise<void> {
  const name = fresh();
  await addDevice(test.database, name);
  expect(await report(name)).toBe(200);
  for (let index = 0; index < 12; index++) await report(`guess-${fresh()}`);
  expect(await report(name)).toBe(503);
}

const isStored = async (id: string, second: number) => {
  const { rowCount } = await test.database.query(
    `SELECT FROM positions p JOIN devices d ON d.id = p.device_id WHERE d.identity = $1 AND p.fix_time = to_timestamp($2)`,
    [id, second],
  );
  return rowCount === 1;
};
const secondsOf = async (id: string) => {
  const { rows } = await test.database.query<{ second: number }>(
    `SELECT extract(epoch FROM p.fix_time)::int AS second FROM positions p JOIN devices d ON d.id = p.device_id
     WHERE d.identity = $1 ORDER BY 1`,
    [id],
  );
  return rows.map(({ second }) => second);
};

/** A phone with a backlog, which sends the oldest position until it is confirmed, then the next. */
function phoneOf(id: string, seconds: readonly number[]) {
  const left = [...seconds];
  const replies: number[] = [];
  return {
    replies,
    left,
    /** Sends the whole backlog, or stops at the first reply that is not 200. */
    send: async () => {
      for (let head = left[0]; head !== undefined; head = left[0]) {
        const status = await report(id, { second: head });
        replies.push(status);
        if (status !== 200) return;
        // No confirmation precedes the commit.
        expect(await isStored(id, head)).toBe(true);
        left.shift();
      }
    },
  };
}

it('confirms nothing to anybody, and when the network is quiet all catch up without loss or duplicates', async () => {
  const first = Math.floor(Date.now() / 1000) - 600;
  const seconds = Array.from({ length: 10 }, (_, index) => first + index * 10);
  const known = [fresh(), fresh(), fresh()];
  const unknown = [fresh(), fresh()];
  for (const name of known) await addDevice(test.database, name);
  await probeAtHome();
  const phones = known.map((name) => phoneOf(name, seconds));
  const unknownPhones = unknown.map((name) => phoneOf(name, seconds));
  for (let round = 0; round < 5; round++) {
    await Promise.all([...phones, ...unknownPhones].map((phone) => phone.send()));
    await report(`guess-${fresh()}`);
  }
  for (const { replies } of [...phones, ...unknownPhones]) expect(replies).toEqual(Array(5).fill(503));
  // Reports of known devices are stored, once.
  for (const name of known) expect(await secondsOf(name)).toEqual(seconds.slice(0, 1));

  for (let round = 0; round < 5; round++) {
    now += 7000;
    for (const phone of [...phones, ...unknownPhones]) await phone.send();
  }
  for (const name of known) expect(await secondsOf(name)).toEqual(seconds);
  for (const { left } of phones) expect(left).toEqual([]);
  for (const { left, replies } of unknownPhones) {
    expect(left).toEqual(seconds);
    expect(new Set(replies)).toEqual(new Set([503, 404]));
  }
});

const set = (what: string, name: string, ...values: unknown[]) =>
  test.database.query(`UPDATE devices SET ${what} WHERE identity = $1`, [name, ...values]);
const misses = () => gateway.admission.probers()[0]?.misses;

it('gives true answers to devices that prove more than an identity, while all others wait', async () => {
  const [withSecret, elsewhere, here, random] = [fresh(), fresh(), fresh(), newDeviceSecret()];
  const secret = newDeviceSecret();
  for (const name of [withSecret, elsewhere, here, random]) await addDevice(test.database, name);
  await set('secret_hash = $2', withSecret, secretHash(secret));
  await set(`networks = '{127.0.0.1}'`, here);
  await set(`networks = '{192.0.2.1}'`, elsewhere);
  await probeAtHome();
  expect(await report(withSecret, { query: `&secret=${secret}` })).toBe(200);
  expect(await report(withSecret)).toBe(503);
  expect(await report(withSecret, { query: `&secret=${newDeviceSecret()}` })).toBe(503);
  expect(await report(here)).toBe(200);
  expect(await report(elsewhere)).toBe(503);
  expect(await report(random)).toBe(200);
  // A random identity cannot be guessed: it gets a true answer and does not count as a probe.
  const before = misses();
  expect(await report(newDeviceSecret())).toBe(404);
  expect(misses()).toBe(before);
});

it('keeps confirming to a phone on a connection with an earlier confirmation, if it is the only sender there', async () => {
  const [phone, other] = [fresh(), fresh()];
  await addDevice(test.database, phone);
  await addDevice(test.database, other);
  const [own, shared] = [persistentAgent(), persistentAgent()];
  expect(await report(phone, { agent: own })).toBe(200);
  expect(await report(other, { agent: shared })).toBe(200);
  await probeAtHome();
  expect(await report(phone, { agent: own, second: 1_700_000_000 })).toBe(200);
  expect(await report(phone)).toBe(503);
  // For example a proxy: a connection that several devices share proves nothing.
  expect(await report(phone, { agent: shared })).toBe(503);
  expect(await report(other, { agent: shared })).toBe(503);
  expect(await report(other, { agent: shared })).toBe(503);
});

const fix = { lat: -34.9, lon: -56.16, speedKph: 36, courseDeg: 90, satellites: 9, valid: true };
const LOGIN = 0x01;
const HEARTBEAT = 0x13;
const POSITION = 0x22;

it('acknowledges trackers that were connected before, and others as soon as the network is quiet', async () => {
  const [early, late, nobody] = ['356307042551001', '356307042551002', '356307042551003'];
  for (const imei of [early, late]) await addDevice(test.database, imei);
  const first = Math.floor(Date.now() / 1000) - 600;
  const tracker = async (imei: string) => {
    const client = await deviceClient(gateway.ports.get('gt06/tcp') ?? 0);
    closers.push(client.close);
    client.send(gt06.encodeLogin(imei, 1));
    const replies = () => new gt06.DeviceReader().push(client.received()).map(({ type }) => type);
    await expect.poll(replies).toEqual([LOGIN]);
    const position = (second: number) =>
      client.send(gt06.encodePosition({ ...fix, time: new Date(second * 1000) }, second % 60_000));
    const state = { ignition: true, charging: true, batteryLevel: 4, rssi: 3 } as const;
    const heartbeat = () => client.send(gt06.encodeHeartbeat(state, 9));
    /** A heartbeat is answered immediately, perhaps before an earlier position. */
    const inAll = () => replies().toSorted((a, b) => a - b);
    return { replies, inAll, position, heartbeat };
  };
  const before = await tracker(early);
  before.position(first);
  await expect.poll(before.replies).toEqual([LOGIN, POSITION]);
  await probeAtHome();
  const [since, unknownPhone] = [await tracker(late), await tracker(nobody)];
  for (const { position, heartbeat } of [before, since, unknownPhone]) {
    position(first + 10);
    heartbeat();
  }
  await expect.poll(before.inAll).toEqual([LOGIN, HEARTBEAT, POSITION, POSITION]);
  await expect.poll(() => secondsOf(late)).toEqual([first + 10]);
  for (const { replies } of [since, unknownPhone]) await expect.poll(replies).toEqual([LOGIN, HEARTBEAT]);

  now += 7000;
  since.position(first + 10);
  await expect.poll(since.replies).toEqual([LOGIN, HEARTBEAT, POSITION]);
  unknownPhone.position(first + 10);
  since.position(first + 20);
  await expect.poll(since.replies).toEqual([LOGIN, HEARTBEAT, POSITION, POSITION]);
  expect(await secondsOf(late)).toEqual([first + 10, first + 20]);
  expect(unknownPhone.replies()).toEqual([LOGIN, HEARTBEAT]);

  // After its adoption the earlier reports are confirmed as well, since nothing was confirmed in between.
  const { deviceId } = await addDevice(test.database, nobody);
  gateway.bus.publish('device-awaited', { deviceId, identity: nobody });
  gateway.bus.publish('fleet-changed', { organisationId: 1 });
  await expect.poll(unknownPhone.replies).toEqual([LOGIN, HEARTBEAT, POSITION, POSITION]);
  expect(await secondsOf(nobody)).toEqual([first + 10]);
  // Another look-up takes nothing from devices that had a true answer.
  before.position(first + 30);
  await expect.poll(before.inAll).toEqual([LOGIN, HEARTBEAT, POSITION, POSITION, POSITION]);
});
