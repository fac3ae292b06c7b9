// npm run screenshots: pictures of the screens over a living demo fleet, for docs/screenshots.
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openPage, type Session, type TestPage } from './harness/browser-page.ts';
import { launchChromium } from './harness/chromium.ts';
import { newImei, CORNER } from './harness/fleet.ts';
import { mapDrawn } from './harness/map-probe.ts';
import { startServer, type TestServer } from './harness/server-process.ts';
import { fillSignIn } from './harness/sign-in.ts';
import { connectTracker } from './harness/tracker.ts';
import { until } from './harness/until.ts';

const FOLDER = path.join(import.meta.dirname, '../../docs/screenshots');
const VEHICLES = 62;
/** About half of the fleet is at work at any hour; some of it stands at its stops. */
const MOVING_MIN = 12;
const ALIVE_WITHIN_MS = 4 * 60_000;

const SIZES = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
type Size = keyof typeof SIZES;

interface Screen {
  name: string;
  path: string;
  /** Waits until the screen shows what it is for. */
  ready(page: Page, size: Size): Promise<unknown>;
}

const SCREENS: readonly Screen[] = [
  {
    name: 'live-map',
    path: '/track-vehicle',
    async ready(page, size) {
      await mapDrawn(page);
      if (size === 'phone') await page.getByTestId('sheet-handle').click();
      await page.locator('[data-testid^="vehicle-row-"][data-status="running"]').first().waitFor();
    },
  },
  {
    name: 'vehicle',
    path: '/track-vehicle',
    async ready(page, size) {
      await mapDrawn(page);
      if (size === 'phone') await page.getByTestId('sheet-handle').click();
      await page.locator('[data-testid^="vehicle-row-"][data-status="running"]').first().click();
      await page.getByTestId('card-registration').waitFor();
      await page.getByTestId('card-place').waitFor();
      await until('the camera to be with the vehicle', () => page.evaluate('!window.__milepost.map.isMoving()'));
      await mapDrawn(page);
    },
  },
  {
    name: 'vehicles',
    path: '/vehicle-info',
    ready: (page) => page.getByText(`of ${VEHICLES}`).waitFor(),
  },
  {
    name: 'devices',
    path: '/settings/devices',
    ready: (page) => page.getByText(`of ${VEHICLES}`).waitFor(),
  },
  {
    name: 'connect-device',
    path: '/settings/connect-device',
    async ready(page) {
      const knock = page.getByRole('listitem').filter({ hasText: 'gt06 · tcp' }).first();
      await knock.getByRole('button').first().click();
      await knock.getByText('What it says').waitFor();
    },
  },
];

async function main(): Promise<void> {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const server = await startServer({ demoVehicles: VEHICLES });
  const browser = await launchChromium();
  try {
    const tracker = await connectTracker(server, newImei());
    await tracker.login();
    tracker.send({ ...CORNER, speedKph: 24, courseDeg: 120, odometerM: 48_211_300 });
    const session = await waitForLife(browser, server);
    for (const size of ['wide', 'phone'] as const) {
      for (const dark of [false, true]) await takeAll(browser, server, session, size, dark);
    }
    tracker.close();
  } finally {
    await browser.close();
    await server.close();
  }
  const sizes = await Promise.all(
    (await readdir(FOLDER)).map(async (name) => (await stat(path.join(FOLDER, name))).size),
  );
  const total = sizes.reduce((sum, one) => sum + one, 0);
  process.stdout.write(`${sizes.length} pictures, ${(total / 1e6).toFixed(1)} MB, in ${FOLDER}\n`);
}

/** Signs in, and waits until the backlog is in and vehicles are on the move. @returns the session, for the pictures */
async function waitForLife(browser: Browser, server: TestServer): Promise<Session> {
  const { page, context } = await openPage(browser);
  await page.goto(server.address);
  await fillSignIn(page, server.username, server.password);
  const count = async (status: string) => Number(await page.getByTestId(`status-count-${status}`).innerText());
  process.stdout.write('Waiting for the demo fleet to be on the road …\n');
  await until('the fleet', async () => (await count('all')) === VEHICLES, 60_000);
  await until('vehicles on the move', async () => (await count('running')) >= MOVING_MIN, ALIVE_WITHIN_MS);
  const session = await context.storageState();
  await context.close();
  return session;
}

async function takeAll(browser: Browser, server: TestServer, session: Session, size: Size, dark: boolean) {
  const look = dark ? 'dark' : 'light';
  const take = async (name: string, { page }: TestPage) => {
    await page.evaluate('document.fonts.ready.then(() => true)');
    await page.screenshot({ path: path.join(FOLDER, `${name}-${size}-${look}.png`) });
    process.stdout.write(`${name}-${size}-${look}\n`);
  };
  const options = { viewport: SIZES[size], dark, watchMap: true };
  const stranger = await openPage(browser, options);
  await stranger.page.goto(`${server.address}/authentication/signin`);
  await stranger.page.getByLabel('User name').waitFor();
  await take('sign-in', stranger);
  await stranger.context.close();

  const opened = await openPage(browser, { ...options, session });
  for (const screen of SCREENS) {
    await opened.page.goto(server.address + screen.path);
    await screen.ready(opened.page, size);
    await take(screen.name, opened);
  }
  for (const problem of opened.problems) process.stderr.write(`${size} ${look}: ${problem}\n`);
  await opened.context.close();
}

await main();
