import { inLanguage, textFor, type TextDescriptor } from '../texts/text.ts';
import { toFault } from '@milepost/contract/fault';
import { newToken, tokenHash } from '../auth/tokens.ts';
import type { Queryable } from '../store/database.ts';
import { insertMail, LINK_PLACE } from '../store/mail/mails.ts';
import { insertPasswordLink, type LinkFor, type LinkMail } from '../store/people/password-links.ts';

export interface MailSettings {
  /** True when a mail server is configured; otherwise mails stay in the outbox. */
  configured: boolean;
  /** The address at which people reach the application, without a trailing slash; null when it is not certain. */
  base: string | null;
}

/**
 * Creates a link with which the user chooses a password, and the mail that contains it, in the caller's transaction.
 * Without a mail server only an invitation has a link, which its maker passes on.
 */
export async function writePasswordMail(
  db: Queryable,
  { user, purpose, shownTo }: LinkFor,
  { configured, base }: MailSettings,
): Promise<LinkMail> {
  const write = (words: TextDescriptor) => inLanguage(user.language, words);
  let link: string | null = null;
  if (base !== null && (configured || purpose === 'invitation')) {
    const token = newToken();
    const by = configured ? null : shownTo;
    await insertPasswordLink(db, { userId: user.id, tokenHash: tokenHash(token), purpose, shownTo: by });
    // In the fragment, so that it reaches neither logs nor other sites.
    link = `${base}/authentication/reset-password#token=${token}`;
  }
  const text = [
    write(textFor('hello', { name: user.displayName })),
    write(textFor(`${purpose}-text`, { username: user.username })),
    LINK_PLACE,
    write(textFor(`${purpose}-end`)),
  ].join('\n\n');
  const subject = write(textFor(purpose));
  const state = base === null ? 'failed' : configured ? 'waiting' : 'held';
  const secret = state === 'waiting' ? link : null;
  const fault = base === null ? toFault('no-base') : null;
  const { id: userId, organisationId, email: to } = user;
  const id = await insertMail(db, { organisationId, userId, to, subject, text, secret, state, fault });
  return { id, send: state === 'waiting', link: state === 'held' ? link : null };
}
