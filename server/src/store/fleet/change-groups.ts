import { AppError } from '../../errors.ts';
import type { Actor } from '../audit/audit.ts';
import { withConflicts } from '../conflicts.ts';
import type { Database, Queryable } from '../database.ts';
import { checkQuota } from '../quotas.ts';
import type { Scope } from '../scope.ts';
import { changeNamed, type NamedInput, type SavedName } from './change-named.ts';

/** Adds or renames a group. */
export function changeGroup(database: Database, scope: Scope, actor: Actor, input: NamedInput): Promise<SavedName> {
  return changeNamed(database, actor, 'group', input, (db) => saveGroup(db, scope, input));
}

/**
 * Adds a group to the caller's organisation, or renames one of the scope.
 * @throws AppError `not-found`, `conflict` when another has the name
 */
export async function saveGroup(db: Queryable, scope: Scope, input: NamedInput): Promise<SavedName> {
  const { rows } = await withConflicts(() =>
    input.id === undefined
      ? db.query<SavedName>(
          `INSERT INTO vehicle_groups (organisation_id, name) VALUES ($1, $2)
           RETURNING id, name, organisation_id AS "organisationId"`,
          [scope.organisationId, input.name],
        )
      : db.query<SavedName>(
          `UPDATE vehicle_groups SET name = $3 WHERE id = $2 AND organisation_id = ANY($1)
           RETURNING id, name, organisation_id AS "organisationId"`,
          [scope.organisationIds, input.id, input.name],
        ),
  );
  if (!rows[0]) throw new AppError('not-found', 'no-group');
  if (input.id === undefined) await checkQuota(db, 'group', scope.organisationId);
  return rows[0];
}
