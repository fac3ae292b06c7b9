import { fault } from '@milepost/contract/fault';
import type { Action } from '@milepost/contract/rights';
import type { ParsedInput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import { AppError, fieldError } from '../../errors.ts';
import { type Actor, audited, saving } from '../audit/audit.ts';
import { withConflicts } from '../conflicts.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { type Manager, managerValues, roleBelowSql } from './manager.ts';
import { endLinksOfRole } from '../people/password-links.ts';
import { narrowGivenLimits } from '../people/given-limits.ts';
import { applyRoleLimit, checkRoleLimit, writeRoleLimit } from '../people/role-limits.ts';
import { listGrants, noRole } from './list-roles.ts';
import { checkQuota } from '../quotas.ts';
import { onlyRow } from '../rows.ts';
import { checkVersion } from '../versions.ts';

type RoleInput = ParsedInput<Operations['save-role']>;

const ACTIONS: readonly Action[] = ['view', 'create', 'edit', 'delete'];

/**
 * Adds a role to the manager's organisation, or changes one below the manager's own that grants nothing that the
 * manager lacks. Another priority, other grants or another limit invalidate the links of its users. Menus that are not
 * given stay as they are.
 * @throws AppError `not-found`, `denied` for a role that is not below, and for grants that the manager does not have,
 * `invalid`, `conflict` if another role has the name or somebody else saved it meanwhile
 */
export function saveRole(
  database: Database,
  manager: Manager,
  actor: Actor,
  input: RoleInput,
): Promise<{ id: number; shownOthers: number[] }> {
  if (input.priority <= manager.priority) {
    throw fieldError('invalid', { priority: fault('role-priority', { least: manager.priority + 1 }) });
  }
  return withConflicts(() =>
    inTransaction(database, async (db) => {
      const organisationId =
        input.id === undefined ? manager.scope.organisationId : await lockRoleBelow(db, manager, input.id);
      if (input.id !== undefined) await checkVersion(db, 'role', input.id, input.version);
      await checkGrants(db, manager, input);
      if (input.limit !== undefined) await checkRoleLimit(db, manager.scope, organisationId, input.limit);
      const before = await rightsOf(db, input.id ?? null);
      let limited = false;
      const id = await audited(db, actor, saving('role', input.id), async () => {
        const written = await writeRole(db, manager, input);
        await writeGrants(db, written, input);
        limited = input.limit !== undefined && (await writeRoleLimit(db, written, input.limit));
        return written;
      });
      if ((await rightsOf(db, id)) !== before) await endLinksOfRole(db, id);
      if (!limited) return { id, shownOthers: [] };
      const holders = await applyRoleLimit(db, id);
      return { id, shownOthers: [...new Set([...holders, ...(await narrowGivenLimits(db, actor))])] };
    }),
  );
}

/** Deletes a role without users. @throws AppError `not-found`, `denied`, `conflict` */
export async function deleteRole(database: Database, manager: Manager, actor: Actor, id: number): Promise<void> {
  await inTransaction(database, async (db) => {
    await lockRoleBelow(db, manager, id);
    // Erased accounts have no rights, whatever their role.
    await db.query(
      'UPDATE users SET role_id = $2, version = version + 1 WHERE role_id = $1 AND erased_at IS NOT NULL',
      [id, manager.roleId],
    );
    const { rowCount } = await db.query('SELECT FROM users WHERE role_id = $1 LIMIT 1', [id]);
    if (rowCount) throw new AppError('conflict', 'role-in-use');
    await audited(db, actor, { subject: 'role', id, action: 'delete' }, async () => {
      await db.query('DELETE FROM roles WHERE id = $1', [id]);
      return id;
    });
  });
}

/** @returns the organisation of the role */
async function lockRoleBelow(db: Queryable, manager: Manager, id: number): Promise<number> {
  const { rows } = await db.query<{ organisation_id: number }>(
    'SELECT organisation_id FROM roles WHERE id = $1 AND organisation_id = ANY($2) FOR UPDATE',
    [id, manager.scope.organisationIds],
  );
  if (!rows[0]) throw noRole();
  // Checked with the rights that the locked role has now: a manager who lacks one of them could otherwise clear the
  // role and assign it again.
  const below = await db.query(
    `SELECT FROM roles r WHERE r.id = $1 AND r.priority > $3 AND ${roleBelowSql('r.id', 'r.priority', 2)}`,
    [id, ...managerValues(manager)],
  );
  if (below.rowCount !== 1) throw new AppError('denied', 'role-not-below');
  return rows[0].organisation_id;
}

/** The priority, the limit and the grants of a role, for comparison. */
async function rightsOf(db: Queryable, id: number | null): Promise<string> {
  const { rows } = await db.query<{ rights: unknown }>(
    `SELECT jsonb_build_array(r.priority, r.limited, r.limit_group_ids, r.limit_common, (
       SELECT jsonb_agg(jsonb_build_array(p.menu_id, p.can_view, p.can_create, p.can_edit, p.can_delete) ORDER BY p.menu_id)
       FROM role_permissions p WHERE p.role_id = r.id AND (p.can_view OR p.can_create OR p.can_edit OR p.can_delete)
     )) AS rights FROM roles r WHERE r.id = $1`,
    [id],
  );
  return JSON.stringify(rows);
}

async function checkGrants(db: Queryable, manager: Manager, input: RoleInput): Promise<void> {
  const present = new Map((await listGrants(db, input.id ?? null, manager)).map((grant) => [grant.menuId, grant]));
  for (const [index, wanted] of input.grants.entries()) {
    const grant = present.get(wanted.menuId);
    if (!grant) throw fieldError('invalid', { [`grants.${index}.menuId`]: 'no-menu' });
    const beyond = ACTIONS.some((action) => wanted[action] && !grant[action] && !grant.grantable[action]);
    if (beyond) throw new AppError('denied', 'grant-own');
  }
}

async function writeRole(db: Queryable, manager: Manager, { id, name, priority }: RoleInput): Promise<number> {
  if (id === undefined) {
    const made = await db.query<{ id: number }>(
      'INSERT INTO roles (organisation_id, name, priority) VALUES ($1, $2, $3) RETURNING id',
      [manager.scope.organisationId, name, priority],
    );
    await checkQuota(db, 'role', manager.scope.organisationId);
    return onlyRow(made).id;
  }
  await db.query('UPDATE roles SET name = $2, priority = $3, version = version + 1 WHERE id = $1', [
    id,
    name,
    priority,
  ]);
  return id;
}

async function writeGrants(db: Queryable, roleId: number, { grants }: RoleInput): Promise<void> {
  for (const { menuId, ...can } of grants) {
    await db.query(
      `INSERT INTO role_permissions (role_id, menu_id, can_view, can_create, can_edit, can_delete)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (role_id, menu_id) DO UPDATE SET can_view = excluded.can_view, can_create = excluded.can_create,
         can_edit = excluded.can_edit, can_delete = excluded.can_delete`,
      [roleId, menuId, ...ACTIONS.map((action) => can[action])],
    );
  }
}
