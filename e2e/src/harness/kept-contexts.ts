import type { Browser, BrowserContext } from 'playwright-core';
import { contextKind, newContext, openIn, type PageOptions, type TestPage } from './browser-page.ts';

/**
 * Windows one after the other in the same context: what the browser fetched once it need not fetch again, which is more
 * than half of the work of opening a page. Storage and cookies are those of a new one.
 */
export class KeptContexts {
  readonly #browser: Browser;
  /** Contexts without a window, by their kind. */
  readonly #free = new Map<string, BrowserContext[]>();
  readonly #used = new Map<BrowserContext, string | null>();

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  async open(options: PageOptions): Promise<TestPage> {
    const kind = options.fresh ? null : contextKind(options);
    const kept = kind === null ? undefined : this.#free.get(kind)?.pop();
    // The size is the window's own.
    const { viewport: _, ...rest } = options;
    const context = kept ?? (await newContext(this.#browser, rest));
    this.#used.set(context, kind);
    if (kept) await kept.setStorageState(options.session ?? { cookies: [], origins: [] });
    return openIn(context, options);
  }

  /** Closes all windows. */
  async closeWindows(): Promise<void> {
    for (const [context, kind] of this.#used) {
      if (kind === null) {
        await context.close();
      } else {
        for (const page of context.pages()) await page.close();
        this.#free.set(kind, [...(this.#free.get(kind) ?? []), context]);
      }
    }
    this.#used.clear();
  }
}
