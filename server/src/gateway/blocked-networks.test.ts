import { createSocket } from 'node:dgram';
import { request } from 'node:http';
import * as teltonika from '@milepost/protocols/teltonika/device';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { blockNetwork, unblockNetwork } from '../store/devices/blocked-networks.ts';
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

const actor = { userId: null, username: 'test', address: null };
const fix = { time: new Date(Date.now() - 60_000), lat: -34.9, lon: -56.16, speedKph: 36, courseDeg: 90 };

/** Sends one position as a phone does. Returns the reply's status, or 0 when the connection was closed. */
function report(id: string, from = '127.0.0.1'): Promise<number> {
  const port = gateway.ports.get('osmand/http') ?? 0;
  const path = `/?id=${id}&lat=-34.9&lon=-56.16&timestamp=${Math.floor(Date.now() / 1000)}`;
  return new Promise((resolve) => {
    const sent = request({ port, host: '127.0.0.1', path, localAddress: from, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', () => resolve(0));
    sent.end();
  });
}

it('closes the connections of a blocked network, and accepts no others until it is unblocked', async () => {
  const name = 'phone';
  await addDevice(test.database, name);
  const port = gateway.ports.get('gt06/tcp') ?? 0;
  const open = await deviceClient(port, '127.0.0.5');
  const id = await blockNetwork(test.database, actor, { network: '127.0.0.4/30', note: null });
  gateway.bus.publish('blocked-networks-changed', {});
  await open.closed;
  expect(await report(name, '127.0.0.6')).toBe(0);
  expect(await report(name)).toBe(200);
  const socket = createSocket('udp4');
  closers.push(() => socket.close());
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.7', resolve));
  const imei = '356307042550001';
  socket.send(teltonika.encodeAvlUdp(imei, 1, 1, [fix]), gateway.ports.get('teltonika/udp') ?? 0, '127.0.0.1');
  await expect.poll(() => gateway.registry.metrics()).toContain('protocol="teltonika",reason="blocked"} 1');
  expect(gateway.contacts.list().some(({ identity }) => identity === imei)).toBe(false);

  await unblockNetwork(test.database, actor, id);
  gateway.bus.publish('blocked-networks-changed', {});
  await expect.poll(() => report(name, '127.0.0.6')).toBe(200);
  const { rows } = await test.database.query(
    `SELECT action, coalesce(before, after) ->> 'network' AS network FROM audit_log WHERE subject = 'blocked-network'`,
  );
  expect(rows).toEqual([
    { action: 'create', network: '127.0.0.4/30' },
    { action: 'delete', network: '127.0.0.4/30' },
  ]);
});
