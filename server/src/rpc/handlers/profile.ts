import { announceUnread } from '../../notify/notify.ts';
import { audited } from '../../store/audit.ts';
import { inTransaction } from '../../store/database.ts';
import { countUnread, listNotifications, markRead } from '../../store/notifications.ts';
import { getProfile, updateProfile } from '../../store/profiles.ts';
import { endOwnSessions, listSessionsOfUser } from '../../store/session-list.ts';
import { tellEnded } from '../account-news.ts';
import type { Handlers } from '../handler.ts';

/** The own account, sessions and notifications. */
export const profileHandlers = {
  'get-profile': async (_input, { services, caller }) => ({
    profile: await getProfile(services.database, caller.userId),
  }),

  'update-profile': async (input, { services, caller, actor }) => {
    const id = caller.userId;
    await inTransaction(services.database, (db) =>
      audited(db, actor, { subject: 'user', id, action: 'profile' }, async () => {
        await updateProfile(db, id, input);
        return id;
      }),
    );
    return { profile: await getProfile(services.database, id) };
  },

  'get-own-sessions': async (_input, { services, caller }) => ({
    rows: await listSessionsOfUser(services.database, caller.userId, caller.sessionId),
  }),

  'end-own-session': async ({ id }, context) => {
    const { services, caller, actor } = context;
    const which = { userId: caller.userId, id: id ?? null, keep: caller.sessionId };
    const ended = await endOwnSessions(services.database, actor, which);
    tellEnded(context, ended);
    return { ended: ended.length };
  },

  'get-notification-show-permission': async (_input, { services, caller }) => {
    const { notifications } = await getProfile(services.database, caller.userId);
    return { p_status: notifications ? 1 : 0 };
  },

  'get-notification-list': async ({ unreadOnly }, { services, caller }) => ({
    rows: await listNotifications(services.database, caller.userId, unreadOnly),
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
