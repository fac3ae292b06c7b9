import type { StoredTotals } from './span-totals.ts';
import type { Queryable } from '../database.ts';
import { andSeen, type Scope } from '../scope.ts';

/**
 * The totals of vehicles in a range, by vehicle, if it consists of whole local days of their organisation, whose sums
 * are stored: the same figures as everywhere else for these days. Other vehicles are missing.
 */
export async function readDayTotals(
  db: Queryable,
  scope: Scope,
  { vehicleIds, from, to }: { vehicleIds: readonly number[]; from: Date; to: Date },
): Promise<Map<number, StoredTotals>> {
  const { rows } = await db.query<StoredTotals & { id: number }>(
    `SELECT f.vehicle_id AS id, sum(f.distance_m)::float8 AS "distanceM",
            sum(f.trip_s - f.trip_idle_s)::float8 AS "drivingS", sum(f.stop_s + f.trip_idle_s)::float8 AS "standingS",
            sum(f.idle_s)::float8 AS "idleS",
            sum(f.stop_s)::float8 AS "stopS", sum(f.unseen_s)::float8 AS "unseenS",
            sum(f.engine_known_s)::float8 AS "engineKnownS", sum(f.tows)::int AS tows, sum(f.tow_m)::float8 AS "towM",
            sum(f.tow_s)::float8 AS "towS", sum(f.trips)::int AS trips
     FROM day_totals f JOIN vehicles v ON v.id = f.vehicle_id JOIN organisations o ON o.id = v.organisation_id
     WHERE f.vehicle_id = ANY($1) AND v.organisation_id = ANY($2)${andSeen(scope)}
       AND f.day BETWEEN $3::timestamptz::date - 1 AND $4::timestamptz::date + 1 AND f.started_at >= $3 AND f.ended_at <= $4
       AND $3::timestamptz = day_begins(($3::timestamptz AT TIME ZONE o.time_zone)::date, o.time_zone)
       AND $4::timestamptz = day_begins(($4::timestamptz AT TIME ZONE o.time_zone)::date, o.time_zone)
     GROUP BY f.vehicle_id`,
    [vehicleIds, scope.organisationIds, from, to],
  );
  return new Map(rows.map(({ id, ...totals }) => [id, totals]));
}
