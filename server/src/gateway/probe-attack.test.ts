import { createSocket } from 'node:dgram';
import { Agent } from 'node:http';
import * as teltonika from '@milepost/protocols/teltonika/device';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deviceClient } from '../testing/device-client.ts';
import { type PhoneAnswer, reportByPhone } from '../testing/phone.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { addDevice, type TestGateway, testGateway } from '../testing/test-gateway.ts';

/** A prober that uses the same address as devices of the fleet. */
let test: TestDatabase;
let gateway: TestGateway;
/** A fixed clock, so that no probe is forgiven in between. */
const now = Date.now();
const closers: (() => unknown)[] = [];

beforeAll(async () => {
  test = await testDatabase();
});
beforeEach(async () => {
  gateway = await testGateway(test, { now: () => now });
});
afterEach(async () => {
  for (const close of closers.splice(0)) close();
  await gateway.close();
});
afterAll(() => test?.close());

const report = (id: string, more: { from?: string; agent?: Agent } = {}) =>
  reportByPhone({ port: gateway.ports.get('osmand/http') ?? 0, id, ...more });

/** Probes all these identities over several connections in parallel. */
async function probe(names: readonly string[]): Promise<Map<string, PhoneAnswer>> {
  const agent = new Agent({ keepAlive: true, maxSockets: 24 });
  closers.push(() => agent.destroy());
  const answers = new Map<string, PhoneAnswer>();
  const left = [...names];
  const work = async () => {
    for (let name = left.pop(); name !== undefined; name = left.pop()) answers.set(name, await report(name, { agent }));
  };
  await Promise.all(Array.from({ length: 24 }, work));
  return answers;
}

const storedOf = async (identities: readonly string[]) => {
  const { rows } = await test.database.query<{ identity: string }>(
    `SELECT DISTINCT d.identity FROM devices d JOIN positions p ON p.device_id = d.id WHERE d.identity = ANY($1)`,
    [identities],
  );
  return rows.length;
};

/**
 * The probability that a time of the first group is longer than one of the second; 0.5 when the times reveal nothing.
 */
function chanceOfLonger(these: readonly number[], those: readonly number[]): number {
  let longer = 0;
  for (const one of these) for (const other of those) longer += one > other ? 1 : one === other ? 0.5 : 0;
  return longer / (these.length * those.length);
}

/** Shuffles deterministically, independent of which names are known. */
const mixed = (names: readonly string[]) =>
  names
    .map((name, index) => ({ name, at: (index * 7919) % names.length }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ name }) => name);

