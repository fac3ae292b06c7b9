import { AppError } from '../../errors.ts';
import type { Actor } from '../audit/audit.ts';
import { withConflicts } from '../conflicts.ts';
import type { Database, Queryable } from '../database.ts';
import { checkQuota } from '../quotas.ts';
import type { Scope } from '../scope.ts';
import { checkVersion } from '../versions.ts';
import { saveNameRecord, type NameInput, type SavedName } from './save-name-record.ts';

/** Adds or renames a group. */
export function changeGroup(database: Database, scope: Scope, actor: Actor, input: NameInput): Promise<SavedName> {
  return saveNameRecord(database, actor, 'group', input, (db) => saveGroup(db, scope, input));
}

/**
 * Adds a group to the caller's organisation, or renames one of the scope.
 * @throws AppError `not-found`, `conflict` if another group has the name or somebody else saved it meanwhile
 */
export async function saveGroup(db: Queryable, scope: Scope, input: NameInput): Promise<SavedName> {
  if (input.id !== undefined) {
    const { rowCount } = await db.query(
      'SELECT FROM vehicle_groups WHERE id = $2 AND organisation_id = ANY($1) FOR UPDATE',
      [scope.organisationIds, input.id],
    );
    if (!rowCount) throw noGroup();
    await checkVersion(db, 'group', input.id, input.version);
  }
  const { rows } = await withConflicts(() =>
    input.id === undefined
      ? db.query<SavedName>(
          `INSERT INTO vehicle_groups (organisation_id, name) VALUES ($1, $2)
           RETURNING id, name, version, organisation_id AS "organisationId"`,
          [scope.organisationId, input.name],
        )
      : db.query<SavedName>(
          `UPDATE vehicle_groups SET name = $3, version = version + 1 WHERE id = $2 AND organisation_id = ANY($1)
           RETURNING id, name, version, organisation_id AS "organisationId"`,
          [scope.organisationIds, input.id, input.name],
        ),
  );
  if (!rows[0]) throw noGroup();
  if (input.id === undefined) await checkQuota(db, 'group', scope.organisationId);
  return rows[0];
}

const noGroup = () => new AppError('not-found', 'no-group');
