import type { Queryable } from '../database.ts';
import { andSeenGroup, type Scope } from '../scope.ts';
import { firstRows, type Page } from '../page.ts';

export interface Ref {
  id: number;
  name: string;
}

export function listGroups(db: Queryable, scope: Scope): Promise<Page<Ref & { version: number }>> {
  return firstRows(
    db,
    `SELECT id, name, version FROM vehicle_groups WHERE organisation_id = ANY($1)${andSeenGroup(scope, 'id')} ORDER BY lower(name), id`,
    [scope.organisationIds],
  );
}

/** True when the group belongs to the organisation. */
export async function isGroupOf(db: Queryable, organisationId: number, id: number): Promise<boolean> {
  const { rowCount } = await db.query('SELECT FROM vehicle_groups WHERE id = $1 AND organisation_id = $2', [
    id,
    organisationId,
  ]);
  return rowCount === 1;
}