describe('an attacker who probes from the network of the fleet', () => {
  it('learns nothing from any answer or its time, and everything that known devices send is stored', async () => {
    const nearby = Array.from({ length: 60 }, (_, index) => `near-${index}`);
    const elsewhere = Array.from({ length: 20 }, (_, index) => `far-${index}`);
    for (const name of [...nearby, ...elsewhere]) await addDevice(test.database, name);
    for (const name of nearby) expect((await report(name)).status).toBe(200);
    for (const name of elsewhere) expect((await report(name, { from: '127.0.0.2' })).status).toBe(200);
    await test.database.query('DELETE FROM positions');
    const unknown = Array.from({ length: 600 }, (_, index) => `unknown-${index}`);
    const first = await probe(unknown.slice(0, 30));
    // Ten true answers are allowed, and nothing more can be learnt.
    expect([...first.values()].filter(({ status }) => status === 404)).toHaveLength(10);

    const answers = await probe(mixed([...nearby, ...elsewhere, ...unknown.slice(30)]));
    // All get the same reply, which is true: no report is confirmed as stored.
    const texts = new Set([...answers.values()].map(({ text }) => text));
    expect([...texts].map((text) => text.slice(0, 4))).toEqual(['503 ']);
    expect([...texts][0]).toContain('"retry-after":"30"');
    const times = (names: readonly string[]) => names.map((name) => answers.get(name)?.tookMs ?? 0);
    const others = times(unknown.slice(30));
    for (const known of [nearby, elsewhere]) {
      const chance = chanceOfLonger(times(known), others);
      expect(chance).toBeGreaterThan(0.25);
      expect(chance).toBeLessThan(0.75);
    }
    expect(await storedOf([...nearby, ...elsewhere])).toBe(80);
    // People see the number of waiting devices.
    expect(gateway.admission.probers()).toMatchObject([{ network: '127.0.0.1', misses: 10, waiting: 80 }]);
  }, 30_000);

  it('learns nothing over TCP: no later connection is acknowledged, and all make room equally', async () => {
    await gateway.close();
    // A quarter of these 80 connections are for unknown devices.
    gateway = await testGateway(test, { maxConnectionsPerAddress: 80, now: () => now });
    const known = Array.from({ length: 40 }, (_, index) => String(868_000_000_000_000 + index * 97));
    const unknown = Array.from({ length: 40 }, (_, index) => String(868_000_000_000_050 + index * 97));
    for (const imei of known) await addDevice(test.database, imei);
    expect((await report('near-0')).status).toBe(200);
    await probe(Array.from({ length: 20 }, (_, index) => `nobody-${index}`));

    const open = new Set<string>();
    const receivedBy = new Map<string, () => Buffer>();
    const packet = teltonika.encodeAvl([
      { time: new Date(Date.now() - 60_000), lat: -34.9, lon: -56.16, elements: [] },
    ]);
    const order = mixed([...known, ...unknown]);
    for (const imei of order) {
      const client = await deviceClient(gateway.ports.get('teltonika/tcp') ?? 0);
      closers.push(client.close);
      open.add(imei);
      receivedBy.set(imei, client.received);
      void client.closed.then(() => open.delete(imei));
      client.send(teltonika.encodeLogin(imei));
      // A login is answered for every identity.
      await expect.poll(() => client.received().toString('hex'), { interval: 5 }).toBe('01');
      client.send(packet);
    }
    await expect.poll(() => storedOf(known)).toBe(40);
    expect(await storedOf(unknown)).toBe(0);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(new Set([...receivedBy.values()].map((received) => received().toString('hex')))).toEqual(new Set(['01']));
    // The most recent connections.
    expect(open).toEqual(new Set(order.slice(-20)));
  }, 30_000);

  it('does not prevent storing a fleet behind its address that restarts all together', async () => {
    const fleet = Array.from({ length: 2000 }, (_, index) => `van-${index}`);
    await test.database.query(
      `WITH o AS (INSERT INTO organisations (name) VALUES ('Fleet') RETURNING id)
       INSERT INTO devices (organisation_id, identity) SELECT o.id, unnest($1::text[]) FROM o`,
      [fleet],
    );
    expect((await report('near-1')).status).toBe(200);
    await probe(Array.from({ length: 20 }, (_, index) => `nobody-else-${index}`));
    const over = new AbortController();
    let probes = 0;
    const attack = async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      closers.push(() => agent.destroy());
      while (!over.signal.aborted) await report(`nowhere-${++probes}`, { agent }).catch(() => undefined);
    };
    const attacks = Array.from({ length: 20 }, attack);
    const began = performance.now();
    const left = [...fleet];
    const tries = async () => {
      for (let name = left.pop(); name !== undefined; name = left.pop()) {
        const { status } = await report(name).catch(() => ({ status: 0 }));
        if (status !== 503) left.push(name);
      }
    };
    // Each request uses a connection of its own.
    await Promise.all(Array.from({ length: 500 }, tries));
    const tookS = (performance.now() - began) / 1000;
    over.abort();
    await Promise.all(attacks);
    expect(await storedOf(fleet)).toBe(2000);
    expect(tookS).toBeLessThan(20);
  }, 60_000);

  it('learns nothing over UDP', async () => {
    const known = ['868000000010001', '868000000010002'];
    for (const imei of known) await addDevice(test.database, imei);
    const socket = createSocket('udp4');
    closers.push(() => socket.close());
    let acknowledged = 0;
    socket.on('message', () => acknowledged++);
    await new Promise<void>((resolve) => socket.bind(0, '127.0.2.1', resolve));
    const record = { time: new Date(Date.now() - 60_000), lat: -34.9, lon: -56.16, elements: [] };
    const send = (imei: string) => {
      const datagram = teltonika.encodeAvlUdp(imei, 1, 1, [record]);
      socket.send(datagram, gateway.ports.get('teltonika/udp') ?? 0, '127.0.0.1');
    };
    send(known[0] ?? '');
    await expect.poll(() => acknowledged).toBe(1);
    for (let index = 0; index < 10; index++) send(String(868_000_000_020_000 + index));
    await expect.poll(() => gateway.admission.probers()[0]).toMatchObject({ network: '127.0.2.1', misses: 10 });
    for (const imei of ['868000000030000', '868000000030001', ...known]) send(imei);
    await expect.poll(() => storedOf(known)).toBe(2);
    await new Promise((resolve) => setTimeout(resolve, 200));
    // No reply, as always for unknown devices over UDP.
    expect(acknowledged).toBe(1);
  });

  it('learns nothing from rate limits', async () => {
    await gateway.close();
    // A burst of twenty is allowed.
    gateway = await testGateway(test, { maxFramesPerSecond: 2, now: () => now });
    for (const name of ['calm', 'hurried']) await addDevice(test.database, name);
    expect((await report('calm')).status).toBe(200);
    await probe(Array.from({ length: 30 }, (_, index) => `no-one-${index}`));
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    closers.push(() => agent.destroy());
    const answersTo = async (name: string) => {
      const answers = await Promise.all(Array.from({ length: 40 }, () => report(name, { agent })));
      return new Set(answers.map(({ text }) => text));
    };
    const known = await answersTo('hurried');
    expect([...known].map((text) => text.slice(0, 4)).toSorted()).toEqual(['429 ', '503 ']);
    expect(await answersTo('no-one-again')).toEqual(known);
  });
});
