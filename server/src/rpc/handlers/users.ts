import { textFor } from '../../texts/text.ts';
import { may } from '../../auth/caller.ts';
import type { Caller } from '../../store/people/callers.ts';
import { writeChangedEmail } from '../../mail/changed-email.ts';
import { managerOf } from '../../store/roles/manager.ts';
import { listOrganisations } from '../../store/organisations/organisations.ts';
import { listAssignableRoles } from '../../store/roles/list-roles.ts';
import {
  createUser,
  forceSignOut,
  resetTwoFactor,
  sendPasswordLink,
  setUserDisabled,
  type NotifyFormer,
  updateUser,
} from '../../store/people/change-users.ts';
import { eraseUser, readUserErasure } from '../../store/people/erase-user.ts';
import { getUser, listUsers } from '../../store/people/list-users.ts';
import type { LinkMail } from '../../store/people/password-links.ts';
import { announceUnread } from '../../notify/notify.ts';
import { listLimitChoices } from '../../store/people/vehicle-limits.ts';
import { publishEnded, notifyAccount } from '../account-news.ts';
import { exportPerson } from '../export-person.ts';
import type { Handlers } from '../handler.ts';
import { linkMails, sendWritten } from '../mail-settings.ts';

export const userHandlers = {
  'get-user-list': (input, { services, caller }) => listUsers(services.database, managerOf(caller), input),

  'get-user-by-id': async ({ id }, { services, caller }) => ({
    user: await getUser(services.database, managerOf(caller), id),
  }),

  'get-user-choices': async (_input, { services, caller }) => {
    const organisations = await listOrganisations(services.database, caller.scope);
    const roles = await listAssignableRoles(services.database, managerOf(caller));
    return {
      roles: roles.rows,
      rolesTotal: roles.total,
      organisations: organisations.rows.map(({ id, name, parentId }) => ({ id, name, parentId })),
      organisationsTotal: organisations.total,
    };
  },

  'get-limit-choices': (input, { services, caller }) => listLimitChoices(services.database, caller.scope, input),

  'save-user': async (input, context) => {
    const { services, caller, actor } = context;
    const { database, bus } = services;
    const manager = managerOf(caller);
    if (input.id === undefined) {
      const { id, mail } = await createUser(database, manager, actor, input, linkMails(context));
      sendWritten(context, mail);
      return { user: await getUser(database, manager, id), link: invitationLink(caller, mail) };
    }
    const { id } = input;
    const from = { configured: services.config.mailConfigured, by: caller.displayName };
    const notifyFormer: NotifyFormer = (db, account, to) => writeChangedEmail(db, account, { ...from, to });
    const { moved, limited, narrowed, ended, newEmail, mail } = await updateUser(
      database,
      manager,
      actor,
      { ...input, id },
      notifyFormer,
    );
    publishEnded(context, ended);
    if (mail) sendWritten(context, mail);
    const user = await getUser(database, manager, id);
    if (moved || limited) bus.publish('access-changed', { userId: id, roleId: null });
    for (const userId of narrowed) bus.publish('access-changed', { userId, roleId: null });
    if (limited) {
      await announceUnread(services, id);
      const text = textFor('vehicles-changed-text', { by: caller.displayName });
      await notifyAccount(context, id, textFor('vehicles-changed'), text);
    }
    if (moved) {
      const { roleName: role, organisationName: organisation } = user;
      const text = textFor('role-changed-text', { by: caller.displayName, role, organisation });
      await notifyAccount(context, id, textFor('role-changed'), text);
    }
    if (newEmail) {
      const text = textFor('email-changed-text', { by: caller.displayName, email: input.email });
      await notifyAccount(context, id, textFor('email-changed'), text);
    }
    return { user, link: null };
  },

  'set-user-disabled': async (input, context) => {
    const { services, caller, actor } = context;
    const manager = managerOf(caller);
    publishEnded(context, await setUserDisabled(services.database, manager, actor, input));
    return { user: await getUser(services.database, manager, input.id) };
  },

  'send-password-link': async ({ id }, context) => {
    const { services, caller, actor } = context;
    const mails = linkMails(context);
    const { mail, ended } = await sendPasswordLink(services.database, managerOf(caller), actor, id, mails);
    sendWritten(context, mail);
    publishEnded(context, ended);
    return { link: invitationLink(caller, mail) };
  },

  'force-sign-out': async ({ id }, context) => {
    const { services, caller, actor } = context;
    const ended = await forceSignOut(services.database, managerOf(caller), actor, id);
    publishEnded(context, ended);
    return { ended: ended.length };
  },

  'get-user-erasure': ({ id }, { services, caller }) => readUserErasure(services.database, managerOf(caller), id),

  'export-user-data': ({ id }, context) => exportPerson(context, 'user-data', id),

  'erase-user': async (input, context) => {
    const { services, caller, actor } = context;
    publishEnded(context, await eraseUser(services.database, managerOf(caller), actor, input));
    return {};
  },

  'reset-two-factor': async ({ id }, context) => {
    const { services, caller, actor } = context;
    const removed = await resetTwoFactor(services.database, managerOf(caller), actor, id);
    if (removed) {
      const text = textFor('two-factor-off-text', { by: caller.displayName });
      await notifyAccount(context, id, textFor('two-factor-off'), text);
    }
    return {};
  },
} satisfies Pick<
  Handlers,
  | 'get-user-list'
  | 'get-user-by-id'
  | 'get-user-choices'
  | 'get-limit-choices'
  | 'save-user'
  | 'set-user-disabled'
  | 'send-password-link'
  | 'force-sign-out'
  | 'get-user-erasure'
  | 'export-user-data'
  | 'erase-user'
  | 'reset-two-factor'
>;

/** Shown once, to the person who created it; never to a script. */
function invitationLink(caller: Caller, { link }: LinkMail): string | null {
  return !caller.token && may(caller, 'users', 'edit') ? link : null;
}
