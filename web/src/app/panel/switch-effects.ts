import { pauseUpdates } from '../../live/live-client.ts';
import { i18n } from '../../text/i18n.ts';
import { cachePage } from '../../api/cache-page.ts';
import { disableOffline } from '../offline/offline.ts';
import { whereAmI } from './position.ts';
import type { Switch } from './settings.ts';

/**
 * The effects of a switch besides storing its state.
 * @throws {Error} with a message for the person if the browser refuses; the switch then stays as it was
 */
export async function switchOn(name: Switch, on: boolean): Promise<void> {
  if (name === 'auto-updates') pauseUpdates(!on);
  if (name === 'offline') await (on ? cachePage() : disableOffline());
  if (name === 'location' && on) await whereAmI();
  if (name === 'notifications' && on) await requestNotificationPermission();
}

/** Notifications in the page work without the browser's permission; only those outside of it require it. */
async function requestNotificationPermission(): Promise<void> {
  if (!('Notification' in globalThis) || Notification.permission !== 'default') return;
  if ((await Notification.requestPermission()) === 'denied') throw new Error(i18n.t('panel.notifications-refused'));
}
