import type { OperationOutput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import { AppError } from '../../errors.ts';
import { type Actor, audited } from '../audit/audit.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { firstRows } from '../page.ts';
import { getDepot } from '../routes/depots.ts';
import { lockRuns } from '../routes/write-run.ts';
import { andSeen, type Scope } from '../scope.ts';

/** SQL: true when a run `u` has not begun, by its time, its driver and its vehicle. */
const AHEAD = `u.starts_at > now() AND NOT EXISTS (SELECT FROM run_words w WHERE w.run_id = u.id)
  AND NOT EXISTS (SELECT FROM run_facts f WHERE f.run_id = u.id AND f.begun_at IS NOT NULL)`;

/** The spreads of a day from a depot that were not undone and have a visible run, newest first. */
export async function listSpreads(
  db: Queryable,
  scope: Scope,
  { day, depotId }: { day: string; depotId: number },
): Promise<OperationOutput<Operations['get-spread-list']>> {
  const depot = await getDepot(db, scope, depotId);
  const { rows, total } = await firstRows<{
    id: number;
    at: Date;
    by: string | null;
    runs: number;
    undoable: number;
  }>(
    db,
    `SELECT s.id, s.created_at AS at, coalesce((SELECT p.display_name FROM users p WHERE p.id = s.created_by), s.created_by_name) AS by,
       count(*)::int AS runs, count(*) FILTER (WHERE ${AHEAD})::int AS undoable
     FROM spreads s JOIN route_runs u ON u.spread_id = s.id
     WHERE s.organisation_id = $1 AND s.day = $2 AND s.depot_id = $3 AND s.undone_at IS NULL${andSeen(scope, 'u.vehicle_id')}
     GROUP BY s.id ORDER BY s.id DESC`,
    [depot.organisationId, day, depotId],
  );
  return { rows: rows.map((row) => ({ ...row, at: row.at.toISOString() })), total };
}

/**
 * Deletes the runs of a spread that have not begun, and the routes that were created for them and have no other runs.
 * Idempotent.
 * @throws AppError `not-found` outside the scope
 */
export function undoSpread(
  database: Database,
  scope: Scope,
  actor: Actor,
  id: number,
): Promise<{ removed: number; kept: number }> {
  return inTransaction(database, async (db) => {
    const found = await db.query<{ organisation_id: number }>(
      `SELECT s.organisation_id FROM spreads s WHERE s.id = $1 AND s.organisation_id = ANY($2)
         AND NOT EXISTS (SELECT FROM route_runs u WHERE u.spread_id = s.id
           AND u.id NOT IN (SELECT u.id FROM route_runs u WHERE u.spread_id = s.id${andSeen(scope, 'u.vehicle_id')}))`,
      [id, scope.organisationIds],
    );
    const organisationId = found.rows[0]?.organisation_id;
    if (organisationId === undefined) throw new AppError('not-found', 'no-spread');
    await lockRuns(db, organisationId);
    const { rows } = await db.query<{ id: number; routeId: number; ahead: boolean }>(
      `SELECT u.id, u.route_id AS "routeId", ${AHEAD} AS ahead FROM route_runs u WHERE u.spread_id = $1 ORDER BY u.id FOR UPDATE`,
      [id],
    );
    const gone = rows.filter(({ ahead }) => ahead);
    for (const run of gone) {
      await audited(db, actor, { subject: 'route-run', id: run.id, action: 'delete' }, async () => {
        await db.query('DELETE FROM route_runs WHERE id = $1', [run.id]);
        return run.id;
      });
    }
    await db.query(
      `UPDATE routes r SET deleted_at = now(), version = version + 1, updated_at = now()
       WHERE r.id = ANY($1) AND r.of_vehicle_id IS NOT NULL AND r.deleted_at IS NULL
         AND NOT EXISTS (SELECT FROM route_runs u WHERE u.route_id = r.id)
         AND NOT EXISTS (SELECT FROM route_plans p WHERE p.route_id = r.id)`,
      [gone.map(({ routeId }) => routeId)],
    );
    const remaining = rows.length - gone.length;
    if (remaining === 0)
      await db.query('UPDATE spreads SET undone_at = coalesce(undone_at, now()) WHERE id = $1', [id]);
    return { removed: gone.length, kept: remaining };
  });
}
