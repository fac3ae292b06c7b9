import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProbe, type Probe } from '../database/probe.ts';
import { diskState } from '../disk.ts';
import { testDatabase, type TestDatabase } from '../testing/test-database.ts';
import { createReadiness } from './readiness.ts';

/** A relay in front of a real database that passes bytes on until the test holds them back. */
let relay: Server;
let held = false;
const pairs: [Socket, Socket][] = [];
let database: TestDatabase;
let probe: Probe;
let disk: 'ready' | 'nearly full' | 'full' = 'ready';
let noSpace = false;
let stopping = false;
let taken: { port: number; transport: string }[] = [];
let readiness: ReturnType<typeof createReadiness>;

function hold(on: boolean): void {
  held = on;
  for (const pair of pairs)
    for (const socket of pair)
      if (on) socket.pause();
      else socket.resume();
}

beforeAll(async () => {
  database = await testDatabase();
  const url = new URL(database.url);
  const port = Number(url.port);
  relay = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    pairs.push([near, far]);
    near
      .on('data', (bytes) => far.write(bytes))
      .on('error', () => {})
      .on('close', () => far.destroy());
    far
      .on('data', (bytes) => near.write(bytes))
      .on('error', () => {})
      .on('close', () => near.destroy());
    if (held) for (const socket of [near, far]) socket.pause();
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server's address is one
  url.port = String((relay.address() as AddressInfo).port);
  probe = createProbe(url.href);
  readiness = createReadiness({
    askDatabase: probe.ask,
    gateway: () => 'ready',
    takenPorts: () => taken,
    disk: async () => ({ state: disk, freeBytes: 1, sizeBytes: 2, hoursLeft: null }),
    noSpace: () => noSpace,
    stopping: () => stopping,
    mapFile: () => null,
    broker: () => null,
    proxy: () => null,
  });
});
afterAll(async () => {
  hold(false);
  await probe.close();
  for (const pair of pairs) for (const socket of pair) socket.destroy();
  relay.close();
  await database.close();
});

async function timed() {
  const begun = performance.now();
  const answer = await readiness();
  return { ...answer, tookMs: performance.now() - begun };
}

test('is ready with a database that answers, also after it returned', async () => {
  expect(await timed()).toMatchObject({ ready: true, parts: { database: 'ready', gateway: 'ready', disk: 'ready' } });
});

test('answers within a second while a query hangs, however many requests there are', async () => {
  hold(true);
  const answers = await Promise.all(Array.from({ length: 50 }, timed));
  for (const answer of answers) {
    expect(answer).toMatchObject({ ready: false, parts: { database: 'no answer' } });
    expect(answer.tookMs).toBeLessThan(1000);
  }
  expect((await timed()).tookMs).toBeLessThan(1000);
  hold(false);
  await expect.poll(async () => (await timed()).ready, { timeout: 10_000 }).toBe(true);
});

test('answers within a second while the database cannot be reached, and recovers', async () => {
  hold(true);
  for (const pair of pairs.splice(0)) for (const socket of pair) socket.destroy();
  expect(await timed()).toMatchObject({ ready: false, parts: { database: expect.toBeOneOf(['away', 'no answer']) } });
  const second = await timed();
  expect(second.ready).toBe(false);
  expect(second.tookMs).toBeLessThan(1000);
  hold(false);
  await expect.poll(async () => (await timed()).ready, { timeout: 10_000 }).toBe(true);
});

test('is not ready from the signal to stop on, although everything is still served', async () => {
  stopping = true;
  expect(await timed()).toMatchObject({ ready: false, parts: { server: 'stopping', database: 'ready' } });
  stopping = false;
});

test('reports a device port that another program uses, and serves everything else', async () => {
  taken = [
    { port: 5023, transport: 'tcp' },
    { port: 5027, transport: 'udp' },
  ];
  const answer = await timed();
  taken = [];
  expect(answer).toMatchObject({ ready: true, parts: { gateway: 'ready, port in use: 5023 (tcp), 5027 (udp)' } });
});

test('a disk that hangs delays nobody', async () => {
  const stuck = createReadiness({
    askDatabase: probe.ask,
    gateway: () => 'elsewhere',
    takenPorts: () => [],
    disk: () => new Promise(() => {}),
    noSpace: () => false,
    stopping: () => false,
    mapFile: () => 'not used: it is damaged',
    broker: () => 'away: connect ECONNREFUSED',
    proxy: () => 'The proxy in front refuses the live connection',
  });
  const begun = performance.now();
  expect(await stuck()).toMatchObject({
    ready: true,
    parts: {
      disk: 'unknown',
      gateway: 'elsewhere',
      mapFile: 'not used: it is damaged',
      broker: 'away: connect ECONNREFUSED',
      proxy: 'The proxy in front refuses the live connection',
    },
  });
  expect(performance.now() - begun).toBeLessThan(1000);
});

test('is not ready with a full disk, and warns of a nearly full one; errors of the database count, too', async () => {
  disk = 'nearly full';
  expect(await timed()).toMatchObject({ ready: true, parts: { disk: 'nearly full' } });
  disk = 'full';
  expect(await timed()).toMatchObject({ ready: false, parts: { disk: 'full' } });
  disk = 'ready';
  noSpace = true;
  expect(await timed()).toMatchObject({ ready: false, parts: { disk: 'full' } });
  noSpace = false;
});

test.each([
  [64 * 2 ** 20 - 1, 2 ** 40, 'full'],
  [64 * 2 ** 20, 2 ** 40, 'nearly full'],
  [2 ** 31 - 1, 2 ** 40, 'nearly full'],
  [2 ** 31, 2 ** 40, 'ready'],
  // A twentieth of 20 GB is 1 GB.
  [999_999_999, 20e9, 'nearly full'],
  [1e9, 20e9, 'ready'],
] as const)('rates %d bytes free of %d as %s', (free, size, state) => {
  expect(diskState(free, size)).toBe(state);
});
