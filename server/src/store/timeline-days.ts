import type { Queryable } from './database.ts';
import type { Scope } from './scope.ts';

/**
 * Metres that vehicles drove in a range, by vehicle, where it is one or more whole local days of their organisation,
 * whose sums are kept; others are missing.
 */
export async function readDayDistances(
  db: Queryable,
  scope: Scope,
  { vehicleIds, from, to }: { vehicleIds: readonly number[]; from: Date; to: Date },
): Promise<Map<number, number>> {
  const { rows } = await db.query<{ id: number; distanceM: number }>(
    `SELECT f.vehicle_id AS id, sum(f.distance_m)::float8 AS "distanceM"
     FROM day_totals f JOIN vehicles v ON v.id = f.vehicle_id JOIN organisations o ON o.id = v.organisation_id
     WHERE f.vehicle_id = ANY($1) AND v.organisation_id = ANY($2)
       AND f.day BETWEEN $3::timestamptz::date - 1 AND $4::timestamptz::date + 1 AND f.started_at >= $3 AND f.ended_at <= $4
       AND ($3::timestamptz AT TIME ZONE o.time_zone)::time = '00:00'
       AND ($4::timestamptz AT TIME ZONE o.time_zone)::time = '00:00'
     GROUP BY f.vehicle_id`,
    [vehicleIds, scope.organisationIds, from, to],
  );
  return new Map(rows.map(({ id, distanceM }) => [id, distanceM]));
}
