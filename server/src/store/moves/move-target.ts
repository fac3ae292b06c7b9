import type { ParsedInput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import { AppError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import type { Page } from '../page.ts';
import { organisationOf, type Scope } from '../scope.ts';

/**
 * The target organisation of a move, which cannot be deleted until the transaction ends. Limited people cannot move
 * anything, as they would not see it at the target.
 * @throws AppError `not-found` outside the scope, `denied` for limited people
 */
export async function targetOf(db: Queryable, scope: Scope, id: number): Promise<number> {
  if (scope.limit !== null) throw new AppError('denied', 'permission-denied');
  const organisationId = organisationOf(scope, id);
  await db.query('SELECT FROM organisations WHERE id = $1 FOR KEY SHARE', [organisationId]);
  return organisationId;
}

const MAX_SHOWN = 50;

/** The organisations of the scope that contain none of these, and whose name contains the text, by name. */
export async function listMoveOrganisations(
  db: Queryable,
  scope: Scope,
  { search, vehicleIds, deviceIds }: ParsedInput<Operations['preview-move-targets']>,
): Promise<Page<{ id: number; name: string }>> {
  const { rows } = await db.query<{ id: number; name: string }>(
    `SELECT id, name FROM organisations o WHERE id = ANY($1) AND strpos(lower(name), lower($2)) > 0
       AND NOT EXISTS (SELECT FROM vehicles WHERE id = ANY($3) AND organisation_id = o.id)
       AND NOT EXISTS (SELECT FROM devices WHERE id = ANY($4) AND organisation_id = o.id)
     ORDER BY lower(name), id`,
    [scope.organisationIds, search.trim(), vehicleIds, deviceIds],
  );
  return { rows: rows.slice(0, MAX_SHOWN), total: rows.length };
}
