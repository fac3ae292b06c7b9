import { textFor } from '../../texts/text.ts';
import { changeOwnPassword, resetPassword } from '../../auth/change-password.ts';
import { tokenHash } from '../../auth/tokens.ts';
import { fieldError } from '../../errors.ts';
import { findPasswordLink } from '../../store/people/password-links.ts';
import { checkOwnPassword } from '../../auth/own-password.ts';
import { byAddress, charge } from '../../auth/throttle.ts';
import { byName } from '../../store/people/sign-in-failures.ts';
import { writePasswordMail } from '../../mail/password-mail.ts';
import { listAccountsByNameOrEmail } from '../../store/people/accounts.ts';
import { inTransaction } from '../../store/database.ts';
import { publishEnded, notifyAccount } from '../account-news.ts';
import type { Handlers, OpenContext, OpenHandlers } from '../handler.ts';
import { mailSettings, sendWritten } from '../mail-settings.ts';

/** Links that may be requested before waiting begins, per user name and per address. */
const FREE_LINKS = { name: 3, address: 20 };

export const openPasswordHandlers = {
  'forgot-password': async ({ username }, context) => {
    const { services, client } = context;
    await charge(services.database, `forgot-${byAddress(client.address)}`, FREE_LINKS.address);
    await charge(services.database, `forgot-${byName(username)}`, FREE_LINKS.name);
    // Not awaited: the time it takes would reveal whether the user exists.
    mailLinks(context, username).catch((error: unknown) => {
      services.logger.error({ error }, 'The mail with a password link could not be queued');
    });
    return {};
  },

  'get-password-link': async ({ token }, { services, client }) => {
    await charge(services.database, `link-read-${byAddress(client.address)}`, FREE_LINKS.address);
    const found = await findPasswordLink(services.database, tokenHash(token));
    if (found === null) throw fieldError('invalid', { token: 'link-over' });
    return { username: found.username, invitation: found.purpose === 'invitation' };
  },

  'reset-password': async (input, context) => {
    const { services, client } = context;
    await charge(services.database, `link-${byAddress(client.address)}`, FREE_LINKS.address);
    const { userId, ended } = await resetPassword(services.database, { ...input, address: client.address });
    publishEnded(context, ended);
    await notifyAccount(context, userId, textFor('password-set'));
    return {};
  },
} satisfies Pick<OpenHandlers, 'forgot-password' | 'get-password-link' | 'reset-password'>;

export const passwordHandlers = {
  'change-password': async ({ currentPassword, newPassword, endAccess, pushEndpoint }, context) => {
    const { services, caller, actor } = context;
    await checkOwnPassword(services.database, caller, currentPassword, 'currentPassword');
    const { userId, sessionId } = caller;
    const { ended } = await changeOwnPassword(services.database, actor, {
      userId,
      sessionId,
      newPassword,
      access: { end: endAccess, keep: pushEndpoint ?? null },
    });
    publishEnded(context, ended);
    await notifyAccount(context, userId, textFor('password-changed'));
    return {};
  },
} satisfies Pick<Handlers, 'change-password'>;

async function mailLinks(context: OpenContext, typed: string): Promise<void> {
  const { database } = context.services;
  for (const user of await listAccountsByNameOrEmail(database, typed)) {
    const { email } = user;
    // A former manager may have set the address to take over the new role, so only a person who edits users sends a
    // link.
    if (!email || user.disabled || user.emailHeld) continue;
    const written = await inTransaction(database, (db) =>
      writePasswordMail(db, { user: { ...user, email }, purpose: 'reset', shownTo: null }, mailSettings(context)),
    );
    sendWritten(context, written);
  }
}
