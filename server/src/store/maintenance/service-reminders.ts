import type { ServiceState } from '@milepost/contract/maintenance-kinds';
import type { Queryable } from '../database.ts';
import { readersSql, type Reminded } from '../reminders.ts';
import { isShownSql } from '../scope.ts';
import { DUE_TABLES, DUES, VEHICLE_EXISTS_SQL, DUE_STATE_SQL, STATE } from './plan-rows.ts';

/**
 * Selects the soon due or overdue services of an organisation without a reminder for that state, and marks them as
 * sent; a service that becomes overdue directly causes one reminder. Runs in the caller's transaction: two concurrent
 * calls never return the same service.
 * @returns ids of the dues
 */
export async function takeServiceReminders(db: Queryable, organisationId: number): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `WITH taken AS (
       INSERT INTO service_reminders (plan_id, vehicle_id, counted_from, stage)
       SELECT d.plan_id, d.vehicle_id, d.counted_from, ${STATE} FROM ${DUES}
       WHERE d.organisation_id = $1 AND ${VEHICLE_EXISTS_SQL} AND (${DUE_STATE_SQL.overdue} OR ${DUE_STATE_SQL.soon})
       ON CONFLICT DO NOTHING RETURNING plan_id, vehicle_id
     )
     SELECT d.id FROM service_dues d JOIN taken USING (plan_id, vehicle_id)`,
    [organisationId],
  );
  return rows.map(({ id }) => id);
}

export interface RemindedService extends Reminded {
  id: number;
  vehicleId: number;
  task: string;
  registration: string;
  state: ServiceState;
  daysLeft: number | null;
}

/**
 * The people to remind of each service, and by which channels: people whose role shows maintenance and who can see the
 * vehicle.
 */
export async function listRemindedOfServices(db: Queryable, ids: readonly number[]): Promise<RemindedService[]> {
  const { rows } = await db.query<RemindedService>(
    `WITH RECURSIVE ${readersSql('maintenance', 'SELECT organisation_id FROM service_dues WHERE id = ANY($1)')}, told AS (
       SELECT u.id AS user_id, u.bell, u.by_mail, d.id, d.vehicle_id, p.task, v.registration, ${STATE} AS state,
              d.due_on - o.today AS days_left, d.due_on, u.steps, min(u.steps) OVER (PARTITION BY d.id) AS nearest
       FROM ${DUE_TABLES} JOIN readers u ON u.root = d.organisation_id
       WHERE d.id = ANY($1) AND ${isShownSql('u', 'v')}
     )
     SELECT user_id AS "userId", bell, by_mail AS mail, id, vehicle_id AS "vehicleId", task, registration, state,
            days_left AS "daysLeft"
     FROM told WHERE steps = nearest AND (bell OR by_mail) ORDER BY user_id, due_on NULLS LAST, id`,
    [ids],
  );
  return rows;
}
