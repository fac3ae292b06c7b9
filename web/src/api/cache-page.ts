import { i18n } from '../text/i18n.ts';
import { inBase } from './base-path.ts';

export const SERVICE_WORKER = inBase('/service-worker.js');

/**
 * Lets the application open without a connection: a service worker caches its page, and the files that this page has
 * loaded so far.
 * @throws {Error} with a message for the person, if the browser has no service workers, as on a page without https
 */
export async function cachePage(): Promise<void> {
  if (!('serviceWorker' in navigator)) throw new Error(i18n.t('panel.offline-impossible'));
  await navigator.serviceWorker.register(SERVICE_WORKER);
  const { active } = await navigator.serviceWorker.ready;
  // The files that this page loaded before the worker was active.
  const files = performance.getEntriesByType('resource').map(({ name }) => name);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the postMessage of a worker has no target origin
  active?.postMessage({ keep: files });
}
