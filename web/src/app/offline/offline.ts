import { i18n } from '../../text/i18n.ts';

const SCRIPT = '/service-worker.js';

/**
 * Lets the application open without a connection: a service worker keeps the shell and the basemap.
 * @throws {Error} in the person's words, where the browser has no service workers, as on a page without https
 */
export async function goOffline(): Promise<void> {
  if (!('serviceWorker' in navigator)) throw new Error(i18n.t('panel.offline-impossible'));
  await navigator.serviceWorker.register(SCRIPT);
  const { active } = await navigator.serviceWorker.ready;
  // What this page loaded before the worker was there.
  const files = performance.getEntriesByType('resource').map(({ name }) => name);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's postMessage has none
  active?.postMessage({ keep: files });
}

/** Removes the service worker, unless it shows notifications, and everything it kept. */
export async function stayOnline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(
    registrations.map(async (one) => {
      // Notifications need it still: it goes on without keeping anything.
      if (await one.pushManager?.getSubscription()) await navigator.serviceWorker.register(`${SCRIPT}?push`);
      else await one.unregister();
    }),
  );
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}
