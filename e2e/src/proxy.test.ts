import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { openPage, type TestPage } from './harness/browser-page.ts';
import { signInByCall } from './harness/caller.ts';
import { launchChromium } from './harness/chromium.ts';
import { inDatabase } from './harness/database.ts';
import { addDrivenVehicle, CORNER, type DrivenVehicle } from './harness/fleet.ts';
import { type FrontProxy, startFrontProxy } from './harness/front-proxy.ts';
import { type ClientFrom, type Http2Client, http2Client } from './harness/http2-client.ts';
import { startServer, type TestServer } from './harness/server-process.ts';
import { signIn } from './harness/sign-in.ts';
import { waitUntil } from './harness/until.ts';

/** Another address of this machine to call from. */
const ELSEWHERE: ClientFrom = process.platform === 'darwin' ? { host: '::1' } : { localAddress: '127.0.0.2' };

const environment: Record<string, string> = { TRUSTED_PROXIES: '127.0.0.1' };
let proxy: FrontProxy;
let server: TestServer;
let browser: Browser;
let vehicle: DrivenVehicle;
const pages: TestPage[] = [];
const clients: Http2Client[] = [];
let slow: Http2Client | undefined;

beforeAll(async () => {
  proxy = await startFrontProxy();
  environment['PUBLIC_URL'] = proxy.address;
  [server, browser] = await Promise.all([startServer({ environment }), launchChromium()]);
  proxy.leadTo(server.address);
  vehicle = await addDrivenVehicle(server, await signInByCall(server), 'SBX 12');
  await vehicle.tracker.report({ ...CORNER, speedKph: 0, ignition: false });
});
afterEach(async () => {
  for (const { context } of pages.splice(0)) await context.close();
  for (const one of clients.splice(0)) one.close();
});
afterAll(async () => {
  slow?.close();
  vehicle?.tracker.close();
  await browser?.close();
  proxy?.close();
  await server?.close();
});

/** A browser window at the proxy, signed in through the screen. */
async function open(path: string): Promise<TestPage> {
  const opened = await openPage(browser, { ignoreHTTPSErrors: true });
  pages.push(opened);
  await signIn(opened, { ...server, address: proxy.address, username: 'admin', password: server.password }, { path });
  return opened;
}

function client(from: ClientFrom = {}): Http2Client {
  const made = http2Client(proxy.address, from);
  clients.push(made);
  return made;
}

/** The number of clients that send a body byte by byte. */
const SLOW = 60;
/** The slow clients continue while the other tests run. */
const slowOnes = { begun: 0, statuses: new Array<number>() };

test('slow clients hold up nobody', async () => {
  slow?.close();
  slow = http2Client(proxy.address, ELSEWHERE);
  const body = { ':method': 'POST', ':path': '/1.html', 'content-type': 'application/json', 'content-length': '1000' };
  slowOnes.begun = performance.now();
  slowOnes.statuses = [];
  const { statuses } = slowOnes;
  for (let i = 0; i < SLOW; i++) {
    const stream = slow.begin(body, false);
    stream.on('error', () => {}).write('{');
    const dripping = setInterval(() => !stream.destroyed && stream.write(' '), 1000);
    stream.on('response', (headers) => statuses.push(Number(headers[':status'])));
    stream.on('close', () => clearInterval(dripping));
  }
  // Clients that do not read: their responses stay in the proxy.
  const reader = client(ELSEWHERE);
  for (let i = 0; i < 30; i++)
    reader
      .begin({ ':method': 'GET', ':path': '/' }, true)
      .pause()
      .on('error', () => {});
  const person = client();
  expect(await person.signIn('admin', server.password)).toBe(200);
  for (let i = 0; i < 10; i++) {
    const startedAt = performance.now();
    expect((await person.call('get-vehicle-list')).status).toBe(200);
    expect(performance.now() - startedAt).toBeLessThan(3000);
  }
});

