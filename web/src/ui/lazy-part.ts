import { type ComponentType, lazy, type LazyExoticComponent } from 'react';

/** How long to wait before asking again, unless the browser comes online earlier. */
const RETRY_MS = 5000;

/**
 * A part of a page that is fetched when it is first shown. While it cannot be fetched its place stays as it was (the
 * fallback of the Suspense around it) and it is asked for again: the page, which works without it, must not fail.
 */
export function lazyPart<Properties>(
  load: () => Promise<{ default: ComponentType<Properties> }>,
): LazyExoticComponent<ComponentType<Properties>> {
  return lazy(() => untilLoaded(load));
}

/** What `load` gives, asked for until it gives it. */
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

/** The build asks for the styles of a part once; a link that failed is fetched again only as a new one. */
function refetchStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    if (link.sheet === null) link.replaceWith(link.cloneNode());
  }
}
