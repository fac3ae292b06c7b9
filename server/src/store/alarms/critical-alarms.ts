import type { CriticalAlarm } from '@milepost/contract/live';
import type { Queryable } from '../database.ts';
import { UNACKNOWLEDGED_FOR } from './live-alarms.ts';

const NEWEST = 'ORDER BY a.started_at DESC, a.id DESC';

/**
 * The unacknowledged critical alarms, one entry for each vehicle: of these vehicles, or of all with null. As on the
 * board, an alarm that ended by itself is included for another hour.
 */
export async function loadCriticalAlarms(
  db: Queryable,
  vehicleIds: readonly number[] | null,
): Promise<CriticalAlarm[]> {
  const { rows } = await db.query<CriticalAlarm>(
    `SELECT a.vehicle_id AS "vehicleId", (array_agg(a.id ${NEWEST}))[1] AS "alarmId",
       (array_agg(r.name ${NEWEST}))[1] AS "ruleName",
       floor(extract(epoch FROM max(a.started_at)) * 1000)::float8 AS start, count(*)::int AS count
     FROM alarms a JOIN alarm_rules r ON r.id = a.rule_id
     WHERE a.severity = 'critical' AND a.acknowledged_at IS NULL
       AND (a.cleared_at IS NULL OR (a.cleared_by IS NULL AND a.cleared_at > now() - ${UNACKNOWLEDGED_FOR}))
       AND ($1::int[] IS NULL OR a.vehicle_id = ANY($1))
     GROUP BY a.vehicle_id`,
    [vehicleIds],
  );
  return rows;
}
