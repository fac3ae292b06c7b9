import { createSocket } from 'node:dgram';
import { request } from 'node:http';
import * as gt06 from '@milepost/protocols/gt06/device';
import * as teltonika from '@milepost/protocols/teltonika/device';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readFindings } from '../store/devices/device-findings.ts';
import { ensureBasics } from '../auth/bootstrap.ts';
import { deviceClient } from '../testing/device-client.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { addDevice, type TestGateway, testGateway } from '../testing/test-gateway.ts';
import { newDeviceSecret, secretHash } from './device-secret.ts';

let test: TestDatabase;
let gateway: TestGateway;
/** A fixed clock, so that no probe is forgiven in between. */
const now = Date.now();
const closers: (() => unknown)[] = [];
let names = 0;
const fresh = () => `phone-${++names}`;
let imeis = 356_307_042_550_000;
const newImei = () => String(++imeis);

beforeAll(async () => {
  test = await testDatabase();
  await ensureBasics(test.database, { adminPassword: 'a long password' });
});
beforeEach(async () => {
  gateway = await testGateway(test, { now: () => now });
});
afterEach(async () => {
  for (const close of closers.splice(0)) close();
  await gateway.close();
});
afterAll(() => test?.close());

interface ReportOptions {
  from?: string;
  query?: string;
  authorization?: string;
}

