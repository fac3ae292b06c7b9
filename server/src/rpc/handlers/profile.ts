import { textFor } from '../../texts/text.ts';
import { checkOwnPassword } from '../../auth/own-password.ts';
import { announceUnread } from '../../notify/notify.ts';
import { confirmEmail } from '../../store/people/accounts.ts';
import { audited } from '../../store/audit/audit.ts';
import { inTransaction } from '../../store/database.ts';
import { countUnread, listNotifications, markRead } from '../../store/notifications/notifications.ts';
import { endPasswordLinks } from '../../store/people/password-links.ts';
import { getProfile, updateProfile } from '../../store/people/profiles.ts';
import { endOwnSessions, listSessionsOfUser } from '../../store/people/list-sessions.ts';
import { publishEnded, notifyAccount } from '../account-news.ts';
import type { Handlers } from '../handler.ts';
import { refused } from '../input.ts';

/** The caller's account, sessions and notifications. */
export const profileHandlers = {
  'get-profile': async (_input, { services, caller }) => ({
    profile: await getProfile(services.database, caller.userId),
  }),

  'update-profile': async (input, context) => {
    const { services, caller, actor } = context;
    const id = caller.userId;
    const { email } = await getProfile(services.database, id);
    const moved = input.email !== null && input.email.toLowerCase() !== email?.toLowerCase();
    // Otherwise anybody at an unattended session could redirect the person's password links to an address of their own.
    if (moved && !input.password) throw refused({ password: 'password-for-email' });
    const confirmed = Boolean(input.password);
    if (confirmed) await checkOwnPassword(services.database, caller, input.password ?? '');
    await inTransaction(services.database, async (db) => {
      if (moved) await endPasswordLinks(db, [id]);
      await audited(db, actor, { subject: 'user', id, action: 'profile' }, async () => {
        await updateProfile(db, id, input);
        if (confirmed) await confirmEmail(db, id);
        return id;
      });
    });
    if (moved) await notifyAccount(context, id, textFor('email-changed'));
    return { profile: await getProfile(services.database, id) };
  },

  'get-own-sessions': (_input, { services, caller }) =>
    listSessionsOfUser(services.database, caller.userId, caller.sessionId),

  'end-own-session': async ({ id }, context) => {
    const { services, caller, actor } = context;
    const which = { userId: caller.userId, id: id ?? null, keep: caller.sessionId };
    const ended = await endOwnSessions(services.database, actor, which);
    publishEnded(context, ended);
    return { ended: ended.length };
  },

  'get-notification-show-permission': async (_input, { services, caller }) => {
    const { notifications } = await getProfile(services.database, caller.userId);
    return { p_status: notifications ? 1 : 0 };
  },

  'get-notification-list': async ({ unreadOnly, before }, { services, caller }) => ({
    ...(await listNotifications(services.database, caller.userId, unreadOnly, before ?? null)),
    unread: await countUnread(services.database, caller.userId),
  }),

  'read-notification': async ({ id }, { services, caller }) => {
    await markRead(services.database, caller.userId, id ?? null);
    await announceUnread(services, caller.userId);
    return {};
  },
} satisfies Pick<
  Handlers,
  | 'get-profile'
  | 'update-profile'
  | 'get-own-sessions'
  | 'end-own-session'
  | 'get-notification-show-permission'
  | 'get-notification-list'
  | 'read-notification'
>;
