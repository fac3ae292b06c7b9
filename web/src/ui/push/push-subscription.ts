import { call } from '../../api/call.ts';
import { BASE_PATH, inBase } from '../../api/base-path.ts';

const SCRIPT = inBase('/service-worker.js?push');

/** The reason why this browser cannot show notifications, as a text key; null if it can. */
export function pushObstacle(): 'no-https' | 'no-push' | 'denied' | null {
  if (!isSecureContext) return 'no-https';
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return 'no-push';
  return Notification.permission === 'denied' ? 'denied' : null;
}

/**
 * The service worker registration of this application. Under a base path, the one at the host's root may belong to another
 * application.
 */
async function ownRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  const registration = await navigator.serviceWorker.getRegistration();
  const isOurs = BASE_PATH === '' || (registration && new URL(registration.scope).pathname === `${BASE_PATH}/`);
  return isOurs ? registration : undefined;
}

/** The push endpoint of this browser; null if it is not subscribed. */
export async function ownEndpoint(): Promise<string | null> {
  if (!('serviceWorker' in navigator)) return null;
  const registration = await ownRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  return subscription?.endpoint ?? null;
}

/**
 * Subscribes this browser to notifications while no page is open; asks the person first. A subscription for another
 * installation's key is replaced.
 * @returns false if the person refused
 * @throws if the browser reaches no push service
 */
export async function subscribePush(publicKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const known = await ownRegistration();
  if (!known) await navigator.serviceWorker.register(SCRIPT);
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {};
  await call('save-push-browser', { endpoint: subscription.endpoint, p256dh, auth });
  return true;
}

/** Unsubscribes this browser from notifications. */
export async function unsubscribePush(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration = await ownRegistration();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
  const isForPush = registration?.active?.scriptURL.endsWith('?push') === true;
  if (isForPush) await registration?.unregister();
}
