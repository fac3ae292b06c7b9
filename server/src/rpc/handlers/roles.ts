import { announceUnread } from '../../notify/notify.ts';
import { listLimitGroups } from '../../store/people/vehicle-limits.ts';
import { managerOf } from '../../store/roles/manager.ts';
import { deleteRole, saveRole } from '../../store/roles/change-roles.ts';
import { withConflicts } from '../../store/conflicts.ts';
import { inTransaction } from '../../store/database.ts';
import { lockManager } from '../../store/people/lock-manager.ts';
import { addStartingRoles, findMissingRoles } from '../../store/roles/starting-roles.ts';
import { getRole, listGrants, listRoles, listPriorities, listUsersOfRole } from '../../store/roles/list-roles.ts';
import type { Handlers } from '../handler.ts';

/** The specification's role service (section 7). */
export const roleHandlers = {
  'get-role-list': (_input, { services, caller }) => listRoles(services.database, managerOf(caller)),

  'get-starting-roles': async (_input, { services, caller }) => {
    if (caller.scope.limit !== null) return { names: [] };
    const missing = await findMissingRoles(services.database, managerOf(caller), caller.scope.organisationId);
    return { names: missing.map(({ name }) => name) };
  },

  'add-starting-roles': async (_input, { services, caller, actor }) => ({
    names: await withConflicts(() =>
      inTransaction(services.database, async (db) => {
        const manager = await lockManager(db, managerOf(caller));
        return addStartingRoles(db, manager, actor, caller.scope.organisationId);
      }),
    ),
  }),

  'save-role': async (input, { services, caller, actor }) => {
    const manager = managerOf(caller);
    const { id, shownOthers } = await saveRole(services.database, manager, actor, input);
    services.bus.publish('access-changed', { userId: null, roleId: id });
    for (const userId of shownOthers) {
      // Members of the role may have shared vehicles with people who have other roles.
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
  | 'get-starting-roles'
  | 'add-starting-roles'
  | 'save-role'
  | 'get-role-by-id'
  | 'delete-role'
  | 'get-role-menu'
  | 'get-role-user'
  | 'get-role-priority'
>;
