import { SERVICE_WORKER } from '../../api/keep-page.ts';

/** Removes the service worker, unless it shows notifications, and everything it kept. */
export async function stayOnline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(
    registrations.map(async (one) => {
      // Notifications need it still: it goes on without keeping anything.
      if (await one.pushManager?.getSubscription()) await navigator.serviceWorker.register(`${SERVICE_WORKER}?push`);
      else await one.unregister();
    }),
  );
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}
