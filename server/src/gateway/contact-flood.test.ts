import { createSocket } from 'node:dgram';
import * as gt06 from '@milepost/protocols/gt06/device';
import * as teltonika from '@milepost/protocols/teltonika/device';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deviceClient } from '../testing/device-client.ts';
import { httpFixture, type HttpFixture, stubGateways } from '../testing/http-fixture.ts';
import type { TestBrowser } from '../testing/test-browser.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { type TestGateway, testGateway } from '../testing/test-gateway.ts';

let test: TestDatabase;
let gateway: TestGateway;
let fixture: HttpFixture;
let installer: TestBrowser;

beforeAll(async () => {
  test = await testDatabase();
  gateway = await testGateway(test);
  fixture = await httpFixture({
    gateways: {
      ...stubGateways([]),
      contacts: async () => gateway.contacts.list(),
      withFrames: async (rows) => gateway.contacts.inFull(rows),
      await: (part) => gateway.contacts.await(part),
    },
  });
  installer = await fixture.signedIn();
});
afterAll(async () => {
  await fixture?.close();
  await gateway?.close();
  await test?.close();
});

const FLOOD_FROM = 356_000_000_000_000;
const fix = { time: new Date(Date.now() - 60_000), lat: -34.9, lon: -56.16, speedKph: 36, courseDeg: 90 };

/** Sends the logins of `count` unknown devices over one connection. */
async function flood(from: string, first: number, count: number) {
  const client = await deviceClient(gateway.ports.get('gt06/tcp') ?? 0, from);
  for (let index = 0; index < count; index++) client.send(gt06.encodeLogin(String(FLOOD_FROM + first + index), 1));
  return client;
}

it('finds an awaited device in any flood, over TCP, UDP and HTTP, in a small answer', async () => {
  const awaited = ['867500000000011', '867500000000022', 'phone-8675'];
  const look = () => installer.call('get-knock-list', { identity: '8675', known: false });
  expect(await look()).toMatchObject({ status: 200, rows: [], unknown: 0 });

  const floods = await Promise.all([flood('127.0.0.1', 0, 1500), flood('127.0.0.2', 2000, 1500)]);
  await expect.poll(() => gateway.contacts.list().length, { timeout: 20_000 }).toBe(2000);

  const tracker = await deviceClient(gateway.ports.get('gt06/tcp') ?? 0);
  tracker.send(gt06.encodeLogin(awaited[0] ?? '', 1));
  const socket = createSocket('udp4');
  socket.send(
    teltonika.encodeAvlUdp(awaited[1] ?? '', 1, 1, [fix]),
    gateway.ports.get('teltonika/udp') ?? 0,
    '127.0.0.1',
  );
  await fetch(`http://127.0.0.1:${gateway.ports.get('osmand/http')}/?id=${awaited[2]}&lat=-34.9&lon=-56.16`);
  floods.push(await flood('127.0.0.1', 4000, 1500), await flood('127.0.0.3', 6000, 1500));
  const last = String(FLOOD_FROM + 7499);
  const identities = () => gateway.contacts.list().map(({ identity }) => identity);
  await expect.poll(() => identities().some((one) => one?.endsWith(last)), { timeout: 20_000 }).toBe(true);

  const found = await look();
  expect(found.rows?.map(({ identity }) => identity?.replace(/^0/, '')).toSorted()).toEqual(awaited);
  expect(found.unknown).toBe(3);

  const everything = await installer.call('get-knock-list');
  expect(everything.rows).toHaveLength(100);
  expect(everything.unknown).toBe(2003);
  expect(JSON.stringify(everything).length).toBeLessThan(200_000);
  const second = await installer.call('get-knock-list', { page: 2 });
  expect(second.rows?.map(({ key }) => key)).not.toContain(everything.rows?.[0]?.key);
  expect((await installer.call('get-knock-list', { protocol: 'osmand' })).unknown).toBe(1);
  expect((await installer.call('get-knock-list', { address: '127.0.0.3' })).unknown).toBeGreaterThan(500);

  for (const client of [...floods, tracker]) client.close();
  socket.close();
}, 60_000);
