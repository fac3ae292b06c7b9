import { announceUnread } from '../../notify/notify.ts';
import { listLimitGroups } from '../../store/people/vehicle-limits.ts';
import { managerOf } from '../../store/roles/manager.ts';
import { deleteRole, saveRole } from '../../store/roles/change-roles.ts';
import { getRole, listGrants, listRoles, listPriorities, listUsersOfRole } from '../../store/roles/list-roles.ts';
import type { Handlers } from '../handler.ts';

/** The specification's role service (section 7). */
export const roleHandlers = {
  'get-role-list': (_input, { services, caller }) => listRoles(services.database, managerOf(caller)),

  'save-role': async (input, { services, caller, actor }) => {
    const manager = managerOf(caller);
    const { id, shownOthers } = await saveRole(services.database, manager, actor, input);
    services.bus.publish('access-changed', { userId: null, roleId: id });
    for (const userId of shownOthers) {
      // Those to whom somebody of the role showed vehicles have other roles.
      services.bus.publish('access-changed', { userId, roleId: null });
      await announceUnread(services, userId);
    }
    return { role: await getRole(services.database, manager, id) };
  },

  'get-role-by-id': async ({ id }, { services, caller }) => {
    const manager = managerOf(caller);
    const role = await getRole(services.database, manager, id);
    const groups = await listLimitGroups(services.database, caller.scope, role.organisationId);
    return { role, grants: await listGrants(services.database, id, manager), ...groups };
  },

  'delete-role': async ({ id }, { services, caller, actor }) => {
    await deleteRole(services.database, managerOf(caller), actor, id);
    return {};
  },

  'get-role-menu': async (_input, { services, caller }) => ({
    grants: await listGrants(services.database, null, managerOf(caller)),
    ...(await listLimitGroups(services.database, caller.scope, caller.scope.organisationId)),
  }),

  'get-role-user': async ({ id }, { services, caller }) => {
    await getRole(services.database, managerOf(caller), id);
    return listUsersOfRole(services.database, caller.scope, id);
  },

  'get-role-priority': async (_input, { services, caller }) => {
    const used = await listPriorities(services.database, caller.scope);
    return { own: caller.priority, lowest: caller.priority + 1, used };
  },
} satisfies Pick<
  Handlers,
  | 'get-role-list'
  | 'save-role'
  | 'get-role-by-id'
  | 'delete-role'
  | 'get-role-menu'
  | 'get-role-user'
  | 'get-role-priority'
>;
