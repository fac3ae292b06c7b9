import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { openPage, type TestPage } from './harness/browser-page.ts';
import { signInByCall } from './harness/caller.ts';
import { launchChromium } from './harness/chromium.ts';
import { addDrivenVehicle, CORNER, type DrivenVehicle } from './harness/fleet.ts';
import { type PathProxy, startPathProxy } from './harness/path-proxy.ts';
import { startServer, type TestServer } from './harness/server-process.ts';
import { signIn } from './harness/sign-in.ts';
import { waitUntil } from './harness/until.ts';

const BASE = '/y';
let stripping: PathProxy;
let passing: PathProxy;
let server: TestServer;
let browser: Browser;
let vehicle: DrivenVehicle;
const pages: TestPage[] = [];

beforeAll(async () => {
  [stripping, passing] = await Promise.all([
    startPathProxy({ path: BASE, strips: true }),
    startPathProxy({ path: BASE, strips: false }),
  ]);
  const environment = { PUBLIC_URL: `${stripping.address}/` };
  [server, browser] = await Promise.all([startServer({ environment }), launchChromium()]);
  stripping.leadTo(server.address);
  passing.leadTo(server.address);
  vehicle = await addDrivenVehicle(server, await signInByCall(server), 'SBX 12');
  await vehicle.tracker.report({ ...CORNER, speedKph: 0, ignition: false });
});
afterEach(async () => {
  for (const { context } of pages.splice(0)) await context.close();
});
afterAll(async () => {
  vehicle?.tracker.close();
  await browser?.close();
  stripping?.close();
  passing?.close();
  await server?.close();
});

describe.each([
  ['strips the path', () => stripping],
  ['passes the path on', () => passing],
] as const)('behind a proxy that %s', (_name, proxyOf) => {
  async function open(path: string): Promise<TestPage> {
    const opened = await openPage(browser);
    pages.push(opened);
    const { address } = proxyOf();
    await signInAt(opened, address, path);
    return opened;
  }

  test('people sign in, see the live map move, reload a deep link, export a file, and sign out', async () => {
    const { page, problems, context } = await open('/track-vehicle');
    const row = page.getByTestId(`vehicle-row-${vehicle.id}`);
    await waitUntil('the vehicle to stand', async () => (await row.getAttribute('data-status')) === 'stopped');
    await vehicle.tracker.report({ ...CORNER, speedKph: 50, ignition: true });
    await waitUntil('the vehicle to run', async () => (await row.getAttribute('data-status')) === 'running');
    await vehicle.tracker.report({ ...CORNER, speedKph: 0, ignition: false });
    for (const cookie of await context.cookies()) expect(cookie).toMatchObject({ path: BASE });
    await row.click();
    await page.waitForURL((url) => url.pathname === `${BASE}/track-vehicle/${vehicle.id}`);
    await page.reload();
    await page.getByTestId('vehicle-card').waitFor();

    await page.goto(`${proxyOf().address}/reports/trips`);
    await page.getByRole('heading', { level: 1, name: 'Trips' }).waitFor();
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download', { timeout: 60_000 }),
      page.getByRole('menuitem', { name: 'CSV' }).click(),
    ]);
    expect(new URL(download.url()).pathname).toMatch(/^\/y\/downloads\/\d+$/);
    expect((await readFile(await download.path(), 'utf8')).length).toBeGreaterThan(0);
    expect(problems).toEqual([]);
    await page.evaluate(`localStorage.setItem('hassTokens', 'of another application at this host')`);
    await page.getByRole('button', { name: 'Administrator' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await page.waitForURL((url) => url.pathname === `${BASE}/authentication/signin`);
    expect(await page.evaluate<string[]>('Object.keys(localStorage)')).toContain('hassTokens');
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('milepost_session');
  });

  test('the link of a share opens below the path, also that of a former version, without an account', async () => {
    const admin = await signInByCall(server);
    const { token } = await admin.ask('create-share', { vehicleId: vehicle.id });
    for (const way of [`shared#${token}`, `shared/${token}`]) {
      const opened = await openPage(browser);
      pages.push(opened);
      await opened.page.goto(`${proxyOf().address}/track-vehicle/${way}`);
      await opened.page.getByText('SBX 12').first().waitFor();
      expect(new URL(opened.page.url()).pathname).toBe(`${BASE}/track-vehicle/shared`);
      expect(opened.problems).toEqual([]);
    }
  });

  test('the page requests nothing outside of the path, and the offline page is cached below it', async () => {
    const opened = await openPage(browser, { fresh: true });
    pages.push(opened);
    const { page } = opened;
    const outside: string[] = [];
    page.on('request', (request) => {
      const { origin, pathname } = new URL(request.url());
      if (origin === new URL(proxyOf().address).origin && !`${pathname}/`.startsWith(`${BASE}/`))
        outside.push(pathname);
    });
    await signInAt(opened, proxyOf().address, '/track-vehicle');
    await page.getByTestId(`vehicle-row-${vehicle.id}`).click();
    await page.getByRole('button', { name: 'Public link' }).waitFor();
    const scope = await page.evaluate<string>(
      `navigator.serviceWorker.register('${BASE}/service-worker.js').then((one) => one.scope)`,
    );
    expect(new URL(scope).pathname).toBe(`${BASE}/`);
    const keys = await page.evaluate<string[]>('Object.keys(localStorage)');
    expect(keys.filter((key) => !key.startsWith(`${BASE}:`) && !key.startsWith('milepost-e2e'))).toEqual([]);
    expect(outside).toEqual([]);
  });
});

/** Signs in through the screen, which is shown below the path. */
async function signInAt(opened: TestPage, address: string, path: string): Promise<void> {
  await signIn(opened, { ...server, address, password: server.password }, { path });
  expect(new URL(opened.page.url()).pathname.startsWith(`${BASE}/`)).toBe(true);
}
