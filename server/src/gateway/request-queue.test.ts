import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { deviceClient } from '../testing/device-client.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { addDevice, type TestGateway, testGateway } from '../testing/test-gateway.ts';

let test: TestDatabase;
let gateway: TestGateway;
const closers: (() => unknown)[] = [];

beforeAll(async () => {
  test = await testDatabase();
  gateway = await testGateway(test);
});
afterEach(() => {
  for (const close of closers.splice(0)) close();
});
afterAll(async () => {
  await gateway?.close();
  await test?.close();
});

const NOW = Math.floor(Date.now() / 1000) - 3600;

const get = (id: string, second = 0) =>
  `GET /?id=${id}&lat=1&lon=2&timestamp=${NOW + second} HTTP/1.1\r\nHost: x\r\n\r\n`;

const times = (count: number, one: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => one(i)).join('');

async function client() {
  const device = await deviceClient(gateway.ports.get('osmand/http') ?? 0);
  closers.push(device.close);
  const statuses = () =>
    [
      ...device
        .received()
        .toString()
        .matchAll(/HTTP\/1\.1 (\d+)/g),
    ].map(([, status]) => status);
  return { ...device, send: (text: string) => device.send(Buffer.from(text)), statuses };
}

async function unreadBytes(): Promise<number> {
  const text = await gateway.registry.metrics();
  return Number(/milepost_gateway_bytes\{kind="unread"\} (\d+)/.exec(text)?.[1]);
}

it('answers all pipelined requests of a phone, and stores their positions', async () => {
  const { deviceId } = await addDevice(test.database, 'backlog');
  for (const count of [12, 300]) {
    const phone = await client();
    phone.send(times(count, (second) => get('backlog', count + second)));
    await expect.poll(() => phone.statuses().length, { timeout: 10_000 }).toBe(count);
    expect(new Set(phone.statuses())).toEqual(new Set(['200']));
  }
  const { rows } = await test.database.query('SELECT count(*)::int AS n FROM positions WHERE device_id = $1', [
    deviceId,
  ]);
  expect(rows).toEqual([{ n: 312 }]);
  expect(await unreadBytes()).toBe(0);
});

it('answers in the order of the requests, even when the body of one arrives late', async () => {
  await addDevice(test.database, 'mixed');
  const phone = await client();
  const body = `id=mixed&lat=1&lon=2&timestamp=${NOW + 50}`;
  const post = `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n`;
  const malformed = 'GET /?id=mixed&lat=north&lon=2 HTTP/1.1\r\nHost: x\r\n\r\n';
  phone.send(times(15, (second) => get('mixed', second)) + malformed + get('mixed', 40) + post);
  await expect.poll(() => phone.statuses().length).toBe(17);
  phone.send(`${body}${get('mixed', 60)}`);
  await expect.poll(() => phone.statuses().length).toBe(19);
  expect(phone.statuses()).toEqual([...Array<string>(15).fill('200'), '400', '200', '200', '200']);
});

it('also answers an unknown device, but retains a limited amount of its data', async () => {
  const unknownClient = await client();
  unknownClient.send(times(12, () => get('nobody')));
  await expect.poll(() => unknownClient.statuses()).toEqual(Array(12).fill('404'));
  const flood = await client();
  flood.send(times(4000, (index) => get(`nobody-${index}`)));
  // One chunk of 64 KiB is read at a time, about 1,200 of these requests, and no more before they are answered.
  let most = 0;
  const watch = setInterval(() => void unreadBytes().then((bytes) => (most = Math.max(most, bytes))), 20);
  await expect.poll(() => flood.statuses().length, { timeout: 10_000 }).toBeGreaterThan(200);
  clearInterval(watch);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThan(2000 * 4096);
  flood.close();
  await expect.poll(unreadBytes).toBe(0);
}, 30_000);

it('refuses a body that is too large before it closes the connection', async () => {
  const phone = await client();
  const length = 200_000;
  phone.send(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n${'x'.repeat(length)}`);
  await expect.poll(phone.statuses).toEqual(['413']);
  await phone.closed;
});
