import { notifications } from '@mantine/notifications';
import type { BellEntry } from './use-bell.ts';

/** Tells of a new entry: in the page, or by the browser where the page is not seen and the person allowed it. */
export function announce({ title, text }: BellEntry): void {
  const unseen = document.visibilityState === 'hidden';
  if (unseen && 'Notification' in globalThis && Notification.permission === 'granted') {
    const shown = new Notification(title, { body: text, icon: '/mark.svg' });
    shown.addEventListener('click', () => focus());
  } else notifications.show({ title, message: text });
}
