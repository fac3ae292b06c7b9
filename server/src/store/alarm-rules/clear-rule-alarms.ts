import type { ClearReason } from '@milepost/contract/alarm-operations';
import type { Actor } from '../audit/audit.ts';
import type { Queryable } from '../database.ts';
import { RULE_COVERS_VEHICLE_SQL } from './rule-rows.ts';

/** An alarm that was cleared. */
export interface ClearedAlarm {
  id: number;
  vehicleId: number;
  installationId: number;
  organisationId: number;
}

/**
 * Clears the active alarms of a rule in a person's name, each with an entry in its history that states the reason.
 * @param only `gone`: only those of vehicles that the rule does not cover (any more)
 */
export async function clearRuleAlarms(
  db: Queryable,
  actor: Actor,
  ruleId: number,
  only: 'all' | 'gone',
  why: ClearReason,
): Promise<ClearedAlarm[]> {
  const { rows } = await db.query<ClearedAlarm>(
    `WITH cleared AS (
       UPDATE alarms a SET cleared_at = greatest(now(), a.last_at), cleared_by_hand_at = greatest(now(), a.last_at),
              cleared_by = $2
       FROM alarm_rules r, vehicles v
       WHERE a.rule_id = $1 AND r.id = a.rule_id AND v.id = a.vehicle_id AND a.cleared_at IS NULL
         AND ($4 OR NOT (${RULE_COVERS_VEHICLE_SQL}))
       RETURNING a.id, a.vehicle_id, a.installation_id, v.organisation_id
     ), handled AS (
       INSERT INTO alarm_handling (alarm_id, user_id, username, action, reason_code)
       SELECT id, $2, $3, 'clear', $5 FROM cleared
     )
     SELECT id, vehicle_id AS "vehicleId", installation_id AS "installationId", organisation_id AS "organisationId"
     FROM cleared`,
    [ruleId, actor.userId, actor.username ?? '', only === 'all', why],
  );
  return rows;
}
