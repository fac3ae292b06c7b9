import { inLanguage, textFor } from '../texts/text.ts';
import type { Account } from '../store/people/accounts.ts';
import type { Queryable } from '../store/database.ts';
import { insertMail, type WrittenMail } from '../store/mail/mails.ts';

/**
 * Notifies a person's former address that somebody else changed it, in the caller's transaction; returns the mail. The
 * new address is not revealed, because the former one may belong to another person by now.
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
