import { notify } from '../../ui/toast/notify.ts';
import type { BellEntry } from './use-bell.ts';
import { inBase } from '../../api/base-path.ts';

const COLORS = { critical: 'red', major: 'orange', minor: 'yellow', warning: 'blue' } as const;

/**
 * Announces a new notification: in the page, or through the browser if the page is hidden and the person allowed it.
 * @param follow opens the subject of the entry; called on a click
 */
export function announce({ title, text, severity }: BellEntry, follow: () => void): void {
  const isHidden = document.visibilityState === 'hidden';
  if (isHidden && 'Notification' in globalThis && Notification.permission === 'granted') {
    const shown = new Notification(title, { body: text, icon: inBase('/mark.svg') });
    shown.addEventListener('click', () => {
      focus();
      follow();
    });
  } else notify(text, { color: severity ? COLORS[severity] : undefined, title, onClick: follow });
}
