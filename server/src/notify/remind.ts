import { type Database, inTransaction, type Queryable } from '../store/database.ts';
import { findReader, type Reader } from '../store/alarm-delivery/notices.ts';
import { insertMail } from '../store/mail/mails.ts';
import { insertNotification } from '../store/notifications/notifications.ts';
import { inLanguage, type Language, type Said, said } from '../texts/text.ts';
import { announceUnread, type NotifyServices } from './notify.ts';

export interface RemindServices extends NotifyServices {
  database: Database;
  /** Whether mails are sent; else they wait in the outbox. */
  mailConfigured: boolean;
  /** For links in mails; null where it is not known. */
  publicUrl: string | null;
}

/** One thing that one person is reminded of, and by which ways. */
export interface Reminder {
  userId: number;
  bell: boolean;
  mail: boolean;
  /** "Insurance of SBA 1234 runs out in 7 days". */
  line: (language: Language) => string;
  path: string;
}

/** What reminders of one kind say around their lines. */
export interface ReminderWords {
  /** What to do about a single one. */
  act: Said;
  /** The title of so many. */
  many: (count: number) => Said;
  /** Why the person is told. */
  why: Said;
  /** Where all of them are. */
  path: string;
}

/** Of those in one message so many are named. */
const NAMED = 50;

/**
 * Reminds people, each once: `take` marks the reminders as done in the transaction that writes the notices and the
 * mails. One message a person, however many reminders.
 */
export async function remind(
  services: RemindServices,
  take: (db: Queryable) => Promise<Reminder[]>,
  words: ReminderWords,
): Promise<void> {
  const told = await inTransaction(services.database, async (db) => tellAll(services, db, await take(db), words));
  for (const { userId, mail } of told) {
    await announceUnread(services, userId);
    if (mail !== null && services.mailConfigured) services.bus.publish('mail-waiting', { id: mail });
  }
}

interface Told {
  userId: number;
  /** The mail that was written; null: none. */
  mail: number | null;
}

async function tellAll(
  services: RemindServices,
  db: Queryable,
  reminders: Reminder[],
  words: ReminderWords,
): Promise<Told[]> {
  const told: Told[] = [];
  for (const [userId, own] of Map.groupBy(reminders, (one) => one.userId)) {
    const reader = await findReader(db, userId);
    const [first] = own;
    if (reader === null || first === undefined) continue;
    const message = messageOf(own, first, reader, words);
    if (first.bell) await insertNotification(db, { userId, kind: 'reminder', ...message });
    told.push({ userId, mail: first.mail ? await writeMail(services, db, reader, own, message, words.why) : null });
  }
  return told;
}

interface Message {
  title: string;
  text: string;
  path: string;
}

function messageOf(
  own: readonly Reminder[],
  first: Reminder,
  { language }: Reader,
  { act, many, path }: ReminderWords,
): Message {
  const write = (words: Said) => inLanguage(language, words);
  if (own.length === 1) return { title: first.line(language), text: write(act), path: first.path };
  const shown = own.slice(0, 3).map((one) => one.line(language));
  const rest = own.length - shown.length;
  return {
    title: write(many(own.length)),
    text: [...shown, ...(rest > 0 ? [write(said('more-documents', { count: rest }))] : [])].join('; '),
    path,
  };
}

function writeMail(
  { mailConfigured, publicUrl }: RemindServices,
  db: Queryable,
  reader: Reader,
  own: readonly Reminder[],
  { title, text, path }: Message,
  why: Said,
): Promise<number> {
  const { id: userId, organisationId, email, language, displayName } = reader;
  const write = (words: Said) => inLanguage(language, words);
  const lines = own.slice(0, NAMED).map((one) => `- ${one.line(language)}`);
  const more = own.length - lines.length;
  if (more > 0) lines.push(write(said('more-documents', { count: more })));
  const parts = own.length === 1 ? [title, text] : [lines.join('\n')];
  const link = publicUrl === null ? [] : [`${publicUrl.replace(/\/+$/, '')}/${path}`];
  return insertMail(db, {
    organisationId,
    userId,
    to: email ?? '',
    subject: title,
    text: [write(said('hello', { name: displayName })), ...parts, ...link, write(why)].join('\n\n'),
    secret: null,
    state: mailConfigured ? 'waiting' : 'held',
    fault: null,
  });
}
