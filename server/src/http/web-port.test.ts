import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LateClock } from '../ingest/clock-watch.ts';
import { createHttpApp, HTTP_TIMES } from './app.ts';
import { httpFixture, type HttpFixture } from '../testing/http-fixture.ts';
import { addOrganisation, addUser } from '../testing/organisations.ts';
import type { TestBrowser } from '../testing/test-browser.ts';

const PASSWORD = 'a password of mine';
/** Shorter than in production, so that the test need not wait. */
const TIMES = { ...HTTP_TIMES, headers: 1000, checkEvery: 200 };
let fixture: HttpFixture;
let port: number;
const refused: string[] = [];
let late: LateClock | null = null;
beforeAll(async () => {
  fixture = await httpFixture(
    {
      disk: async () => ({ state: 'nearly full', freeBytes: 700_000_000, sizeBytes: 2e9, hoursLeft: null }),
      clockWatch: { found: () => late },
      refusedConnection: (reason) => refused.push(reason),
    },
    { connections: { most: 100, perAddress: 20 } },
    TIMES,
  );
  await fixture.app.listen({ host: '127.0.0.1', port: 0 });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server's address is one
  port = (fixture.app.server.address() as AddressInfo).port;
});
afterAll(() => fixture.close());

const cookieOf = ({ cookies }: TestBrowser) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

/**
 * Opens a connection that sends this and nothing more; returns how long it lasted, in seconds, and what it received.
 */
function half(request: string): Promise<{ lastedS: number; reply: string }> {
  const begun = performance.now();
  const socket = connect(port, '127.0.0.1', () => request && socket.write(request));
  let response = '';
  socket.on('data', (bytes: Buffer) => (response += bytes.toString()));
  socket.on('error', () => {});
  return new Promise((resolve) => {
    socket.on('close', () =>
      resolve({ lastedS: (performance.now() - begun) / 1000, reply: response.split('\r\n')[0] ?? '' }),
    );
  });
}

test('a client that sends nothing, or half of the headers, is disconnected within 15 s', async () => {
  expect(HTTP_TIMES.headers + HTTP_TIMES.checkEvery).toBeLessThan(15_000);
  const usual = await createHttpApp(fixture.services);
  expect(usual.server).toMatchObject({ headersTimeout: HTTP_TIMES.headers, requestTimeout: HTTP_TIMES.upload });
  await usual.close();
  const begun = ['', 'GET', 'POST /1.html HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\n'].map((request) =>
    half(request),
  );
  for (const { lastedS, reply: response } of await Promise.all(begun)) {
    expect(lastedS).toBeGreaterThan(0.9);
    expect(lastedS).toBeLessThan(4);
    expect(response).toBe('HTTP/1.1 408 Request Timeout');
  }
});

test('an address has a limited number of connections', async () => {
  const flood = Array.from({ length: 40 }, () => connect(port, '127.0.0.1').on('error', () => {}));
  await expect.poll(() => refused.length).toBe(20);
  for (const socket of flood) socket.destroy();
  await expect.poll(async () => (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null))?.status).toBe(200);
});

test('a link of a former version redirects to the one whose token no proxy sees', async () => {
  const reply = await fixture.app.inject('/track-vehicle/shared/abc_DEF-123');
  expect(reply.statusCode).toBe(303);
  expect(reply.headers.location).toBe('/track-vehicle/shared#abc_DEF-123');
  expect(reply.headers['cache-control']).toBe('no-store');
  const odd = await fixture.app.inject('/track-vehicle/shared/%0d%0aSet-Cookie:%20a=b%3Cscript%3E');
  expect(odd.headers.location).toBe('/track-vehicle/shared#%0D%0ASet-Cookie%3A%20a%3Db%3Cscript%3E');
});

test('an untrusted proxy, a late clock and a full disk are shown only to administrators of the root', async () => {
  const admin = await fixture.signedIn();
  const disk = { kind: 'disk', state: 'nearly full', freeBytes: 700_000_000, hoursLeft: null };
  expect((await admin.call('get-server-notices')).rows).toEqual([disk]);
  const headers = { 'x-forwarded-for': '8.8.8.8' };
  await fixture.app.inject({ url: '/', headers, remoteAddress: '8.8.4.4' });
  expect((await admin.call('get-server-notices')).rows).toEqual([disk]);
  // Anybody behind a proxy may send this.
  const anybody = {
    forwarded: 'for=8.8.8.8',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    origin: 'https://a.example',
  };
  for (const url of ['/', '/live']) await fixture.app.inject({ url, headers: anybody, remoteAddress: '172.18.0.2' });
  expect((await admin.call('get-server-notices')).rows).toEqual([disk]);
  expect((await fixture.app.inject('/healthz')).json()).not.toHaveProperty('proxy');
  const own = { ...admin.headers('session'), forwarded: 'for=8.8.8.8' };
  await admin.post({ body: { route: 'get-server-notices' }, headers: own, remoteAddress: '172.18.0.2' });
  const found = { kind: 'untrusted-proxy', address: '172.18.0.2', lastAt: expect.any(String) };
  expect((await admin.call('get-server-notices')).rows).toEqual([found, disk]);
  late = { lateMs: 300_400, devices: 7, received: 8 };
  const clock = { kind: 'late-clock', lateS: 300, devices: 7, heard: 8 };
  expect((await admin.call('get-server-notices')).rows).toEqual([found, clock, disk]);

  const socket = { 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', cookie: cookieOf(admin) };
  const attempt = await fixture.app.inject({ url: '/live', headers: socket, remoteAddress: '172.18.0.2' });
  expect(attempt.statusCode).toBe(426);
  const upgrade = { kind: 'proxy-upgrade', address: '172.18.0.2' };
  expect((await admin.call('get-server-notices')).rows).toMatchObject([found, upgrade, clock, disk]);

  const organisationId = await addOrganisation(fixture.database, 'Below');
  const grants = { organisations: ['view'] as const };
  await addUser(fixture.database, { username: 'below', password: PASSWORD, organisationId, grants });
  const below = await fixture.signedIn('below', PASSWORD);
  expect((await below.call('get-server-notices')).rows).toEqual([]);
  await addUser(fixture.database, { username: 'viewer', password: PASSWORD, organisationId: 1, grants: {} });
  const viewer = await fixture.signedIn('viewer', PASSWORD);
  expect((await viewer.call('get-server-notices')).status).toBe(403);
});
