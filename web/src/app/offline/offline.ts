import { SERVICE_WORKER } from '../../api/cache-page.ts';
import { BASE_PATH } from '../../api/base-path.ts';

/** Removes the service worker, unless it shows notifications, and everything it cached. */
export async function disableOffline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(
    registrations.filter(isOurs).map(async (one) => {
      // Notifications still need the worker: it continues without caching.
      if (await one.pushManager?.getSubscription()) await navigator.serviceWorker.register(`${SERVICE_WORKER}?push`);
      else await one.unregister();
    }),
  );
  const names = (await caches.keys()).filter((name) => BASE_PATH === '' || name.endsWith(`:${BASE_PATH}`));
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** Another application at this host has its own service workers. */
const isOurs = ({ scope }: ServiceWorkerRegistration) =>
  BASE_PATH === '' || new URL(scope).pathname.startsWith(`${BASE_PATH}/`);
