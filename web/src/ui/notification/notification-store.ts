import { completed, NOTIFICATION_DEFAULTS, type Notification, type NotificationInput } from './notification.ts';

/** The maximum number shown at a time; the oldest are removed first. */
const MAX_SHOWN = 6;

/** The current notifications, from top to bottom. */
export function createNotificationStore() {
  let shown: readonly Notification[] = [];
  let lastId = 0;
  const listeners = new Set<() => void>();
  const change = (next: readonly Notification[]) => {
    shown = next;
    for (const listener of listeners) listener();
  };
  return {
    read: () => shown,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** @returns the id with which to remove it */
    add(input: NotificationInput): number {
      lastId += 1;
      const added = completed(input, lastId);
      change(
        NOTIFICATION_DEFAULTS.newestOnTop ? [added, ...shown].slice(0, MAX_SHOWN) : [...shown, added].slice(-MAX_SHOWN),
      );
      return added.id;
    },
    remove(id: number): void {
      if (shown.some((one) => one.id === id)) change(shown.filter((one) => one.id !== id));
    },
  };
}

export const notificationStore = createNotificationStore();
