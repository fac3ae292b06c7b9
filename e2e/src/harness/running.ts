import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { PageOptions, Session, TestPage } from './browser-page.ts';
import { leaveSharedChromium, sharedChromium } from './chromium.ts';
import { ContextPool } from './context-pool.ts';
import { type ServerOptions, startServer, type TestServer } from './server-process.ts';
import { signIn } from './sign-in.ts';

/** The time zone of the organisation in these tests: three hours behind UTC. */
export const TIME_ZONE = 'America/Montevideo';

/** The system under test: a server, shared by the tests of a file, and a browser, which other files use as well. */
export interface Running {
  readonly server: TestServer;
  readonly browser: Browser;
  /** Opens a window; it is closed after the test. */
  open(options?: PageOptions): Promise<TestPage>;
  /**
   * Opens a window at a path, signed in as the administrator: at first through the screen, then with the same session.
   */
  openSignedIn(path: string, options?: PageOptions): Promise<TestPage>;
}

/**
 * Test files run one after the other in a process. Its windows are reused, and its servers use the same port in turn:
 * for the browser they are one site, whose scripts are cached.
 */
let sharedContexts: ContextPool | undefined;
let usualPort: number | undefined;

/** Longer than the limits within the hook, so that the error names what hung instead of the hook. */
const CLOSE_WITHIN_MS = 75_000;

/** Starts server and browser before the tests of a file and ends the server after. A failed test shows its logs. */
export function useRunning(options: ServerOptions = {}): Running {
  let server: TestServer | undefined;
  let browser: Browser | undefined;
  let contexts: ContextPool | undefined;
  let pages: TestPage[] = [];
  let session: Session | undefined;

  beforeAll(async () => {
    usualPort = await freePort(usualPort);
    [server, browser] = await Promise.all([
      startServer({ port: usualPort, timeZone: TIME_ZONE, ...options }),
      sharedChromium(),
    ]);
    contexts = sharedContexts ??= new ContextPool(browser);
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await showFailure(task.name, pages, server);
    pages = [];
    try {
      await contexts?.closeWindows();
    } catch (error) {
      // The following tests must not wait for the same browser.
      leaveSharedChromium();
      browser = await sharedChromium();
      contexts = sharedContexts = new ContextPool(browser);
      session = undefined;
      throw error;
    }
  }, CLOSE_WITHIN_MS);
  afterAll(async () => {
    await server?.close();
  });
  const started = () => {
    if (!server) throw new Error('The server has not been started.');
    return server;
  };
  const startedBrowser = () => {
    if (!browser) throw new Error('The browser has not been started.');
    return browser;
  };
  const open = async (pageOptions: PageOptions = {}) => {
    if (!contexts) throw new Error('The browser has not been started.');
    const opened = await contexts.open(pageOptions);
    pages.push(opened);
    return opened;
  };
  return {
    get server() {
      return started();
    },
    get browser() {
      return startedBrowser();
    },
    open,
    async openSignedIn(at, pageOptions = {}) {
      const opened = await open({ ...pageOptions, ...(session && { session }) });
      if (session) {
        await opened.page.goto(started().address + at);
        await opened.page.getByTestId('live-badge').waitFor();
      } else {
        await signIn(opened, started(), { path: at });
        session = await opened.context.storageState();
      }
      return opened;
    },
  };
}

/** Longer logs are truncated: the important part is at the end. */
const LOG_SHOWN = 6000;

async function showFailure(name: string, pages: readonly TestPage[], server: TestServer | undefined): Promise<void> {
  const folder = path.join(tmpdir(), 'milepost-e2e-failures');
  mkdirSync(folder, { recursive: true });
  for (const [index, { page, problems }] of pages.entries()) {
    const file = path.join(folder, `${name.replaceAll(/\W+/g, '-').slice(0, 80)}-${index + 1}.png`);
    await page.screenshot({ path: file, timeout: 5000 }).catch(() => {});
    const lines = [`The page at ${page.url()} is in ${file}`, ...problems.map((problem) => `  ${problem}`)];
    process.stderr.write(`${lines.join('\n')}\n`);
  }
  if (server) process.stderr.write(`The server's log ends with:\n${server.log().slice(-LOG_SHOWN)}\n`);
}

/** Below the range that systems use for connections, so that a port is not taken by chance between two servers. */
const [FIRST, COUNT] = [20_000, 10_000];
const MAX_TRIES = 100;

/** A free TCP port of this machine: the wanted one if it is free. */
async function freePort(wanted?: number): Promise<number> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const port = tries === 0 && wanted !== undefined ? wanted : FIRST + Math.floor(Math.random() * COUNT);
    if (await isFree(port)) return port;
  }
  throw new Error(`None of ${MAX_TRIES} ports was free.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
