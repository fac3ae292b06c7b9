import { type Actor, audited } from '../audit/audit.ts';
import type { Subject } from '../audit/audit-subjects.ts';
import type { Queryable } from '../database.ts';
import { makeRuns } from '../routes/make-runs.ts';
import { lockRuns, writeRunChanges } from '../routes/write-run.ts';
import { MOVED_RECORDS } from './moved-records.ts';

/** SQL of the ids that end, as counted by the preview. */
function endingSql(table: string): string {
  const ending = MOVED_RECORDS[table]?.ending;
  if (!ending) throw new Error(`nothing of ${table} ends`);
  return `SELECT u.id FROM ${table} u WHERE u.vehicle_id = $1 AND ${ending.where} AND $2::timestamptz IS NOT NULL ORDER BY u.id`;
}

/**
 * Ends the future of a vehicle that leaves its organisation: drivers, links and payments. Must be called after
 * `freePlans`.
 */
export async function endFutureRecords(
  db: Queryable,
  actor: Actor,
  vehicleId: number,
  organisationId: number,
  at: string,
): Promise<void> {
  const each = async (table: string, subject: Subject, change: (id: number) => Promise<unknown>) => {
    const { rows } = await db.query<{ id: number }>(endingSql(table), [vehicleId, at]);
    for (const { id } of rows) {
      await audited(db, actor, { subject, id, action: 'change' }, async () => {
        await change(id);
        return id;
      });
    }
  };
  await each('shares', 'share', (id) => db.query('UPDATE shares SET revoked_at = $2 WHERE id = $1', [id, at]));
  await each('recurring_expenses', 'recurring-expense', (id) =>
    db.query('UPDATE recurring_expenses SET paused = true, version = version + 1, updated_at = now() WHERE id = $1', [
      id,
    ]),
  );
  await each('budgets', 'budget', (id) =>
    db.query(
      `UPDATE budgets SET version = version + 1, updated_at = now(),
         last_month = greatest(first_month, date_trunc('month', $2::timestamptz)::date) WHERE id = $1`,
      [id, at],
    ),
  );
  // The usual driver is part of the vehicle's own audit entry.
  await db.query(
    `UPDATE driver_assignments SET to_time = greatest(from_time, $2::timestamptz), version = version + 1
     WHERE vehicle_id = $1 AND coalesce(to_time, 'infinity') > $2::timestamptz AND (source = 'usual' OR from_time <= $2::timestamptz)`,
    [vehicleId, at],
  );
  const planned = await db.query<{ id: number }>(
    `SELECT id FROM driver_assignments WHERE vehicle_id = $1 AND source = 'assignment' AND from_time > $2::timestamptz`,
    [vehicleId, at],
  );
  for (const { id } of planned.rows) {
    await audited(db, actor, { subject: 'assignment', id, action: 'delete' }, async () => {
      await db.query('DELETE FROM driver_assignments WHERE id = $1', [id]);
      return id;
    });
  }
  await db.query('DELETE FROM service_dues WHERE vehicle_id = $1', [vehicleId]);
  await freeRuns(db, actor, vehicleId, organisationId, at);
}

/**
 * Removes vehicles from the plans of their organisation, and from the runs of these. Called once for all that leave:
 * the runs of an organisation cover weeks, and changes of installations in every other organisation wait meanwhile.
 */
export async function freePlans(
  db: Queryable,
  actor: Actor,
  vehicleIds: readonly number[],
  organisationId: number,
  at: string,
): Promise<void> {
  const plans = await db.query<{ id: number }>(
    `SELECT id FROM route_plans WHERE vehicle_id = ANY($1) AND deleted_at IS NULL
       AND coalesce(valid_to, 'infinity') >= $2::timestamptz::date ORDER BY id`,
    [vehicleIds, at],
  );
  if (plans.rows.length === 0) return;
  await lockRuns(db, organisationId);
  for (const { id } of plans.rows) {
    await audited(db, actor, { subject: 'route-plan', id, action: 'change' }, async () => {
      await db.query(
        'UPDATE route_plans SET vehicle_id = NULL, override = NULL, version = version + 1, updated_at = now() WHERE id = $1',
        [id],
      );
      return id;
    });
  }
  await makeRuns(db, organisationId);
}

/** Future runs that people changed no longer belong to a plan, and also lose the vehicle. */
async function freeRuns(
  db: Queryable,
  actor: Actor,
  vehicleId: number,
  organisationId: number,
  at: string,
): Promise<void> {
  await lockRuns(db, organisationId);
  const runs = await db.query<{ id: number }>(endingSql('route_runs'), [vehicleId, at]);
  const { rows } = await db.query<{ name: string }>('SELECT registration AS name FROM vehicles WHERE id = $1', [
    vehicleId,
  ]);
  for (const { id } of runs.rows) {
    await audited(db, actor, { subject: 'route-run', id, action: 'change' }, async () => {
      await db.query(
        'UPDATE route_runs SET vehicle_id = NULL, version = version + 1, updated_at = now() WHERE id = $1',
        [id],
      );
      return id;
    });
    await writeRunChanges(db, id, actor, null, [{ what: 'vehicle', from: rows[0]?.name ?? null, to: null }]);
  }
}
