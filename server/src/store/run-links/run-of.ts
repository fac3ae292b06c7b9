import { AppError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import { andSeen, type Scope } from '../scope.ts';

/** The organisation of a run. @throws AppError `not-found` outside the scope */
export async function getRunOf(db: Queryable, scope: Scope, runId: number): Promise<{ organisationId: number }> {
  const { rows } = await db.query<{ organisationId: number }>(
    `SELECT u.organisation_id AS "organisationId" FROM route_runs u
     WHERE u.id = $1 AND u.organisation_id = ANY($2)${andSeen(scope, 'u.vehicle_id')}`,
    [runId, scope.organisationIds],
  );
  if (!rows[0]) throw new AppError('not-found', 'no-run');
  return rows[0];
}
