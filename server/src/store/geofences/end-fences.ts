import type { ClearReason } from '@milepost/contract/alarm-operations';
import type { Actor } from '../audit/audit.ts';
import type { ClearedAlarm } from '../alarm-rules/clear-rule-alarms.ts';
import type { Queryable } from '../database.ts';

/** Ends the open visits of geofences now, as tracking does after a change. */
export async function endVisits(db: Queryable, fenceIds: readonly number[]): Promise<void> {
  await db.query(
    `UPDATE visits SET ended_at = greatest(now(), started_at),
            duration_s = extract(epoch FROM greatest(now(), started_at) - started_at)
     WHERE fence_id = ANY($1) AND ended_at IS NULL`,
    [fenceIds],
  );
}

/**
 * Clears the active alarms about geofences in a person's name, of any rule, each with an entry in its history that
 * states the reason.
 */
export async function clearFenceAlarms(
  db: Queryable,
  actor: Actor,
  fenceIds: readonly number[],
  why: ClearReason,
): Promise<ClearedAlarm[]> {
  const { rows } = await db.query<ClearedAlarm>(
    `WITH cleared AS (
       UPDATE alarms a SET cleared_at = greatest(now(), a.last_at), cleared_by_hand_at = greatest(now(), a.last_at),
              cleared_by = $2
       FROM alarm_rules r, vehicles v
       WHERE r.id = a.rule_id AND v.id = a.vehicle_id AND a.cleared_at IS NULL
         AND (r.fence_id = ANY($1)
              OR (r.condition ->> 'kind' LIKE 'geofence%' AND a.about = ANY($1::text[])))
       RETURNING a.id, a.vehicle_id, a.installation_id, v.organisation_id
     ), handled AS (
       INSERT INTO alarm_handling (alarm_id, user_id, username, action, reason_code)
       SELECT id, $2, $3, 'clear', $4 FROM cleared
     )
     SELECT id, vehicle_id AS "vehicleId", installation_id AS "installationId", organisation_id AS "organisationId"
     FROM cleared`,
    [fenceIds, actor.userId, actor.username ?? '', why],
  );
  return rows;
}
