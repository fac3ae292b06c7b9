import type { Queryable } from '../store/database.ts';
import { insertMail } from '../store/mail/mails.ts';
import { messagePath } from '../store/messages/change-messages.ts';
import type { Recipient } from '../store/messages/recipients.ts';
import { inLanguage, type TextDescriptor, textFor } from '../texts/text.ts';
import { insertNotification } from '../store/notifications/notifications.ts';

interface MessageNotice {
  id: number;
  by: string;
  subject: string;
  text: string;
  byMail: boolean;
  mailConfigured: boolean;
  /** For links in mails; null when it is not configured. */
  publicUrl: string | null;
}

/**
 * Writes mails to all recipients of a message, in the transaction that sends it. @returns the mails waiting to be sent
 */
export async function notifyRecipients(
  db: Queryable,
  recipients: readonly Recipient[],
  notice: MessageNotice,
): Promise<number[]> {
  const mails: number[] = [];
  const path = messagePath(notice.id);
  for (const recipient of recipients) {
    const write = (words: TextDescriptor) => inLanguage(recipient.language, words);
    const title = write(textFor('message-from', { by: notice.by }));
    await insertNotification(db, { userId: recipient.id, kind: 'message', title, text: notice.subject, path });
    if (!notice.byMail || recipient.email === null) continue;
    const link = notice.publicUrl === null ? [] : [`${notice.publicUrl}/${path}`];
    const mail = await insertMail(db, {
      organisationId: recipient.organisationId,
      userId: recipient.id,
      to: recipient.email,
      subject: notice.subject,
      text: [
        write(textFor('hello', { name: recipient.displayName })),
        `${title}:`,
        notice.text,
        ...link,
        write(textFor('why-message')),
      ].join('\n\n'),
      secret: null,
      state: notice.mailConfigured ? 'waiting' : 'held',
      fault: null,
    });
    if (notice.mailConfigured) mails.push(mail);
  }
  return mails;
}
