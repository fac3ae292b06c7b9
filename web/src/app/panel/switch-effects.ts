import { pauseUpdates } from '../../live/live-client.ts';
import { i18n } from '../../text/i18n.ts';
import { keepPage } from '../../api/keep-page.ts';
import { stayOnline } from '../offline/offline.ts';
import { whereAmI } from './position.ts';
import type { Switch } from './settings.ts';

/**
 * What turning a switch does besides keeping its state.
 * @throws {Error} in the person's words, when the browser refuses; the switch then stays as it was
 */
export async function switchOn(name: Switch, on: boolean): Promise<void> {
  if (name === 'auto-updates') pauseUpdates(!on);
  if (name === 'offline') await (on ? keepPage() : stayOnline());
  if (name === 'location' && on) await whereAmI();
  if (name === 'notifications' && on) await askForNotifications();
}

/** Notifications in the page work without the browser's permission; only those outside of it need it. */
async function askForNotifications(): Promise<void> {
  if (!('Notification' in globalThis) || Notification.permission !== 'default') return;
  if ((await Notification.requestPermission()) === 'denied') throw new Error(i18n.t('panel.notifications-refused'));
}
