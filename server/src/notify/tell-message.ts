import type { Queryable } from '../store/database.ts';
import { insertMail } from '../store/mail/mails.ts';
import { messagePath } from '../store/messages/change-messages.ts';
import type { Recipient } from '../store/messages/recipients.ts';
import { inLanguage, type Said, said } from '../texts/text.ts';
import { insertNotification } from '../store/notifications/notifications.ts';

interface Told {
  id: number;
  by: string;
  subject: string;
  text: string;
  byMail: boolean;
  mailConfigured: boolean;
  /** For links in mails; null where it is not known. */
  publicUrl: string | null;
}

/** Writes to all who receive a message, in the transaction of its sending. @returns the mails that wait to be sent */
export async function tellMessage(db: Queryable, recipients: readonly Recipient[], told: Told): Promise<number[]> {
  const mails: number[] = [];
  const path = messagePath(told.id);
  for (const recipient of recipients) {
    const write = (words: Said) => inLanguage(recipient.language, words);
    const title = write(said('message-from', { by: told.by }));
    await insertNotification(db, { userId: recipient.id, kind: 'message', title, text: told.subject, path });
    if (!told.byMail || recipient.email === null) continue;
    const link = told.publicUrl === null ? [] : [`${told.publicUrl}/${path}`];
    const mail = await insertMail(db, {
      organisationId: recipient.organisationId,
      userId: recipient.id,
      to: recipient.email,
      subject: told.subject,
      text: [
        write(said('hello', { name: recipient.displayName })),
        `${title}:`,
        told.text,
        ...link,
        write(said('why-message')),
      ].join('\n\n'),
      secret: null,
      state: told.mailConfigured ? 'waiting' : 'held',
      fault: null,
    });
    if (told.mailConfigured) mails.push(mail);
  }
  return mails;
}
