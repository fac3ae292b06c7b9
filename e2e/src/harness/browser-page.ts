import type { Browser, BrowserContext, Page, Response } from 'playwright-core';

export interface PageOptions {
  phone?: boolean;
  dark?: boolean;
  /** Lets things glide and pulse, as most people have it; costly, because the map is drawn in software. */
  motion?: boolean;
  /** Shows the map's vehicles to the test (`window.__milepost`); without it the page is as people have it. */
  watchMap?: boolean;
  /**
   * Draws maps to the last pixel. Without it they are all there but for the pixels: nearly all tests ask for places, cameras
   * and what lies over the map, and the processor draws a map in a second, a third of all work of these tests.
   */
  draws?: boolean;
  /** Pixels, where it is neither the usual size nor a phone's. */
  viewport?: { width: number; height: number };
  /** Where the browser is; not where the organisation is, because nothing may follow it. */
  timezoneId?: string;
  /** Takes a certificate that nobody vouches for. */
  ignoreHTTPSErrors?: boolean;
  /** A browser that was never used before, and is not used again: for what changes more of it than its storage. */
  fresh?: boolean;
  /** What another window's context holds (`storageState`): opens it signed in. */
  session?: Session;
}

export type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

export interface TestPage {
  page: Page;
  context: BrowserContext;
  /** Everything that went wrong so far: errors in the console, requests that failed, calls that were refused. */
  problems: string[];
}

/** Wide enough for the open menu; no larger, because the map is drawn in software. */
const WIDE = { width: 1200, height: 720 };
const PHONE = { width: 390, height: 844 };

/** WebGL with everything but the drawing itself. */
const WITHOUT_PIXELS = `for (const name of ['drawArrays', 'drawElements', 'drawArraysInstanced', 'drawElementsInstanced']) {
  WebGL2RenderingContext.prototype[name] = () => {};
}`;

/** Opens a window with a storage of its own. */
export async function openPage(browser: Browser, options: PageOptions = {}): Promise<TestPage> {
  return openIn(await newContext(browser, options), options);
}

/** A browser's own storage, cookies and cache, without a window. */
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

/** What a context was made with: windows that differ in nothing of it can be opened in the same one after the other. */
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

/** Opens a window in a context that was made with the same options. */
export async function openIn(context: BrowserContext, options: PageOptions): Promise<TestPage> {
  return watchPage(await context.newPage(), options);
}

/** Gives a window its size, and notes from now on what goes wrong in it. */
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
    // Leaving a page ends what it was still fetching.
    if (reason !== 'net::ERR_ABORTED') problems.push(`request: ${request.url()} ${reason}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`response: ${response.status()} ${response.url()}`);
    if (response.request().method() === 'POST') void noteRefusal(response, problems);
  });
  return { page, context: page.context(), problems };
}

/** A call answers with 200 by HTTP whatever it says; its own status is in the body. */
async function noteRefusal(response: Response, problems: string[]): Promise<void> {
  // A page that was left while the answer came has none any more.
  const body: { status?: number; message?: string } | null = await response.json().catch(() => null);
  if (body === null || body.status === 200) return;
  problems.push(`call: ${response.request().postData()?.slice(0, 60)} ${body.status} ${body.message}`);
}

/** What the page keeps under the application's address. */
export async function localStorageOf(context: BrowserContext): Promise<Record<string, string>> {
  const { origins } = await context.storageState();
  return Object.fromEntries(origins.flatMap((one) => one.localStorage).map(({ name, value }) => [name, value]));
}
