import { joinList } from '@milepost/contract/list-text';
import { inLanguage, type TextDescriptor } from '../texts/text.ts';
import { languageOf } from '../store/people/accounts.ts';
import type { Logger } from 'pino';
import type { Bus } from '../bus/bus.ts';
import type { Database } from '../store/database.ts';
import { countUnread, insertNotification, type NewNotification } from '../store/notifications/notifications.ts';

export interface NotifyServices {
  database: Database;
  bus: Bus;
  logger: Logger;
}

export interface Notice extends Omit<NewNotification, 'title' | 'text'> {
  title: TextDescriptor;
  /**
   * A plain string is a name given by a person, the same in every language; several strings are joined in the
   * recipient's language.
   */
  text: TextDescriptor | string | readonly string[];
}

/**
 * Adds a notification for a person, in their language. Call it after the commit: the change persists even if this
 * fails.
 */
export async function notify(services: NotifyServices, notification: Notice): Promise<void> {
  const { title, text } = notification;
  try {
    const language = await languageOf(services.database, notification.userId);
    await insertNotification(services.database, {
      ...notification,
      title: inLanguage(language, title),
      text: typeof text === 'string' ? text : 'code' in text ? inLanguage(language, text) : joinList(text, language),
    });
    await announceUnread(services, notification.userId);
  } catch (error) {
    services.logger.error({ error, kind: notification.kind }, 'A notification could not be sent');
  }
}

/** Sends the number of unread notifications to all of the person's browsers. */
export async function announceUnread({ database, bus }: NotifyServices, userId: number): Promise<void> {
  bus.publish('notified', { userId, unread: await countUnread(database, userId) });
}
