import { notify } from '../../ui/toast/notify.ts';
import type { BellEntry } from './use-bell.ts';
import { inBase } from '../../api/base-path.ts';

const COLORS = { critical: 'red', major: 'orange', minor: 'yellow', warning: 'blue' } as const;

/**
 * Tells of a new entry: in the page, or by the browser where the page is not seen and the person allowed it.
 * @param follow opens what the entry is about; called on a click
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
