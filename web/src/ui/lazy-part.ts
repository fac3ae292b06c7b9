import { type ComponentType, lazy, type LazyExoticComponent } from 'react';

/** The pause before a retry, unless the browser comes online earlier. */
const RETRY_MS = 5000;

/**
 * A part of a page that is lazy-loaded when it is first shown. While it cannot be loaded, the fallback of the
 * surrounding Suspense stays and the load is retried: the page, which works without it, must not fail.
 */
export function lazyPart<Properties>(
  load: () => Promise<{ default: ComponentType<Properties> }>,
): LazyExoticComponent<ComponentType<Properties>> {
  return lazy(() => untilLoaded(load));
}

/** Calls `load` until it succeeds, and returns its result. */
export async function untilLoaded<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      console.warn('A part of the page could not be fetched', error);
      await online();
      refetchStyles();
    }
  }
}

function online(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, RETRY_MS);
    addEventListener('online', done);
  });
}

/** The build loads the styles of a part only once; a failed link is loaded again only as a new element. */
function refetchStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    if (link.sheet === null) link.replaceWith(link.cloneNode());
  }
}
