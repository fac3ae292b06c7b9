import { newApiToken } from '../../auth/bearer.ts';
import { tokenHash } from '../../auth/tokens.ts';
import { AppError } from '../../errors.ts';
import { listAudit } from '../../store/audit/list-audit.ts';
import { may } from '../../auth/caller.ts';
import { listMails } from '../../store/mail/mails.ts';
import {
  deleteOrganisation,
  getOrganisation,
  listOrganisations,
  saveOrganisation,
} from '../../store/organisations/organisations.ts';
import { createApiToken, deleteApiToken, listApiTokens } from '../../store/people/api-tokens.ts';
import { endSessionById, listSessions } from '../../store/people/list-sessions.ts';
import { listSignIns } from '../../store/people/sign-ins.ts';
import { listMenus, saveMenu, sortMenus } from '../../store/roles/change-menus.ts';
import { managerOf } from '../../store/roles/manager.ts';
import { textFor } from '../../texts/text.ts';
import { notifyAccount, publishEnded } from '../account-news.ts';
import type { CallContext, Handlers } from '../handler.ts';
import { refused } from '../input.ts';
import { expiryChanged } from './subscriptions.ts';

/** Menus, organisations and API tokens. */
export const administrationHandlers = {
  'get-menu-list': async (_input, { services }) => ({ rows: await listMenus(services.database) }),

  'save-menu': async (input, context) => {
    requireRoot(context);
    return { menu: await saveMenu(context.services.database, context.actor, input) };
  },

  'sort-menus': async (input, context) => {
    requireRoot(context);
    return { rows: await sortMenus(context.services.database, context.actor, input) };
  },

  'get-organisation-list': (_input, { services, caller }) => listOrganisations(services.database, caller.scope),

  'save-organisation': async (input, context) => {
    const { services, caller, actor } = context;
    const { id, moved } = await saveOrganisation(services.database, managerOf(caller), actor, input);
    if (moved) await expiryChanged(context, id);
    if (moved || input.id === undefined) services.bus.publish('access-changed', { userId: null, roleId: null });
    const scope = { ...caller.scope, organisationIds: [...caller.scope.organisationIds, id] };
    return { organisation: await getOrganisation(services.database, scope, id) };
  },

  'delete-organisation': async ({ id }, { services, caller, actor }) => {
    await deleteOrganisation(services.database, caller.scope, actor, id);
    return {};
  },

  'get-api-token-list': (_input, { services, caller }) => listApiTokens(services.database, managerOf(caller)),

  'create-api-token': async ({ name, readOnly, expiresAt }, context) => {
    const { services, caller, actor } = context;
    if (expiresAt !== null && new Date(expiresAt) <= new Date()) throw refused({ expiresAt: 'in-the-future' });
    const token = newApiToken();
    const made = { userId: caller.userId, name, readOnly, expiresAt, tokenHash: tokenHash(token) };
    const row = await createApiToken(services.database, actor, made);
    // A token outlives the session and a change of password, so the person is notified in case somebody else created
    // it.
    await notifyAccount(context, caller.userId, textFor('token-made'), name);
    return { token, row };
  },

  'delete-api-token': async ({ id }, { services, caller, actor }) => {
    await deleteApiToken(services.database, managerOf(caller), actor, id);
    return {};
  },
} satisfies Pick<
  Handlers,
  | 'get-menu-list'
  | 'save-menu'
  | 'sort-menus'
  | 'get-organisation-list'
  | 'save-organisation'
  | 'delete-organisation'
  | 'get-api-token-list'
  | 'create-api-token'
  | 'delete-api-token'
>;

/** The menu applies to the whole installation. */
function requireRoot({ caller }: CallContext): void {
  if (!caller.scope.root) throw new AppError('denied', 'menu-top-only');
}

/** Logs: sessions and sign-ins, changes, mails. */
export const logHandlers = {
  'get-session-list': (input, { services, caller }) =>
    listSessions(services.database, managerOf(caller), caller.sessionId, input),

  'end-session': async ({ id }, context) => {
    const { services, caller, actor } = context;
    await endSessionById(services.database, managerOf(caller), actor, id);
    publishEnded(context, [id]);
    return {};
  },

  'get-sign-in-list': (input, { services, caller }) => listSignIns(services.database, caller.scope, input),
  'get-audit-list': (input, { services, caller }) => listAudit(services.database, caller.scope, input),
  'get-mail-list': (input, { services, caller }) =>
    listMails(services.database, caller.scope, input, may(caller, 'private-trips', 'view')),
} satisfies Pick<
  Handlers,
  'get-session-list' | 'end-session' | 'get-sign-in-list' | 'get-audit-list' | 'get-mail-list'
>;
