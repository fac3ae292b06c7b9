import { fault, type PlainCode } from '@milepost/contract/fault';
import type { Organisation } from '@milepost/contract/organisation-operations';
import { AppError, fieldError } from '../../errors.ts';
import { type Actor, audited } from '../audit/audit.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { checkFenceQuota } from '../geofences/fence-quota.ts';
import { firstRows, MAX_ROWS, type Page } from '../page.ts';
import { endLinksOfSuborganisations } from '../people/password-links.ts';
import { endLinksBeyondLimits } from '../people/vehicle-limits.ts';
import type { Manager } from '../roles/manager.ts';
import { addStartingRoles, removeStartingRoles } from '../roles/starting-roles.ts';
import { onlyRow } from '../rows.ts';
import { andSeen, type Scope } from '../scope.ts';
import { checkVersion } from '../versions.ts';
import { BRANCH } from './branch.ts';

const select = (
  scope: Scope,
) => `SELECT o.id, CASE WHEN o.id <> $2 THEN o.parent_id END AS "parentId", o.name, o.version, o.id = $2 AS own,
            (SELECT count(*)::int FROM users u WHERE u.organisation_id = o.id AND u.erased_at IS NULL) AS users,
            (SELECT count(*)::int FROM vehicles v
             WHERE v.organisation_id = o.id AND v.deleted_at IS NULL${andSeen(scope)}) AS vehicles
     FROM organisations o WHERE o.id = ANY($1)`;

/** The caller's organisation, without its parent, and those below. */
export function listOrganisations(db: Queryable, scope: Scope): Promise<Page<Organisation>> {
  const values = [scope.organisationIds, scope.organisationId];
  return firstRows<Organisation>(db, `${select(scope)} ORDER BY lower(o.name), o.id`, values);
}

/** A single organisation. @throws AppError `not-found` outside the scope */
export async function getOrganisation(db: Queryable, scope: Scope, id: number): Promise<Organisation> {
  const values = [scope.organisationIds, scope.organisationId, id];
  const { rows } = await db.query<Organisation>(`${select(scope)} AND o.id = $3`, values);
  if (!rows[0]) throw new AppError('not-found', 'no-organisation');
  return rows[0];
}

interface OrganisationInput {
  id?: number | undefined;
  name: string;
  parentId: number | null;
  version?: number | undefined;
}

/**
 * Adds an organisation, renames one or moves it within the scope; returns whether it was moved.
 * @throws AppError `not-found` outside the scope, `invalid` for a parent that is the organisation itself or below it,
 * `conflict` if somebody else saved it or its settings meanwhile
 */
export function saveOrganisation(
  database: Database,
  manager: Manager,
  actor: Actor,
  input: OrganisationInput,
): Promise<{ id: number; moved: boolean }> {
  const { scope } = manager;
  return inTransaction(database, async (db) => {
    await lockTree(db);
    if (input.id === undefined) {
      const parentId = input.parentId ?? scope.organisationId;
      checkParent(scope, parentId);
      const id = await audited(db, actor, { subject: 'organisation', id: null, action: 'create' }, async () => {
        const made = await db.query<{ id: number }>(
          `INSERT INTO organisations (name, parent_id, time_zone)
           SELECT $1, id, time_zone FROM organisations WHERE id = $2 RETURNING id`,
          [input.name, parentId],
        );
        return onlyRow(made).id;
      });
      await addStartingRoles(db, manager, actor, id);
      await checkOrganisationQuota(db, id);
      return { id, moved: false };
    }
    const { id } = input;
    const oldParent = await parentOf(db, scope, id);
    await checkVersion(db, 'organisation', id, input.version);
    const own = id === scope.organisationId;
    // Even for the present parent, which the caller must not find out by trying.
    if (own && input.parentId !== null) throw refusedParent();
    const parentId = own ? oldParent : (input.parentId ?? oldParent);
    const moved = parentId !== oldParent;
    if (moved && parentId !== null) {
      checkParent(scope, parentId);
      if (await isInside(db, parentId, id)) throw refusedParent('below-itself');
    }
    await audited(db, actor, { subject: 'organisation', id, action: moved ? 'move' : 'change' }, async () => {
      await db.query('UPDATE organisations SET name = $2, parent_id = $3, version = version + 1 WHERE id = $1', [
        id,
        input.name,
        parentId,
      ]);
      return id;
    });
    if (moved) {
      await checkOrganisationQuota(db, id);
      await checkRolesAbove(db, id);
      await endLinksOfSuborganisations(db, id);
      await endLinksBeyondLimits(db);
    }
    return { id, moved };
  });
}

/** The tables that can refer to an organisation. */
const BELONGINGS = [
  ['organisations', 'parent_id'],
  ...[
    'users',
    'vehicles',
    'devices',
    'roles',
    'drivers',
    'vehicle_groups',
    'places',
    'geofences',
    'alarm_rules',
    'webhooks',
    'shares',
    'plans',
    'subscriptions',
    'invoices',
    'payments',
    'outlets',
    'territories',
    'depots',
    'routes',
  ].map((table) => [table, 'organisation_id'] as const),
] as const;

