import type { Account } from '../store/people/accounts.ts';
import type { Queryable } from '../store/database.ts';
import { insertMail } from '../store/mail/mails.ts';

/**
 * Tells the former address of somebody that another one was set by somebody else, in the caller's transaction; returns
 * the mail. It does not say which: who reads the former address may be another person by now.
 */
export async function writeChangedEmail(
  db: Queryable,
  { id: userId, organisationId, displayName, username }: Account,
  { to, by, configured }: { to: string; by: string; configured: boolean },
): Promise<{ id: number; send: boolean }> {
  const text = [
    `Hello ${displayName},`,
    `${by} set another e-mail address for the user name ${username}. Links for a new password go there from now on.`,
    'If you did not expect this, sign in and put your address right in your profile, or ask another administrator.',
  ].join('\n\n');
  const subject = 'Your e-mail address for Milepost was changed';
  const state = configured ? 'waiting' : 'held';
  const id = await insertMail(db, { organisationId, userId, to, subject, text, secret: null, state, fault: null });
  return { id, send: configured };
}
