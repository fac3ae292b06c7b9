import { inLanguage, textFor } from '../texts/text.ts';
import type { Account } from '../store/people/accounts.ts';
import type { Queryable } from '../store/database.ts';
import { insertMail, type WrittenMail } from '../store/mail/mails.ts';

/**
 * Tells the former address of somebody that another one was set by somebody else, in the caller's transaction; returns
 * the mail. It does not say which: who reads the former address may be another person by now.
 */
export async function writeChangedEmail(
  db: Queryable,
  { id: userId, organisationId, displayName, username, language }: Account,
  { to, by, configured }: { to: string; by: string; configured: boolean },
): Promise<WrittenMail> {
  const text = [
    textFor('hello', { name: displayName }),
    textFor('address-changed-text', { by, username }),
    textFor('address-changed-end'),
  ]
    .map((words) => inLanguage(language, words))
    .join('\n\n');
  const subject = inLanguage(language, textFor('address-changed'));
  const state = configured ? 'waiting' : 'held';
  const id = await insertMail(db, { organisationId, userId, to, subject, text, secret: null, state, fault: null });
  return { id, send: configured };
}