/** Sends one position as a phone does. Returns the reply's status, or 0 when the connection was closed. */
function report(id: string, { from = '127.0.0.1', query = '', authorization }: ReportOptions = {}): Promise<number> {
  const port = gateway.ports.get('osmand/http') ?? 0;
  const path = `/?id=${id}&lat=-34.9&lon=-56.16&timestamp=${Math.floor(Date.now() / 1000)}${query}`;
  return new Promise((resolve) => {
    const headers = authorization === undefined ? {} : { authorization };
    const sent = request({ port, host: '127.0.0.1', path, localAddress: from, agent: false, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', () => resolve(0));
    sent.end();
  });
}

async function probeFrom(from: string, times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < times; index++) statuses.push(await report(`guess-${index}-${++names}`, { from }));
  return statuses;
}

const fix = { time: new Date(Date.now() - 60_000), lat: -34.9, lon: -56.16, speedKph: 36, courseDeg: 90 };
const acknowledged = (bytes: Buffer) => new gt06.DeviceReader().push(bytes).some((frame) => frame.type === 0x22);

/** Logs in and reports over TCP. Returns whether the position was acknowledged. */
async function isTaken(imei: string, from = '127.0.0.1'): Promise<boolean> {
  const client = await deviceClient(gateway.ports.get('gt06/tcp') ?? 0, from);
  closers.push(client.close);
  client.send(gt06.encodeLogin(imei, 1));
  client.send(gt06.encodePosition({ ...fix, satellites: 9, valid: true, ignition: true }, 2));
  for (let tries = 0; tries < 30 && !acknowledged(client.received()); tries++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return acknowledged(client.received());
}

const findingsOf = async (deviceId: number) => {
  await gateway.findings.flush();
  const [found] = await readFindings(test.database, { deviceIds: [deviceId] });
  return found?.faults ?? [];
};

describe('probing identities', () => {
  it('gets ten answers, then the same one for known and unknown devices', async () => {
    const [known, elsewhere] = [fresh(), fresh()];
    for (const name of [known, elsewhere]) await addDevice(test.database, name);
    expect(await report(elsewhere, { from: '127.0.0.2' })).toBe(200);
    const statuses = await probeFrom('127.0.1.1', 40);
    expect(statuses.filter((status) => status === 404)).toHaveLength(10);
    expect(statuses.slice(10).every((status) => status === 429)).toBe(true);
    // No known device ever reported from there, so the limit reveals nothing.
    expect(await report(known, { from: '127.0.1.1' })).toBe(429);
    expect(await report(fresh(), { from: '127.0.1.1' })).toBe(429);
    // Other networks are not affected.
    expect(await report(elsewhere, { from: '127.0.0.2' })).toBe(200);
    expect(gateway.admission.probers()).toMatchObject([{ network: '127.0.1.1', misses: 10, refused: 32 }]);
  });

  it('has the same effect over TCP: no identity is confirmed', async () => {
    const known = newImei();
    await addDevice(test.database, known);
    const client = await deviceClient(gateway.ports.get('gt06/tcp') ?? 0, '127.0.1.2');
    closers.push(client.close);
    for (let index = 0; index < 12; index++) client.send(gt06.encodeLogin(newImei(), index));
    await expect.poll(() => gateway.admission.probers()[0]?.refused).toBe(2);
    expect(await isTaken(known, '127.0.1.2')).toBe(false);
    expect(await isTaken(known, '127.0.0.3')).toBe(true);
  });

  it('over UDP does not affect connections, because the source address of a datagram can be forged', async () => {
    const [phone, tracker] = [fresh(), newImei()];
    await addDevice(test.database, phone);
    await addDevice(test.database, tracker);
    const answers: Buffer[] = [];
    const socket = createSocket('udp4');
    closers.push(() => socket.close());
    socket.on('message', (answer) => answers.push(answer));
    await new Promise<void>((resolve) => socket.bind(0, '127.0.1.3', resolve));
    const send = (imei: string) =>
      socket.send(teltonika.encodeAvlUdp(imei, 1, 1, [fix]), gateway.ports.get('teltonika/udp') ?? 0, '127.0.0.1');
    for (let index = 0; index < 15; index++) send(newImei());
    await expect.poll(() => gateway.admission.probers()[0]).toMatchObject({ network: '127.0.1.3', misses: 10 });
    send(tracker);
    await expect.poll(() => gateway.contacts.list().some(({ identity }) => identity === tracker)).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(answers).toEqual([]);
    expect(await report(phone, { from: '127.0.1.3' })).toBe(200);
  });

  it('does not prevent storing devices that reported from the network before, however many identities are probed concurrently', async () => {
    const name = fresh();
    const { deviceId } = await addDevice(test.database, name);
    expect(await report(name)).toBe(200);
    const all = Array.from({ length: 900 }, () => report(fresh()));
    expect(await report(name, { query: '&battery=3' })).toBe(503);
    await Promise.all(all);
    expect(await report(name, { query: '&battery=4' })).toBe(503);
    const { rowCount } = await test.database.query('SELECT FROM positions WHERE device_id = $1', [deviceId]);
    expect(rowCount).toBe(3);
  });

  it('hides no device that a person adopted, that has a secret, or whose identity cannot be guessed', async () => {
    const from = '127.0.1.4';
    const [adopted, withSecret, random] = [fresh(), fresh(), newDeviceSecret()];
    const secret = newDeviceSecret();
    await addDevice(test.database, withSecret);
    await addDevice(test.database, random);
    await test.database.query('UPDATE devices SET secret_hash = $2 WHERE identity = $1', [
      withSecret,
      secretHash(secret),
    ]);
    await probeFrom(from, 15);
    expect(await report(adopted, { from })).toBe(429);
    const { deviceId } = await addDevice(test.database, adopted);
    gateway.bus.publish('fleet-changed', { organisationId: 1 });
    gateway.bus.publish('device-awaited', { deviceId, identity: adopted });
    expect(await report(withSecret, { from, query: `&secret=${newDeviceSecret()}` })).toBe(429);
    expect(await report(withSecret, { from, query: `&secret=${secret}` })).toBe(200);
    expect(await report(random, { from })).toBe(200);
    expect(await report(newDeviceSecret(), { from })).toBe(404);
    expect(await report(adopted, { from })).toBe(200);
    // After its first report the device is treated like any other: stored in networks with known devices, and not
    // elsewhere.
    await probeFrom('127.0.1.5', 15);
    expect(await report(adopted, { from: '127.0.1.5' })).toBe(429);
    expect(await report(adopted, { from })).toBe(503);
  });

  it('gains nothing from a restart: known devices keep their home network and are stored', async () => {
    const name = fresh();
    const from = '127.0.1.6';
    const { deviceId } = await addDevice(test.database, name);
    expect(await report(name, { from })).toBe(200);
    await gateway.close();
    gateway = await testGateway(test, { now: () => now });
    await probeFrom(from, 15);
    expect(await report(name, { from, query: '&battery=3' })).toBe(503);
    expect(await report(fresh(), { from })).toBe(503);
    // Those answers reveal nothing, so they do not wait for the commit either.
    const stored = () => test.database.query('SELECT FROM positions WHERE device_id = $1', [deviceId]);
    await expect.poll(async () => (await stored()).rowCount, { timeout: 10_000 }).toBe(2);
    const { rows } = await test.database.query(
      `SELECT by_datagram FROM reported_networks r JOIN devices d ON d.id = r.device_id WHERE d.identity = $1`,
      [name],
    );
    expect(rows).toEqual([{ by_datagram: false }]);
  });
});

describe('a secret', () => {
  it('is required as a parameter or as a password; without it the device counts as unknown', async () => {
    const name = fresh();
    const secret = newDeviceSecret();
    const { deviceId } = await addDevice(test.database, name);
    await test.database.query('UPDATE devices SET secret_hash = $2 WHERE id = $1', [deviceId, secretHash(secret)]);
    const basic = (password: string) => `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
    expect(await report(name)).toBe(404);
    expect(await report(name, { query: `&secret=${newDeviceSecret()}` })).toBe(404);
    expect(await report(name, { authorization: basic('wrong') })).toBe(404);
    expect(await report(name, { query: `&secret=${secret}&battery=3.9` })).toBe(200);
    expect(await report(name, { authorization: basic(secret) })).toBe(200);
    expect(await findingsOf(deviceId)).toMatchObject([{ kind: 'secret', times: 3, address: '127.0.0.1' }]);
    // The secret is neither displayed nor stored.
    const [contact] = gateway.contacts.inFull(gateway.contacts.list());
    expect(JSON.stringify(contact)).not.toContain(secret);
    const { rows } = await test.database.query<{ attributes: object | null }>(
      'SELECT attributes FROM positions WHERE device_id = $1',
      [deviceId],
    );
    expect(JSON.stringify(rows)).toContain('batteryV');
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it('is neither shown nor stored when it was misplaced or misspelt', async () => {
    const name = fresh();
    const secret = newDeviceSecret();
    const { deviceId } = await addDevice(test.database, name);
    await test.database.query('UPDATE devices SET secret_hash = $2 WHERE id = $1', [deviceId, secretHash(secret)]);
    for (const query of [`&note=a;secret=${secret}`, `&SECRET=${secret}`, `&Secret=${secret}`, `&key=${secret}`]) {
      expect(await report(name, { query })).toBe(404);
      expect(JSON.stringify(gateway.contacts.inFull(gateway.contacts.list()))).not.toContain(secret);
      // The secret is sent twice, once in the right parameter.
      expect(await report(name, { query: `${query}&secret=${secret}` })).toBe(200);
      expect(JSON.stringify(gateway.contacts.inFull(gateway.contacts.list()))).not.toContain(secret);
    }
    const { rows } = await test.database.query('SELECT attributes FROM positions WHERE device_id = $1', [deviceId]);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it('cannot be bypassed with a protocol that has no field for it', async () => {
    const imei = newImei();
    const { deviceId } = await addDevice(test.database, imei);
    await test.database.query('UPDATE devices SET secret_hash = $2 WHERE id = $1', [deviceId, secretHash('x')]);
    expect(await isTaken(imei)).toBe(false);
  });
});

describe('allowed networks', () => {
  it('of the device, or else of its organisation, are the only ones from which it is accepted', async () => {
    const name = fresh();
    const { deviceId } = await addDevice(test.database, name);
    const organisation = `(SELECT organisation_id FROM devices WHERE id = ${deviceId})`;
    await test.database.query(`UPDATE organisations SET device_networks = '{127.0.0.2/31}' WHERE id = ${organisation}`);
    expect(await report(name)).toBe(404);
    expect(await report(name, { from: '127.0.0.3' })).toBe(200);
    await test.database.query(`UPDATE devices SET networks = '{10.0.0.0/8,127.0.0.1}' WHERE id = ${deviceId}`);
    gateway.bus.publish('fleet-changed', { organisationId: 1 });
    expect(await report(name)).toBe(200);
    expect(await report(name, { from: '127.0.0.3' })).toBe(404);
    expect(await findingsOf(deviceId)).toMatchObject([{ kind: 'elsewhere', times: 2, address: '127.0.0.3' }]);
  });
});

describe('two senders of one identity', () => {
  it('are shown as such, with both addresses', async () => {
    const name = fresh();
    const { deviceId } = await addDevice(test.database, name);
    for (const from of ['127.0.0.1', '127.0.0.2', '127.0.0.1']) expect(await report(name, { from })).toBe(200);
    expect(await findingsOf(deviceId)).toEqual([]);
    expect(await report(name, { from: '127.0.0.2' })).toBe(200);
    expect(await findingsOf(deviceId)).toMatchObject([
      { kind: 'twoSenders', address: '127.0.0.2', otherAddress: '127.0.0.1' },
    ]);
    // Rules receive it as an alarm of the device, once while it continues.
    expect(await report(name)).toBe(200);
    const alarms = () => test.database.query('SELECT attributes FROM status_reports WHERE device_id = $1', [deviceId]);
    await expect.poll(async () => (await alarms()).rows).toEqual([{ attributes: { alarm: ['twoSenders'] } }]);
  });
});

const position = (serial: number) => gt06.encodePosition({ ...fix, satellites: 9, valid: true }, serial);

describe('two connections of one identity', () => {
  it('from two networks count as two senders as soon as the first one continues', async () => {
    const imei = newImei();
    const { deviceId } = await addDevice(test.database, imei);
    const port = gateway.ports.get('gt06/tcp') ?? 0;
    const [first, second] = [await deviceClient(port), await deviceClient(port, '127.0.0.2')];
    closers.push(first.close, second.close);
    for (const [index, client] of [first, second, first].entries()) {
      if (index < 2) client.send(gt06.encodeLogin(imei, 1));
      const before = client.received().length;
      client.send(position(index + 2));
      await expect.poll(() => acknowledged(client.received().subarray(before))).toBe(true);
    }
    expect(await findingsOf(deviceId)).toMatchObject([
      { kind: 'twoSenders', times: 1, address: '127.0.0.1', otherAddress: '127.0.0.2' },
    ]);
  });
});
