import type { Browser, BrowserContext, Page, Response } from 'playwright-core';

export interface PageOptions {
  phone?: boolean;
  dark?: boolean;
  /** Enables animations, as most people have them; expensive, because the map is rendered in software. */
  motion?: boolean;
  /** Exposes the map's vehicles to the test (`window.__milepost`); without it the page is as in production. */
  watchMap?: boolean;
  /**
   * Draws the pixels of maps. Without it maps are complete except for their pixels: nearly all tests check coordinates,
   * cameras and overlays, and software rendering takes a second per map, a third of the time of these tests.
   */
  draws?: boolean;
  /** Pixels, if neither the usual size nor a phone's. */
  viewport?: { width: number; height: number };
  /** The browser's time zone; different from the organisation's, because nothing may depend on it. */
  timezoneId?: string;
  /** Accepts an untrusted certificate. */
  ignoreHTTPSErrors?: boolean;
  /** A browser context that was never used before and is not reused: for tests that change more than its storage. */
  fresh?: boolean;
  /** The storage state of another window's context (`storageState`): opens the page signed in. */
  session?: Session;
}

export type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

export interface TestPage {
  page: Page;
  context: BrowserContext;
  /** All problems so far: errors in the console, failed requests, rejected calls. */
  problems: string[];
}

/** Wide enough for the open menu; no larger, because the map is rendered in software. */
const WIDE = { width: 1200, height: 720 };
const PHONE = { width: 390, height: 844 };

/** WebGL without the drawing itself. */
const WITHOUT_PIXELS = `for (const name of ['drawArrays', 'drawElements', 'drawArraysInstanced', 'drawElementsInstanced']) {
  WebGL2RenderingContext.prototype[name] = () => {};
}`;

/** Opens a window with its own storage. */
export async function openPage(browser: Browser, options: PageOptions = {}): Promise<TestPage> {
  return openIn(await newContext(browser, options), options);
}

/** A browser context with its own storage, cookies and cache, without a window. */
export async function newContext(browser: Browser, options: PageOptions): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: sizeOf(options),
    hasTouch: options.phone ?? false,
    locale: 'en-GB',
    timezoneId: options.timezoneId ?? 'Asia/Kolkata',
    permissions: ['clipboard-read', 'clipboard-write'],
    reducedMotion: options.motion ? 'no-preference' : 'reduce',
    ignoreHTTPSErrors: options.ignoreHTTPSErrors ?? false,
    ...(options.session && { storageState: options.session }),
  });
  context.setDefaultTimeout(15_000);
  if (options.watchMap) await context.addInitScript(`localStorage.setItem('milepost-e2e', '1')`);
  if (!options.draws) await context.addInitScript(WITHOUT_PIXELS);
  if (options.dark) await context.addInitScript(`localStorage.setItem('theme', 'dark')`);
  return context;
}

/** A key of the context's options: windows with the same key can be opened in one context after each other. */
export const contextKind = ({
  phone,
  dark,
  motion,
  watchMap,
  draws,
  timezoneId,
  ignoreHTTPSErrors,
}: PageOptions): string => JSON.stringify([phone, dark, motion, watchMap, draws, timezoneId, ignoreHTTPSErrors]);

const sizeOf = ({ viewport, phone }: PageOptions) => viewport ?? (phone ? PHONE : WIDE);

/** Opens a window in a context that was created with the same options. */
export async function openIn(context: BrowserContext, options: PageOptions): Promise<TestPage> {
  return watchPage(await context.newPage(), options);
}

/** Sets the size of a window, and records problems in it from now on. */
export async function watchPage(page: Page, options: PageOptions): Promise<TestPage> {
  const { width, height } = sizeOf(options);
  const size = page.viewportSize();
  if (size?.width !== width || size.height !== height) await page.setViewportSize({ width, height });
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`error: ${error.stack ?? error.message}`));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // Leaving a page aborts its pending requests.
    if (reason !== 'net::ERR_ABORTED') problems.push(`request: ${request.url()} ${reason}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`response: ${response.status()} ${response.url()}`);
    if (response.request().method() === 'POST') void noteRefusal(response, problems);
  });
  return { page, context: page.context(), problems };
}

/** A call always replies with HTTP 200; its own status is in the body. */
async function noteRefusal(response: Response, problems: string[]): Promise<void> {
  // A page that was left before the reply has no body any more.
  const body: { status?: number; message?: string } | null = await response.json().catch(() => null);
  if (body === null || body.status === 200) return;
  problems.push(`call: ${response.request().postData()?.slice(0, 60)} ${body.status} ${body.message}`);
}

/** The page's local storage under the application's address. */
export async function localStorageOf(context: BrowserContext): Promise<Record<string, string>> {
  const { origins } = await context.storageState();
  return Object.fromEntries(origins.flatMap((one) => one.localStorage).map(({ name, value }) => [name, value]));
}
