import type { Logger } from 'pino';
import type { Bus } from '../bus/bus.ts';
import type { Database } from '../store/database.ts';
import { countUnread, insertNotification, type NewNotification } from '../store/notifications/notifications.ts';

export interface NotifyServices {
  database: Database;
  bus: Bus;
  logger: Logger;
}

/** Tells a person by the bell. Comes after what it tells of, which does not fail when this does. */
export async function notify(services: NotifyServices, notification: NewNotification): Promise<void> {
  try {
    await insertNotification(services.database, notification);
    await announceUnread(services, notification.userId);
  } catch (error) {
    services.logger.error({ error, kind: notification.kind }, 'A notification was lost');
  }
}

/** Brings the bell up to date in all browsers of the person. */
export async function announceUnread({ database, bus }: NotifyServices, userId: number): Promise<void> {
  bus.publish('notified', { userId, unread: await countUnread(database, userId) });
}
