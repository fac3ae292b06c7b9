import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { openPage, type TestPage } from './harness/browser-page.ts';
import { signInByCall } from './harness/caller.ts';
import { launchChromium } from './harness/chromium.ts';
import { addDrivenVehicle, CORNER, type DrivenVehicle } from './harness/fleet.ts';
import { type PathProxy, startPathProxy } from './harness/path-proxy.ts';
import { startServer, type TestServer } from './harness/server-process.ts';
import { fillSignIn, signIn } from './harness/sign-in.ts';
import { waitUntil } from './harness/until.ts';

/** Like nginx with `proxy_pass` alone: neither `Host` nor upgrades are passed on. */
const BARE = { upgrades: false, keepsHost: false } as const;
let proxy: PathProxy;
let server: TestServer;
let browser: Browser;
let vehicle: DrivenVehicle;
const pages: TestPage[] = [];

beforeAll(async () => {
  proxy = await startPathProxy({ upgrades: false });
  [server, browser] = await Promise.all([startServer(), launchChromium()]);
  proxy.leadTo(server.address);
  vehicle = await addDrivenVehicle(server, await signInByCall(server), 'SBX 12');
  await vehicle.tracker.report({ ...CORNER, speedKph: 0, ignition: false });
});
afterEach(async () => {
  for (const { context } of pages.splice(0)) await context.close();
});
afterAll(async () => {
  vehicle?.tracker.close();
  await browser?.close();
  proxy?.close();
  await server?.close();
});

async function open(): Promise<TestPage> {
  const opened = await openPage(browser);
  pages.push(opened);
  return opened;
}

test('without Upgrade the live map shows this with the remedy, continues by calls, and by the WebSocket once that works', async () => {
  proxy.set({ upgrades: false });
  const opened = await open();
  const { page } = opened;
  await signIn(opened, { ...server, address: proxy.address, password: server.password }, { path: '/track-vehicle' });
  const badge = page.getByTestId('live-badge');
  const row = page.getByTestId(`vehicle-row-${vehicle.id}`);
  await waitUntil('updates to come by calls', async () => (await badge.getAttribute('data-by-calls')) === 'true');
  expect(await badge.textContent()).toContain('Live, with a short delay');
  await page.getByRole('button', { name: 'Updates arrive with a short delay' }).click();
  await page.getByTestId('connection-sign').getByText('Configure it to pass WebSockets on').waitFor();
  await vehicle.tracker.report({ ...CORNER, speedKph: 50, ignition: true });
  await waitUntil('the vehicle to run', async () => (await row.getAttribute('data-status')) === 'running');
  await vehicle.tracker.report({ ...CORNER, speedKph: 0, ignition: false });

  const health: unknown = await (await fetch(`${server.address}/healthz`)).json();
  expect(JSON.stringify(health)).toContain('does not forward Upgrade');
  expect(server.log().split('refuses the live connection').length).toBe(2);
  await page.goto(`${proxy.address}/admin/users`);
  await page.getByText('The proxy at 127.0.0.1 blocks the live connection').waitFor();

  proxy.set({ upgrades: true });
  await page.goto(`${proxy.address}/track-vehicle`);
  await waitUntil('the WebSocket to serve', async () => (await badge.textContent())?.startsWith('Live ·') === true);
  expect(await page.getByTestId('connection-sign').count()).toBe(0);
  const mended: unknown = await (await fetch(`${server.address}/healthz`)).json();
  expect(JSON.stringify(mended)).not.toContain('Upgrade');
});

test('a page below a path that PUBLIC_URL lacks explains the missing setting if its files do not arrive', async () => {
  const below = await startPathProxy({ path: '/fleet', strips: true });
  below.leadTo(server.address);
  try {
    const { page } = await open();
    await page.goto(`${below.address}/`);
    await page.locator('#root').getByText('set PUBLIC_URL to the whole address').waitFor({ state: 'attached' });
  } finally {
    below.close();
  }
});

test('without Host the sign-in page names the proxy and the cure', async () => {
  proxy.set(BARE);
  const { page } = await open();
  await page.goto(`${proxy.address}/authentication/signin`);
  await fillSignIn(page, server.username, server.password);
  await page.getByRole('alert').getByText('proxy_set_header Host $http_host').waitFor();
  expect(server.log()).toContain('changes the Host header');
});
