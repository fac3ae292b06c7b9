import { AppError } from '../../errors.ts';
import { withConflicts } from '../conflicts.ts';
import type { Queryable } from '../database.ts';
import type { Scope } from '../scope.ts';
import { firstRows, type Page } from '../page.ts';

export interface Named {
  id: number;
  name: string;
}

export function listGroups(db: Queryable, scope: Scope): Promise<Page<Named>> {
  return firstRows<Named>(
    db,
    'SELECT id, name FROM vehicle_groups WHERE organisation_id = ANY($1) ORDER BY lower(name), id',
    [scope.organisationIds],
  );
}

/**
 * Adds a group to the caller's organisation, or renames one of the scope.
 * @throws AppError `not-found`, `conflict` when another has the name
 */
export async function saveGroup(
  db: Queryable,
  scope: Scope,
  input: { id?: number | undefined; name: string },
): Promise<Named & { organisationId: number }> {
  const { rows } = await withConflicts(() =>
    input.id === undefined
      ? db.query<Named & { organisationId: number }>(
          `INSERT INTO vehicle_groups (organisation_id, name) VALUES ($1, $2)
           RETURNING id, name, organisation_id AS "organisationId"`,
          [scope.organisationId, input.name],
        )
      : db.query<Named & { organisationId: number }>(
          `UPDATE vehicle_groups SET name = $3 WHERE id = $2 AND organisation_id = ANY($1)
           RETURNING id, name, organisation_id AS "organisationId"`,
          [scope.organisationIds, input.id, input.name],
        ),
  );
  if (!rows[0]) throw new AppError('not-found', 'no-group');
  return rows[0];
}

/** Whether the group belongs to the organisation. */
export async function isGroupOf(db: Queryable, organisationId: number, id: number): Promise<boolean> {
  const { rowCount } = await db.query('SELECT FROM vehicle_groups WHERE id = $1 AND organisation_id = $2', [
    id,
    organisationId,
  ]);
  return rowCount === 1;
}
