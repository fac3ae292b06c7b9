import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import * as teltonika from '@milepost/protocols/teltonika/device';
import { deviceClient } from '../testing/device-client.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { addDevice, type TestGateway, testGateway } from '../testing/test-gateway.ts';
import { ConnectionCount } from './connection-count.ts';

let test: TestDatabase;
let gateway: TestGateway | undefined;
const closers: (() => unknown)[] = [];

beforeAll(async () => {
  test = await testDatabase();
});
afterEach(async () => {
  for (const close of closers.splice(0)) close();
  await gateway?.close();
  gateway = undefined;
});
afterAll(() => test?.close());

let imeis = 861_000_000_000_000;
const newImei = () => String(++imeis);

async function tracker(from: string, imei: string) {
  const client = await deviceClient(gateway?.ports.get('teltonika/tcp') ?? 0, from);
  closers.push(client.close);
  const state = { open: true };
  void client.closed.then(() => (state.open = false));
  client.send(teltonika.encodeLogin(imei));
  await expect.poll(() => client.received().length > 0 || !state.open).toBe(true);
  return { ...client, state };
}

const fix = { time: new Date(Date.now() - 60_000), lat: -34.9, lon: -56.16, elements: [] };
/** The reply to the login, then the number of stored records. */
const STORED = '0100000001';

it('leaves a quarter of the connections to unknown devices; known ones have the rest, however many connect', async () => {
  gateway = await testGateway(test, { maxConnections: 16, maxConnectionsPerAddress: 16 });
  const known = Array.from({ length: 12 }, newImei);
  for (const imei of known) await addDevice(test.database, imei);
  const early = await tracker('127.0.0.9', known[0] ?? '');
  const unknownClients: Awaited<ReturnType<typeof tracker>>[] = [];
  for (let index = 0; index < 30; index++) unknownClients.push(await tracker(`127.0.0.${(index % 4) + 1}`, newImei()));
  // A quarter of 16: those with the most recent contact.
  await expect.poll(() => unknownClients.filter(({ state }) => state.open)).toEqual(unknownClients.slice(-4));
  for (const imei of known.slice(1)) {
    const device = await tracker('127.0.0.8', imei);
    device.send(teltonika.encodeAvl([fix]));
    await expect.poll(() => device.received().toString('hex')).toBe(STORED);
  }
  early.send(teltonika.encodeAvl([fix]));
  await expect.poll(() => early.received().toString('hex')).toBe(STORED);
  const phone = `http://127.0.0.1:${gateway.ports.get('osmand/http')}/?id=${known[0]}&lat=1&lon=2`;
  expect((await fetch(phone, { headers: { connection: 'close' } })).status).toBe(200);
});

it('ends a connection of an unknown device that reports no position', async () => {
  gateway = await testGateway(test, { unknownPlaceS: 1 });
  const knownImei = newImei();
  await addDevice(test.database, knownImei);
  const [silent, placed, known] = [
    await tracker('127.0.0.1', newImei()),
    await tracker('127.0.0.1', newImei()),
    await tracker('127.0.0.1', knownImei),
  ];
  placed.send(teltonika.encodeAvl([fix]));
  await silent.closed;
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect([placed.state.open, known.state.open]).toEqual([true, true]);
});

it('closes the unknown device that was silent longest, then one without an identity, and never a known device', () => {
  const count = new ConnectionCount({ maxConnections: 4, maxConnectionsPerAddress: 4 });
  const closed: string[] = [];
  const add = (name: string, now: number) => count.add('here', () => closed.push(name), now);
  const now = Date.now();
  add('known', now)?.received('known');
  const other = add('unknown', now);
  other?.received('unknown');
  add('new', now + 1);
  add('fourth', now + 2)?.received('known');
  expect(add('fifth', now + 3)).not.toBeNull();
  expect(closed).toEqual(['unknown']);
  // A connection that was closed to make room is not subtracted a second time when it ends.
  other?.leave();
  expect(add('sixth', now + 4)).toBeNull();
  expect(add('seventh', now + 6000)).not.toBeNull();
  expect(closed).toEqual(['unknown', 'new']);
});
