import { createServer, get, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { guardConnections } from './connection-guard.ts';

const sockets: Socket[] = [];
const servers: Server[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function guarded(limits: { most: number; perAddress: number }, trusted: string[] = []) {
  const refused: string[] = [];
  const live = new WeakSet<object>();
  const server = createServer((request, response) => {
    // A request without an answer counts as being worked on.
    if (request.url !== '/slow') response.end('fine');
  });
  servers.push(server);
  server.on('upgrade', ({ headers }, socket) => {
    if (headers.cookie === 'mine') live.add(socket);
  });
  guardConnections(server, {
    ...limits,
    isLive: (socket) => live.has(socket),
    trusted: (address) => trusted.includes(address),
    refused: (reason) => refused.push(reason),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server's address is one
  return { port: (server.address() as AddressInfo).port, refused };
}

/** Opens a connection that sends nothing, or the given text. */
async function open(
  port: number,
  { request = '', from = '127.0.0.1' } = {},
): Promise<{ closed: boolean; socket: Socket }> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  sockets.push(socket);
  const state = { closed: false, socket };
  socket.on('close', () => (state.closed = true));
  socket.on('error', () => {});
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  if (request) socket.write(request);
  return state;
}

const openMany = (count: number, port: number, options?: { request?: string; from?: string }) =>
  Promise.all(Array.from({ length: count }, () => open(port, options)));

const closed = (states: readonly { closed: boolean }[]) => states.filter((state) => state.closed).length;

const answer = (port: number) =>
  new Promise<number>((resolve, reject) => {
    get({ port, host: '127.0.0.1', agent: false, headers: { connection: 'close' } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    }).on('error', reject);
  });

test.each(['', 'GET / HTTP/1.1\r\nHost: a\r\nX-Half: '])(
  'one address gets a limited number of connections, silent or half-sent (%j)',
  async (request) => {
    const { port, refused } = await guarded({ most: 1000, perAddress: 50 });
    const flood = await openMany(80, port, { request });
    await expect.poll(() => closed(flood)).toBe(30);
    expect(refused).toEqual(Array.from({ length: 30 }, () => 'address'));
    // A released slot is available to the next connection.
    for (const { socket } of flood) socket.destroy();
    await expect.poll(() => answer(port).catch(() => 0)).toBe(200);
  },
);

test('a trusted proxy may use all connections', async () => {
  const { port, refused } = await guarded({ most: 1000, perAddress: 5 }, ['127.0.0.1']);
  const flood = await openMany(200, port);
  expect(await answer(port)).toBe(200);
  expect(closed(flood)).toBe(0);
  expect(refused).toEqual([]);
});

test('when room is short the longest idle ones end, and requests in progress do not', async () => {
  const { port, refused } = await guarded({ most: 100, perAddress: 100 });
  const working = await openMany(10, port, { request: 'GET /slow HTTP/1.1\r\nHost: a\r\n\r\n' });
  const first = await openMany(40, port);
  const later = await openMany(40, port, { request: 'GET / HTTP/1.1\r\n' });
  await expect.poll(() => closed([...first, ...later])).toBe(0);
  for (let i = 0; i < 30; i++) expect(await answer(port)).toBe(200);
  expect(closed(working)).toBe(0);
  expect(closed(first)).toBeGreaterThan(0);
  expect(closed(later)).toBe(0);
  expect(new Set(refused)).toEqual(new Set(['idle']));
});

test('a connection kept alive after its answer counts as idle again', async () => {
  const { port } = await guarded({ most: 10, perAddress: 10 });
  const persistent = await open(port, { request: 'GET / HTTP/1.1\r\nHost: a\r\n\r\n' });
  await new Promise((resolve) => persistent.socket.once('data', resolve));
  await openMany(8, port);
  await open(port);
  await expect.poll(() => persistent.closed).toBe(true);
});

const upgradeRequest = (more = '') =>
  `GET /live HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${more}\r\n`;

test('a request for a live view without a session makes room; one with a session stays', async () => {
  const { port } = await guarded({ most: 20, perAddress: 20 });
  const mine = await openMany(5, port, { request: upgradeRequest('Cookie: mine\r\n') });
  const nobody = await openMany(13, port, { request: upgradeRequest() });
  for (let i = 0; i < 10; i++) expect(await answer(port)).toBe(200);
  expect(closed(nobody)).toBeGreaterThan(0);
  expect(closed(mine)).toBe(0);
});
