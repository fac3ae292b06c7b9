import type { Browser, BrowserContext, Page } from 'playwright-core';
import {
  contextKind,
  newContext,
  openIn,
  type PageOptions,
  type Session,
  type TestPage,
  watchPage,
} from './browser-page.ts';
import { withTimeout } from './within.ts';

/** A static file of the server: an idle window stays there until its next test. */
const WAITING_AT = '/mark.svg';

/** A shorter limit than that of a test's calls for a window with a hanging page, which would delay its whole file. */
const SET_ASIDE_WITHIN_MS = 30_000;
const CLOSED_WITHIN_MS = 15_000;

/** Windows that no other test may use, for example because of changed calls. */
const spoiled = new WeakSet<Page>();

/** Excludes this window from reuse by other tests. */
export const spoil = (page: Page): void => void spoiled.add(page);

/**
 * Opens windows one after the other in the same context, and reuses one window for all tests of a context: the
 * browser's cache stays filled, and its process need not start again, which is more than half of the cost of opening a
 * page. Storage and cookies are those of a new one.
 */
export class ContextPool {
  readonly #browser: Browser;
  /** Unused contexts, by their kind. */
  readonly #free = new Map<string, BrowserContext[]>();
  readonly #used = new Map<BrowserContext, string | null>();

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  async open(options: PageOptions): Promise<TestPage> {
    const kind = options.fresh ? null : contextKind(options);
    const pooled = kind === null ? undefined : this.#free.get(kind)?.pop();
    // The window sets the size, so contexts get no viewport of their own.
    const { viewport: _, ...rest } = options;
    const context = pooled ?? (await newContext(this.#browser, rest));
    this.#used.set(context, kind);
    if (!pooled) return openIn(context, options);
    const [window] = pooled.pages();
    if (window && (await takeUp(window, options.session))) return watchPage(window, options);
    await window?.close();
    await pooled.setStorageState(options.session ?? { cookies: [], origins: [] });
    return openIn(pooled, options);
  }

  /**
   * Closes all windows except one per context, which loses its page and its storage.
   * @throws WaitedInVain if the browser fails to close one: it is unusable then
   */
  async closeWindows(): Promise<void> {
    const used = [...this.#used];
    this.#used.clear();
    for (const [context, kind] of used) {
      if (kind === null) {
        await withTimeout('a browser context to close', context.close(), CLOSED_WITHIN_MS);
      } else {
        const [first, ...others] = context.pages();
        for (const page of others) await closed(page);
        if (first && !(await setAside(first))) await closed(first);
        this.#free.set(kind, [...(this.#free.get(kind) ?? []), context]);
      }
    }
  }
}

const closed = (page: Page) => withTimeout(`the window at ${page.url()} to close`, page.close(), CLOSED_WITHIN_MS);

/** Navigates away from a window's page. @returns false if that failed, in which case the window is unusable */
async function setAside(page: Page): Promise<boolean> {
  if (spoiled.has(page) || !page.url().startsWith('http:')) return false;
  page.removeAllListeners();
  try {
    return await withTimeout(`the window at ${page.url()} to be left`, leave(page), SET_ASIDE_WITHIN_MS);
  } catch {
    // Its server has ended, or it has crashed, or it hangs.
    return false;
  }
}

async function leave(page: Page): Promise<boolean> {
  await page.unrouteAll();
  const there = await page.goto(new URL(WAITING_AT, page.url()).href);
  await page.mouse.move(0, 0);
  await page.evaluate('localStorage.clear(); sessionStorage.clear()');
  return there?.ok() === true;
}

/** Gives an idle window a session, or none. @returns true if that succeeded */
async function takeUp(page: Page, session: Session | undefined): Promise<boolean> {
  const { cookies = [], origins: [first, ...others] = [] } = session ?? {};
  if (others.length > 0 || (first && first.origin !== new URL(page.url()).origin)) return false;
  await page.context().clearCookies();
  await page.context().addCookies(cookies);
  for (const { name, value } of first?.localStorage ?? []) {
    await page.evaluate(`localStorage.setItem(${JSON.stringify(name)}, ${JSON.stringify(value)})`);
  }
  return true;
}
