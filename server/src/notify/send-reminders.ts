import type { Language } from '@milepost/contract/languages';
import { findReader, type Reader } from '../store/alarm-delivery/notices.ts';
import { type Database, inTransaction, type Queryable } from '../store/database.ts';
import { insertMail } from '../store/mail/mails.ts';
import { insertNotification } from '../store/notifications/notifications.ts';
import type { Reminded } from '../store/reminders.ts';
import { inLanguage, type TextDescriptor, textFor } from '../texts/text.ts';
import { announceUnread, type NotifyServices } from './notify.ts';

export interface RemindServices extends NotifyServices {
  database: Database;
  /** True when mails are sent; otherwise they wait in the outbox. */
  mailConfigured: boolean;
  /** For links in mails; null when it is not configured. */
  publicUrl: string | null;
}

/** The texts of one kind of reminder. Paths are of this application, without a leading slash. */
export interface ReminderWords<Row extends Reminded> {
  /** Describes one due item in one line. */
  line: (row: Row, language: Language) => string;
  /** The recommended action for one item, and where to take it. */
  advice: TextDescriptor;
  path: (row: Row) => string;
  /** The same for several items, and for those that are not listed. */
  many: (count: number) => TextDescriptor;
  more: (count: number) => TextDescriptor;
  allPath: string;
  /** The reason why the recipient receives it. */
  why: TextDescriptor;
}

/** The number of items listed in one message. */
const MAX_LISTED = 50;

/**
 * Reminds people of the items that `take` finds and marks as done, in the transaction that writes the notifications and
 * mails. Each person gets one message, however much is due.
 */
export async function sendReminders<Row extends Reminded>(
  services: RemindServices,
  words: ReminderWords<Row>,
  take: (db: Queryable) => Promise<Row[]>,
): Promise<void> {
  const sent = await inTransaction(services.database, async (db) =>
    writeReminders(services, db, words, await take(db)),
  );
  for (const { userId, mail } of sent) {
    await announceUnread(services, userId);
    if (mail !== null && services.mailConfigured) services.bus.publish('mail-waiting', { id: mail });
  }
}

interface SentReminder {
  userId: number;
  /** The written mail; null when there is none. */
  mail: number | null;
}

async function writeReminders<Row extends Reminded>(
  services: RemindServices,
  db: Queryable,
  words: ReminderWords<Row>,
  reminded: readonly Row[],
): Promise<SentReminder[]> {
  const sent: SentReminder[] = [];
  for (const [userId, rows] of Map.groupBy(reminded, (one) => one.userId)) {
    const reader = await findReader(db, userId);
    const [first] = rows;
    if (reader === null || first === undefined) continue;
    const message = messageOf(words, rows, first, reader);
    if (first.bell) await insertNotification(db, { userId, kind: 'reminder', ...message });
    sent.push({ userId, mail: first.mail ? await writeMail(services, db, reader, words, rows, message) : null });
  }
  return sent;
}

interface Message {
  title: string;
  text: string;
  path: string;
}

function messageOf<Row extends Reminded>(
  words: ReminderWords<Row>,
  rows: readonly Row[],
  first: Row,
  { language }: Reader,
): Message {
  if (rows.length === 1) {
    return { title: words.line(first, language), text: inLanguage(language, words.advice), path: words.path(first) };
  }
  const shown = rows.slice(0, 3).map((one) => words.line(one, language));
  const rest = rows.length - shown.length;
  return {
    title: inLanguage(language, words.many(rows.length)),
    text: [...shown, ...(rest > 0 ? [inLanguage(language, words.more(rest))] : [])].join('; '),
    path: words.allPath,
  };
}

function writeMail<Row extends Reminded>(
  { mailConfigured, publicUrl }: RemindServices,
  db: Queryable,
  reader: Reader,
  words: ReminderWords<Row>,
  rows: readonly Row[],
  { title, text, path }: Message,
): Promise<number> {
  const { id: userId, organisationId, email, language, displayName } = reader;
  const lines = rows.slice(0, MAX_LISTED).map((one) => `- ${words.line(one, language)}`);
  const more = rows.length - lines.length;
  if (more > 0) lines.push(inLanguage(language, words.more(more)));
  const parts = rows.length === 1 ? [title, text] : [lines.join('\n')];
  const link = publicUrl === null ? [] : [`${publicUrl}/${path}`];
  const hello = inLanguage(language, textFor('hello', { name: displayName }));
  return insertMail(db, {
    organisationId,
    userId,
    to: email ?? '',
    subject: title,
    text: [hello, ...parts, ...link, inLanguage(language, words.why)].join('\n\n'),
    secret: null,
    state: mailConfigured ? 'waiting' : 'held',
    fault: null,
  });
}