test('sign-in over TLS and HTTP/2, and the live view by a WebSocket', async () => {
  const { page, problems } = await open('/track-vehicle');
  const protocol = await page.evaluate(`performance.getEntriesByType('navigation')[0].nextHopProtocol`);
  expect(protocol).toBe('h2');
  const cookies = await page.context().cookies();
  expect(cookies.length).toBeGreaterThan(1);
  expect(cookies.every(({ secure }) => secure)).toBe(true);
  const row = page.getByTestId(`vehicle-row-${vehicle.id}`);
  await waitUntil('the vehicle to stand', async () => (await row.getAttribute('data-status')) === 'stopped');
  await vehicle.tracker.report({ ...CORNER, speedKph: 50, ignition: true });
  await waitUntil('the vehicle to run', async () => (await row.getAttribute('data-status')) === 'running');
  expect(problems).toEqual([]);
});

test('a file that is imported arrives whole', async () => {
  const { page, problems } = await open('/geo-fence');
  const rows = Array.from({ length: 400 }, (_, i) => `Gate ${i} ${'x'.repeat(50)},-34.85,${-56 - i / 1000},150,gate`);
  const text = ['name,lat,lon,radiusM,tags', ...rows, ''].join('\n');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Import a file' }).click();
  const dialog = page.getByRole('dialog');
  const file = { name: 'gates.csv', mimeType: 'text/plain', buffer: Buffer.from(text) };
  await dialog.locator('input[type=file]').setInputFiles(file);
  await dialog.getByRole('button', { name: 'Add 400 geofences' }).click();
  await page.getByTestId('fence-list').getByText('Gate 0 ').waitFor();
  expect(problems).toEqual([]);
});

test('limits count by the address of the client, which it cannot choose by a header', async () => {
  const attacker = client(ELSEWHERE);
  for (let i = 0; i < 20; i++) expect(await attacker.signIn(`name${i}`, 'wrong')).toBe(422);
  expect(await attacker.signIn('one more', 'wrong')).toBe(429);
  const forging = client({ ...ELSEWHERE, headers: { 'x-forwarded-for': '8.8.8.8', forwarded: 'for=8.8.8.8' } });
  expect(await forging.signIn('one more', 'wrong')).toBe(429);
  const person = client();
  expect(await person.signIn('admin', server.password)).toBe(200);
  const sessions = await person.call('get-own-sessions');
  expect(JSON.stringify(sessions)).toMatch(/"address":"(::ffff:)?127\.0\.0\.1"/);
  expect(JSON.stringify(sessions)).not.toContain('8.8.8.8');
});

test('slow clients are sent away', async () => {
  // 30 s for a request and its body, and Node checks every two seconds.
  await waitUntil('the slow clients to be answered', () => slowOnes.statuses.length === SLOW, 45_000);
  expect(performance.now() - slowOnes.begun).toBeGreaterThan(20_000);
  expect([...new Set(slowOnes.statuses)]).toEqual([408]);
});

test('an untrusted proxy is reported to the administrator immediately, and does not lock out signed-in people', async () => {
  const person = client();
  expect(await person.signIn('admin', server.password)).toBe(200);
  await server.halt();
  environment['TRUSTED_PROXIES'] = '';
  await server.start();
  proxy.leadTo(server.address);
  const attacker = client(ELSEWHERE);
  for (let i = 0; i < 20; i++) expect(await attacker.signIn(`other${i}`, 'wrong')).toBe(422);
  expect(await attacker.signIn('admin', 'wrong')).toBe(429);
  expect(await client().signIn('admin', server.password)).toBe(429);
  expect((await person.call('get-vehicle-list')).status).toBe(200);
  expect(await person.signIn('admin', server.password)).toBe(200);
  expect(server.log()).toContain('Set TRUSTED_PROXIES');

  // This window is new there, and would otherwise be throttled by its address.
  await inDatabase(server, 'DELETE FROM sign_in_failures');
  const { page } = await open('/admin/users');
  await page.getByText('Set TRUSTED_PROXIES=127.0.0.1 and restart the server').waitFor();
});
