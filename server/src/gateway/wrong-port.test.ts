/** Devices of a protocol other than that of the port are recognised, so that somebody can correct the setting. */
import { createSocket } from 'node:dgram';
import * as gt06 from '@milepost/protocols/gt06/device';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deviceClient } from '../testing/device-client.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { type TestGateway, testGateway } from '../testing/test-gateway.ts';

let test: TestDatabase;
let gateway: TestGateway;

beforeAll(async () => {
  test = await testDatabase();
  gateway = await testGateway(test);
});
afterAll(async () => {
  await gateway?.close();
  await test?.close();
});

/** A position as in the manual, of 20 November 2024. */
const H02 = Buffer.from('*HQ,8800000015,V1,121300,A,2234.1234,N,11350.1234,E,000.00,000,201124,FFFFFFFF#');
const contactsOn = (protocol: string) =>
  gateway.contacts.list().filter((contact) => contact.protocol === protocol && contact.identity === null);

async function speak(port: string, bytes: Uint8Array, from?: string) {
  const client = await deviceClient(gateway.ports.get(port) ?? 0, from);
  client.send(bytes);
  return client;
}

it('reports the likely protocol of a device two seconds after its first bytes, and retains one entry when it reconnects', async () => {
  const first = await speak('teltonika/tcp', H02, '127.0.0.2');
  await expect
    .poll(() => contactsOn('teltonika').map(({ looksLike }) => looksLike), { timeout: 5000 })
    .toEqual([['h02']]);
  first.close();
  const reconnected = await speak('teltonika/tcp', H02, '127.0.0.2');
  reconnected.close();
  await expect.poll(() => contactsOn('teltonika').map(({ frames }) => frames)).toEqual([2]);
});

it('reports it for one that disconnects immediately, and for a login alone', async () => {
  const client = await speak('h02/tcp', gt06.encodeLogin('356307042441111', 1), '127.0.0.3');
  client.close();
  await expect.poll(() => contactsOn('h02').map(({ looksLike }) => looksLike)).toEqual([['gt06']]);
});

it('reports it for a datagram and for bytes on a port for requests', async () => {
  const socket = createSocket('udp4');
  socket.send(H02, gateway.ports.get('teltonika/udp') ?? 0, '127.0.0.1');
  await expect
    .poll(() => contactsOn('teltonika').filter(({ transport }) => transport === 'udp'))
    .toMatchObject([{ looksLike: ['h02'] }]);
  socket.close();
  const client = await speak('osmand/http', H02, '127.0.0.4');
  await client.closed;
  expect(contactsOn('osmand')).toMatchObject([{ looksLike: ['h02'], address: '127.0.0.4' }]);
});

it('reports nothing for garbage, nor for a device that is understood', async () => {
  const noise = Uint8Array.from({ length: 300 }, (_, index) => (index * 197 + 13) % 251);
  const garbage = await speak('suntech/tcp', noise, '127.0.0.5');
  garbage.close();
  await expect.poll(() => contactsOn('suntech')).toMatchObject([{ looksLike: [] }]);
  const good = await speak('gt06/tcp', gt06.encodeLogin('356307042442222', 1), '127.0.0.6');
  await expect.poll(() => good.received().length).toBeGreaterThan(0);
  good.close();
  await good.closed;
  expect(contactsOn('gt06')).toEqual([]);
});

it('examines a limited number per second, however many connect', async () => {
  const clients = await Promise.all(
    Array.from({ length: 60 }, (_, index) => speak('jt808/tcp', H02, `127.0.1.${index + 1}`)),
  );
  for (const client of clients) client.close();
  await expect.poll(() => contactsOn('jt808').length).toBe(60);
  const recognised = contactsOn('jt808').filter(({ looksLike }) => looksLike.length > 0);
  // The limit applies per second, and the connections may spread over two seconds.
  expect(recognised.length).toBeLessThanOrEqual(40);
  expect(recognised.length).toBeGreaterThan(0);
});