/** Deletes an empty organisation. @throws AppError `not-found`, `conflict` */
export function deleteOrganisation(database: Database, scope: Scope, actor: Actor, id: number): Promise<void> {
  return inTransaction(database, async (db) => {
    await lockTree(db);
    const parentId = await parentOf(db, scope, id);
    if (id === scope.organisationId || parentId === null) {
      throw new AppError('conflict', 'own-organisation');
    }
    await removeStartingRoles(db, id);
    for (const [table, column] of BELONGINGS) {
      const { rowCount } = await db.query(`SELECT FROM ${table} WHERE ${column} = $1 LIMIT 1`, [id]);
      if (rowCount) throw new AppError('conflict', 'organisation-in-use');
    }
    await audited(db, actor, { subject: 'organisation', id, action: 'delete' }, async () => {
      await db.query('DELETE FROM organisations WHERE id = $1', [id]);
      return id;
    });
    // The logs of the deleted organisation remain visible to the organisation above.
    for (const table of ['audit_log', 'sign_ins', 'mails']) {
      await db.query(`UPDATE ${table} SET organisation_id = $2 WHERE organisation_id = $1`, [id, parentId]);
    }
  });
}

/** Serialises changes of the tree, since two concurrent ones could create a cycle. */
async function lockTree(db: Queryable): Promise<void> {
  await db.query(`SELECT pg_advisory_xact_lock(hashtext('organisations'))`);
}

/**
 * Prevents organisations from moving until the transaction ends, so that an assigned role remains one of those above.
 */
export async function holdTree(db: Queryable): Promise<void> {
  await db.query(`SELECT pg_advisory_xact_lock_shared(hashtext('organisations'))`);
}

/**
 * Changing a role affects everybody who has it, so nobody may have a role of an organisation that is not above.
 * @throws AppError `conflict` if somebody in the organisation or below it does
 */
async function checkRolesAbove(db: Queryable, id: number): Promise<void> {
  const { rowCount } = await db.query(
    `WITH RECURSIVE tree AS (
       SELECT $1::int AS id
       UNION
       SELECT o.id FROM organisations o JOIN tree ON o.parent_id = tree.id
     ), above AS (
       SELECT parent_id AS id FROM organisations WHERE id = $1
       UNION
       SELECT o.parent_id FROM organisations o JOIN above ON o.id = above.id
     )
     SELECT FROM users u JOIN tree ON tree.id = u.organisation_id JOIN roles r ON r.id = u.role_id
     WHERE r.organisation_id NOT IN (SELECT id FROM tree)
       AND r.organisation_id NOT IN (SELECT id FROM above WHERE id IS NOT NULL) LIMIT 1`,
    [id],
  );
  if (rowCount) throw new AppError('conflict', 'role-left-behind');
}

/** @throws AppError `not-found` outside the scope */
async function parentOf(db: Queryable, scope: Scope, id: number): Promise<number | null> {
  const { rows } = await db.query<{ parent_id: number | null }>(
    'SELECT parent_id FROM organisations WHERE id = $1 AND id = ANY($2) FOR NO KEY UPDATE',
    [id, scope.organisationIds],
  );
  if (!rows[0]) throw new AppError('not-found', 'no-organisation');
  return rows[0].parent_id;
}

function checkParent(scope: Scope, parentId: number): void {
  if (!scope.organisationIds.includes(parentId)) throw refusedParent();
}

/** True when `id` is `top` or below it. */
async function isInside(db: Queryable, id: number, top: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `WITH RECURSIVE above AS (
       SELECT id, parent_id FROM organisations WHERE id = $1
       UNION
       SELECT o.id, o.parent_id FROM organisations o JOIN above ON o.id = above.parent_id
     )
     SELECT FROM above WHERE id = $2`,
    [id, top],
  );
  return rowCount === 1;
}

function refusedParent(code: PlainCode = 'organisation-unavailable'): AppError {
  return fieldError('invalid', { parentId: code });
}

/** The organisation at the top of the tree. */
export async function rootOrganisationId(db: Queryable): Promise<number> {
  const sql = 'SELECT id FROM organisations WHERE parent_id IS NULL ORDER BY id LIMIT 1';
  return onlyRow(await db.query<{ id: number }>(sql)).id;
}

/** The organisations of one branch. */
const MAX_OF_BRANCH = 1000;
/** The organisations of the installation: as many as lists show. */
const MAX_IN_ALL = MAX_ROWS;

/**
 * Checks the limits after an organisation was added or moved, in its transaction.
 * @throws AppError `conflict` if the installation or the branch exceeds its limit, or the branch would have too many
 * geofences
 */
async function checkOrganisationQuota(db: Queryable, id: number): Promise<void> {
  const { rows } = await db.query<{ branch: number; all: number }>(
    `WITH RECURSIVE ${BRANCH}
     SELECT (SELECT count(*)::int FROM tree) AS branch, (SELECT count(*)::int FROM organisations) AS all`,
    [id],
  );
  const { branch = 0, all = 0 } = rows[0] ?? {};
  if (branch > MAX_OF_BRANCH) throw new AppError('conflict', fault('most-kept', { most: MAX_OF_BRANCH }));
  if (all > MAX_IN_ALL) throw new AppError('conflict', fault('most-kept', { most: MAX_IN_ALL }));
  await checkFenceQuota(db, id);
}
