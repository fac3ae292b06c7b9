import { type Database, inTransaction, type Queryable } from '../store/database.ts';
import { findReader, type Reader } from '../store/alarm-delivery/notices.ts';
import { listReminded, listRemindedOrganisations, type Reminded, takeReminders } from '../store/documents/reminders.ts';
import { insertMail } from '../store/mail/mails.ts';
import { insertNotification } from '../store/notifications/notifications.ts';
import { DOCUMENT_KIND_WORDS } from '../texts/document-kinds.ts';
import { inLanguage, LOCALES, type Said, said } from '../texts/text.ts';
import { announceUnread, type NotifyServices } from './notify.ts';

export interface RemindServices extends NotifyServices {
  database: Database;
  /** Whether mails are sent; else they wait in the outbox. */
  mailConfigured: boolean;
  /** For links in mails; null where it is not known. */
  publicUrl: string | null;
}

/** Of those in one message so many are named. */
const NAMED = 50;

/**
 * Reminds people of the documents whose day it is, each once: the reminder is done in the transaction that writes the
 * notice and the mail. One message a person, however many documents.
 */
export async function remindDocuments(services: RemindServices, now: Date): Promise<void> {
  for (const organisationId of await listRemindedOrganisations(services.database, now)) {
    const told = await inTransaction(services.database, async (db) => {
      const ids = await takeReminders(db, organisationId, now);
      return ids.length === 0 ? [] : tellAll(services, db, await listReminded(db, ids, now));
    });
    for (const { userId, mail } of told) {
      await announceUnread(services, userId);
      if (mail !== null && services.mailConfigured) services.bus.publish('mail-waiting', { id: mail });
    }
  }
}

interface Told {
  userId: number;
  /** The mail that was written; null: none. */
  mail: number | null;
}

async function tellAll(services: RemindServices, db: Queryable, reminded: Reminded[]): Promise<Told[]> {
  const told: Told[] = [];
  for (const [userId, documents] of Map.groupBy(reminded, (one) => one.userId)) {
    const reader = await findReader(db, userId);
    const [first] = documents;
    if (reader === null || first === undefined) continue;
    const message = messageOf(documents, first, reader);
    if (first.bell) await insertNotification(db, { userId, kind: 'reminder', ...message });
    told.push({ userId, mail: first.mail ? await writeMail(services, db, reader, documents, message) : null });
  }
  return told;
}

interface Message {
  title: string;
  text: string;
  path: string;
}

function messageOf(documents: readonly Reminded[], first: Reminded, { language }: Reader): Message {
  const write = (words: Said) => inLanguage(language, words);
  if (documents.length === 1) {
    const title = lineOf(first, language);
    return { title, text: write(said('document-renew')), path: `media/documents?open=${first.id}` };
  }
  const shown = documents.slice(0, 3).map((one) => lineOf(one, language));
  const rest = documents.length - shown.length;
  return {
    title: write(said('documents-run-out', { count: documents.length })),
    text: [...shown, ...(rest > 0 ? [write(said('more-documents', { count: rest }))] : [])].join('; '),
    path: 'media/documents',
  };
}

/** "Insurance of SBA 1234 runs out in 7 days". */
function lineOf({ kind, holderName, daysLeft }: Reminded, language: Reader['language']): string {
  const when = new Intl.RelativeTimeFormat(LOCALES[language], { numeric: 'auto' }).format(daysLeft, 'day');
  const params = { document: DOCUMENT_KIND_WORDS[language][kind], holder: holderName, when };
  return inLanguage(language, said(daysLeft < 0 ? 'document-ran-out' : 'document-runs-out', params));
}

function writeMail(
  { mailConfigured, publicUrl }: RemindServices,
  db: Queryable,
  reader: Reader,
  documents: readonly Reminded[],
  { title, text, path }: Message,
): Promise<number> {
  const { id: userId, organisationId, email, language, displayName } = reader;
  const write = (words: Said) => inLanguage(language, words);
  const lines = documents.slice(0, NAMED).map((one) => `- ${lineOf(one, language)}`);
  const more = documents.length - lines.length;
  if (more > 0) lines.push(write(said('more-documents', { count: more })));
  const parts = documents.length === 1 ? [title, text] : [lines.join('\n')];
  const link = publicUrl === null ? [] : [`${publicUrl.replace(/\/+$/, '')}/${path}`];
  return insertMail(db, {
    organisationId,
    userId,
    to: email ?? '',
    subject: title,
    text: [write(said('hello', { name: displayName })), ...parts, ...link, write(said('why-reminded'))].join('\n\n'),
    secret: null,
    state: mailConfigured ? 'waiting' : 'held',
    fault: null,
  });
}
