import type { Queryable } from '../database.ts';
import { andSeen, type Scope } from '../scope.ts';
import type { PlaceAt } from '../../places/places.ts';
import { type OwnedAlarm, loadAlarms } from './alarm-rows.ts';
import { SEVERITY_RANK } from './list-alarms.ts';

/** How long an alarm that was cleared without an acknowledgement stays on the board. */
export const UNACKNOWLEDGED_FOR = `interval '1 hour'`;

/** Active, or recently cleared without an acknowledgement. */
const openSql = (scope: Pick<Scope, 'limit'>) => `v.deleted_at IS NULL AND v.organisation_id = ANY($1)${andSeen(scope)}
  AND (a.cleared_at IS NULL OR (a.acknowledged_at IS NULL AND a.cleared_at > now() - ${UNACKNOWLEDGED_FOR}))`;

/**
 * The open alarms of a scope, at most `most`: active before cleared, then most severe, then newest. `total` is the full
 * count.
 */
export async function loadOpenAlarms(
  db: Queryable,
  placeAt: PlaceAt,
  scope: Pick<Scope, 'organisationIds' | 'limit'>,
  most: number,
): Promise<{ alarms: OwnedAlarm[]; total: number }> {
  const [alarms, count] = await Promise.all([
    loadAlarms(
      db,
      placeAt,
      `${openSql(scope)} ORDER BY a.cleared_at IS NOT NULL, ${SEVERITY_RANK}, a.started_at DESC, a.id DESC LIMIT $2`,
      [scope.organisationIds, most],
    ),
    db.query<{ total: number }>(
      `SELECT count(*)::int AS total FROM alarms a JOIN vehicles v ON v.id = a.vehicle_id WHERE ${openSql(scope)}`,
      [scope.organisationIds],
    ),
  ]);
  return { alarms, total: count.rows[0]?.total ?? 0 };
}

/** The present state of these alarms, of any organisation; deleted ones are missing. */
export const loadAlarmsById = (db: Queryable, placeAt: PlaceAt, ids: readonly number[]): Promise<OwnedAlarm[]> =>
  loadAlarms(db, placeAt, 'a.id = ANY($1) AND v.deleted_at IS NULL', [ids]);
