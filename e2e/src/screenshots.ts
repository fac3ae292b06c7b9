// npm run screenshots: pictures of the screens over a live demo fleet with its past week, for docs/screenshots.
// -- --server http://127.0.0.1:8080 --password … [--only history,timeline]: of a demo that runs already.
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { openPage, type Session, type TestPage } from './harness/browser-page.ts';
import { signInByCall } from './harness/caller.ts';
import { launchChromium } from './harness/chromium.ts';
import { newImei, CORNER } from './harness/fleet.ts';
import { startServer, type TestServer } from './harness/server-process.ts';
import { fillSignIn } from './harness/sign-in.ts';
import { connectDevice } from './harness/device.ts';
import { waitUntil } from './harness/until.ts';
import { choose, SCREENS, type Shown, type Size, SIZES, VEHICLES } from './screenshot-screens.ts';

const FOLDER = path.join(import.meta.dirname, '../../docs/screenshots');
/** About half of the fleet is working at any hour; some of it is at its stops. */
const MOVING_MIN = 12;
const ALIVE_WITHIN_MS = 4 * 60_000;
/** Data of the past week arrives newest last; it is complete when nothing is left to be recomputed. */
const PAST_WITHIN_MS = 15 * 60_000;

const { values: given } = parseArgs({
  options: {
    server: { type: 'string' },
    password: { type: 'string', default: '' },
    'gt06-port': { type: 'string', default: '5023' },
    only: { type: 'string' },
  },
});
const only = given.only?.split(',');

async function main(): Promise<void> {
  if (!only) await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const server = given.server === undefined ? await startServer({ demoVehicles: VEHICLES }) : running(given.server);
  const browser = await launchChromium();
  try {
    const tracker = await connectDevice(server, newImei());
    await tracker.login();
    tracker.send({ ...CORNER, speedKph: 24, courseDeg: 120, odometerM: 48_211_300 });
    const session = await waitForLife(browser, server);
    await waitForPast(server);
    const shown = await choose(await signInByCall(server));
    for (const size of ['wide', 'phone'] as const) {
      for (const dark of [false, true]) await takeAll(browser, server, session, shown, size, dark);
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

/**
 * Signs in, and waits until the backlog is processed and vehicles are moving. @returns the session for the pictures
 */
async function waitForLife(browser: Browser, server: TestServer): Promise<Session> {
  const { page, context } = await openPage(browser);
  await page.goto(`${server.address}/track-vehicle`);
  await fillSignIn(page, server.username, server.password);
  const count = async (status: string) => Number(await page.getByTestId(`status-count-${status}`).innerText());
  process.stdout.write('Waiting for the demo fleet to be on the road …\n');
  await waitUntil('the fleet', async () => (await count('all')) === VEHICLES, 60_000);
  await waitUntil('vehicles on the move', async () => (await count('running')) >= MOVING_MIN, ALIVE_WITHIN_MS);
  const session = await context.storageState();
  await context.close();
  return session;
}

const noop = () => Promise.resolve();

/** A server that somebody else started, which is not stopped. */
function running(address: string): TestServer {
  return {
    address,
    ports: { gt06: Number(given['gt06-port']) },
    username: 'admin',
    password: given.password,
    dataDir: '',
    databaseUrl: null,
    log: () => '',
    halt: noop,
    start: noop,
    close: noop,
  };
}

/** Waits until devices send no more from their memory than live, and no late data is left to be processed. */
async function waitForPast(server: TestServer): Promise<void> {
  const read = async (name: string) => {
    const metrics = await (await fetch(`${server.address}/metrics`)).text();
    return Number(
      metrics
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')[1],
    );
  };
  const stored = () => read('milepost_positions_stored_total{kind="new"}');
  process.stdout.write('Waiting for its past week …\n');
  const end = Date.now() + PAST_WITHIN_MS;
  for (let before = await stored(); Date.now() < end;) {
    await setTimeout(5000);
    const now = await stored();
    if (now - before < 5 * VEHICLES && (await read('milepost_recompute_waiting')) === 0) return;
    before = now;
  }
  throw new Error('The past week did not arrive in time.');
}

async function takeAll(
  browser: Browser,
  server: TestServer,
  session: Session,
  shown: Shown,
  size: Size,
  dark: boolean,
) {
  const look = dark ? 'dark' : 'light';
  const take = async (name: string, { page }: TestPage) => {
    await page.evaluate('document.fonts.ready.then(() => true)');
    await page.screenshot({ path: path.join(FOLDER, `${name}-${size}-${look}.png`), timeout: 60_000 });
    process.stdout.write(`${name}-${size}-${look}\n`);
  };
  const options = { viewport: SIZES[size], dark, watchMap: true, draws: true };
  if (!only || only.includes('sign-in')) await takeSignIn();
  async function takeSignIn() {
    const guest = await openPage(browser, options);
    await guest.page.goto(`${server.address}/authentication/signin`);
    await guest.page.getByLabel('User name').waitFor();
    await take('sign-in', guest);
    await guest.context.close();
  }

  const opened = await openPage(browser, { ...options, session });
  for (const screen of SCREENS) {
    if (only && !only.includes(screen.name)) continue;
    const where = typeof screen.path === 'string' ? screen.path : screen.path(shown);
    await opened.page.goto(server.address + where);
    // A picture also shows what is wrong.
    await screen.ready(opened.page, size).catch((error: unknown) => {
      opened.problems.push(`${screen.name}: ${error instanceof Error ? error.message : String(error)}`);
      process.exitCode = 1;
    });
    // Maps and charts render the data that has just arrived.
    await setTimeout(1500);
    await take(screen.name, opened);
  }
  for (const problem of opened.problems) process.stderr.write(`${size} ${look}: ${problem}\n`);
  await opened.context.close();
}

await main();
