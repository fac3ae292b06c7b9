import { DEFAULT_SETTINGS } from '@milepost/tracking/settings';
import type { Queryable } from '../database.ts';
import { andSeen, type Scope } from '../scope.ts';

/**
 * SQL of the silences up to now, as `s`: `vehicle_id`, from `a` to `b`. A device in a vehicle without contact for
 * longer than its organisation's limit for standing: the vehicle's activity since is unknown. Facts require a report,
 * so a silence is computed when it is read; the next report creates the same unknown time as a fact. A device that
 * never made contact has none, and sold or deleted vehicles are excluded.
 */
export const SILENCES = `(
  SELECT i.vehicle_id, greatest(t.seen_at, t.told_seen_at) AS a, ends.b
  FROM installations i JOIN tracking_states t ON t.installation_id = i.id
  JOIN vehicles sv ON sv.id = i.vehicle_id JOIN organisations so ON so.id = sv.organisation_id
  CROSS JOIN LATERAL (SELECT least(now(), sv.deleted_at, CASE WHEN sv.status = 'sold' THEN sv.status_since END) AS b) ends
  WHERE i.removed_at IS NULL AND greatest(t.seen_at, t.told_seen_at) < ends.b - make_interval(
    secs => coalesce((so.tracking_settings->>'unseenS')::float8, ${DEFAULT_SETTINGS.unseenS}))) s`;

/** The silences of these vehicles, epoch milliseconds. */
export async function readSilences(
  db: Queryable,
  scope: Scope,
  vehicleIds: readonly number[],
): Promise<Map<number, [from: number, to: number]>> {
  const { rows } = await db.query<{ id: number; a: Date; b: Date }>(
    `SELECT v.id, s.a, s.b FROM vehicles v JOIN ${SILENCES} ON s.vehicle_id = v.id
     WHERE v.id = ANY($1) AND v.organisation_id = ANY($2)${andSeen(scope)}`,
    [vehicleIds, scope.organisationIds],
  );
  return new Map(rows.map(({ id, a, b }) => [id, [a.getTime(), b.getTime()]]));
}
