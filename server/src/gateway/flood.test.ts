import { createSocket } from 'node:dgram';
import * as gt06 from '@milepost/protocols/gt06/device';
import * as teltonika from '@milepost/protocols/teltonika/device';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { deviceClient } from '../testing/device-client.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { addDevice, type TestGateway, testGateway } from '../testing/test-gateway.ts';

let test: TestDatabase;
let gateway: TestGateway;
const closers: (() => unknown)[] = [];

beforeAll(async () => {
  test = await testDatabase();
  gateway = await testGateway(test, { firstBytesS: 1, loginS: 1, unknownIdleS: 1 });
});
afterEach(() => {
  for (const close of closers.splice(0)) close();
});
afterAll(async () => {
  await gateway?.close();
  await test?.close();
});

let imeis = 990_000_000_000_000;
const newImei = () => String(++imeis);
const START = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;

/** A record with `count` elements: 8,000 of one byte make a frame of 24 kB. */
const record = (second: number, count: number): teltonika.AvlRecord => ({
  time: new Date(START + second * 1000),
  lat: -34.9,
  lon: -56.16,
  elements: Array.from({ length: count }, (_, index) => ({ id: 12_000 + index, size: 1, value: 1 })),
});
const large = teltonika.encodeAvl([record(0, 8000)], 0x8e);
const small = teltonika.encodeAvl([record(0, 1)], 0x8e);

async function client(name: string) {
  const device = await deviceClient(gateway.ports.get(name) ?? 0);
  closers.push(device.close);
  return device;
}

/** The value of one line of the metrics, or 0 when the line is absent. */
async function measured(line: string): Promise<number> {
  const text = await gateway.registry.metrics();
  const found = text.split('\n').find((one) => one.startsWith(`${line} `));
  return Number(found?.slice(line.length + 1) ?? 0);
}
const conversations = () => measured('milepost_device_conversations{protocol="teltonika"}');
const refusals = (reason: string) =>
  measured(`milepost_device_refusals_total{protocol="teltonika",reason="${reason}"}`);
const heldBytes = () => measured('milepost_gateway_bytes{kind="held"}');

it('retains little for each unknown device, and nothing once all have left', async () => {
  const unknownClients = await Promise.all([1, 2, 3].map(() => client('teltonika/tcp')));
  for (const unknownClient of unknownClients) {
    unknownClient.send(teltonika.encodeLogin(newImei()));
    for (let count = 0; count < 20; count++) unknownClient.send(large);
    for (let count = 0; count < 70; count++) unknownClient.send(small);
  }
  const frames = 'milepost_frames_total{protocol="teltonika",result="read"}';
  // Three logins and all packets: packets that are not held are still read.
  await expect.poll(() => measured(frames), { timeout: 10_000 }).toBe(3 * 91);
  // 64 small packets each: 300 bytes for the message and 24 for each byte. A large one exceeds the whole budget of an
  // unknown device.
  expect(await heldBytes()).toBe(3 * 64 * (300 + 24 * small.length));
  expect(await refusals('memory')).toBe(60);
  for (const unknownClient of unknownClients) unknownClient.close();
  await expect.poll(heldBytes).toBe(0);
});

it('retains nothing of an unknown device that has not reported a position', async () => {
  const imei = newImei();
  const unknownClient = await client('gt06/tcp');
  unknownClient.send(gt06.encodeLogin(imei, 1));
  unknownClient.send(gt06.encodeHeartbeat({ ignition: true, charging: true, batteryLevel: 6, rssi: 4 }, 2));
  const contact = () => gateway.contacts.list().find((one) => one.identity === imei);
  await expect.poll(() => contact()?.frames).toBe(2);
  expect(await heldBytes()).toBe(0);
  unknownClient.send(
    gt06.encodePosition(
      { time: new Date(START), lat: 1, lon: 2, satellites: 9, valid: true, speedKph: 1, courseDeg: 1 },
      3,
    ),
  );
  await expect.poll(heldBytes).toBeGreaterThan(0);
});

it('ends a UDP conversation with an unknown device after a period of silence', async () => {
  await expect.poll(heldBytes).toBe(0);
  const socket = createSocket('udp4');
  closers.push(() => socket.close());
  const imei = newImei();
  const port = gateway.ports.get('teltonika/udp') ?? 0;
  socket.send(teltonika.encodeAvlUdp(imei, 1, 1, [record(0, 1)], 0x8e), port, '127.0.0.1');
  await expect.poll(conversations).toBe(1);
  await expect.poll(heldBytes).toBeGreaterThan(0);
  await expect.poll(conversations, { timeout: 5000 }).toBe(0);
  expect(await heldBytes()).toBe(0);
});

it('closes a connection without data or without an identity; an identified one remains', async () => {
  const silent = await client('teltonika/tcp');
  const nameless = await client('teltonika/tcp');
  const identified = await client('teltonika/tcp');
  let open = true;
  void identified.closed.then(() => (open = false));
  nameless.send(teltonika.encodeLogin(newImei()).slice(0, 5));
  identified.send(teltonika.encodeLogin(newImei()));
  await Promise.all([silent.closed, nameless.closed]);
  expect([await refusals('silent'), await refusals('nameless')]).toEqual([1, 1]);
  // Longer than both deadlines.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(open).toBe(true);
});

it('answers an honest device before the large frames of an earlier one', async () => {
  const [greedy, honest] = [newImei(), newImei()];
  const hostile = await addDevice(test.database, greedy);
  await addDevice(test.database, honest);
  const flood = await client('teltonika/tcp');
  flood.send(teltonika.encodeLogin(greedy));
  await expect.poll(() => flood.received().length).toBe(1);
  for (let second = 0; second < 30; second++) flood.send(teltonika.encodeAvl([record(second, 8000)], 0x8e));
  const device = await client('teltonika/tcp');
  device.send(teltonika.encodeLogin(honest));
  device.send(teltonika.encodeAvl([record(0, 1)]));
  await expect.poll(() => device.received().toString('hex'), { interval: 1 }).toBe('0100000001');
  // 01, then four bytes for each frame: only some of the frames were stored by then.
  expect(flood.received().length).toBeLessThan(1 + 4 * 30);
  await expect.poll(() => flood.received().length, { timeout: 20_000 }).toBe(1 + 4 * 30);
  const { rows } = await test.database.query('SELECT count(*)::int AS n FROM positions WHERE device_id = $1', [
    hostile.deviceId,
  ]);
  expect(rows).toEqual([{ n: 30 }]);
}, 30_000);
