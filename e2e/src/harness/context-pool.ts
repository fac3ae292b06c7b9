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
import { within } from './within.ts';

/** A file of the server that runs nothing: a window waits at it for its next test. */
const WAITING_AT = '/mark.svg';

/** A window whose page hangs is not waited for as long as a call of a test: all of its file would wait. */
const SET_ASIDE_WITHIN_MS = 30_000;
const CLOSED_WITHIN_MS = 15_000;

/** Windows that keep something of a test that no other may meet, such as calls that are changed. */
const spoiled = new WeakSet<Page>();

/** Lets no other test have this window. */
export const spoil = (page: Page): void => void spoiled.add(page);

/**
 * Windows one after the other in the same context, and one of them for all of its tests: what the browser fetched once it
 * need not fetch again, and its process need not start again, which is more than half of the work of opening a page.
 * Storage and cookies are those of a new one.
 */
export class ContextPool {
  readonly #browser: Browser;
  /** Contexts that no test has, by their kind. */
  readonly #free = new Map<string, BrowserContext[]>();
  readonly #used = new Map<BrowserContext, string | null>();

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  async open(options: PageOptions): Promise<TestPage> {
    const kind = options.fresh ? null : contextKind(options);
    const pooled = kind === null ? undefined : this.#free.get(kind)?.pop();
    // The size is the window's own.
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
   * Closes all windows, but for one of each context, which loses what it shows and what it keeps.
   * @throws WaitedInVain where the browser does not close one: it is of no further use
   */
  async closeWindows(): Promise<void> {
    const used = [...this.#used];
    this.#used.clear();
    for (const [context, kind] of used) {
      if (kind === null) {
        await within('a browser context to close', context.close(), CLOSED_WITHIN_MS);
      } else {
        const [first, ...others] = context.pages();
        for (const page of others) await closed(page);
        if (first && !(await setAside(first))) await closed(first);
        this.#free.set(kind, [...(this.#free.get(kind) ?? []), context]);
      }
    }
  }
}

const closed = (page: Page) => within(`the window at ${page.url()} to close`, page.close(), CLOSED_WITHIN_MS);

/** Leaves what a window shows. @returns whether that could be done; else it is of no further use */
async function setAside(page: Page): Promise<boolean> {
  if (spoiled.has(page) || !page.url().startsWith('http:')) return false;
  page.removeAllListeners();
  try {
    return await within(`the window at ${page.url()} to be left`, leave(page), SET_ASIDE_WITHIN_MS);
  } catch {
    // Its server has ended, or it has, or it hangs.
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

/** Gives a window that was set aside a session, or none. @returns whether that could be done */
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
