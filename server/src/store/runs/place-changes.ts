import type { Queryable } from '../database.ts';
import { recentPositionsSql } from '../tracks/has-positions.ts';

/**
 * A place (negative: a depot) that was added, moved or deleted, and that tracking has not read yet; null: many
 * together.
 */
export interface PlaceChange {
  id: number;
  organisationId: number;
  placeId: number | null;
}

const MAX_CHANGES = 5000;

export async function listPlaceChanges(db: Queryable): Promise<PlaceChange[]> {
  const { rows } = await db.query<PlaceChange>(
    `SELECT id, organisation_id AS "organisationId", place_id AS "placeId" FROM place_changes ORDER BY id LIMIT ${MAX_CHANGES}`,
  );
  return rows;
}

/** Deletes changes that were processed or marked. */
export async function dropPlaceChanges(db: Queryable, ids: readonly number[]): Promise<void> {
  await db.query('DELETE FROM place_changes WHERE id = ANY($1)', [ids]);
}

/** For more places than this, all vehicles with a run today are included, without checking which were near. */
const MAX_LOOKED_FOR = 50;
/** A metre in the latitude units of positions: 1e-7 degree. */
const UNITS_A_M = 1e7 / 111_195;

/**
 * The installations whose facts can be affected by these places, with the start of the earliest run concerned (epoch
 * milliseconds): vehicles with a run to one of them within the last week, and those with a run today that were near one
 * since its start. Earlier runs stay as they are: a place that moves today was not there last month.
 */
export async function listOnRunsTo(
  db: Queryable,
  placeIds: readonly number[],
): Promise<{ installationId: number; since: number }[]> {
  const { rows } = await db.query<{ installationId: number; since: number }>(
    `WITH places AS (
       SELECT id, organisation_id, lat, lon, reach_m AS radius_m FROM outlets WHERE id = ANY($1) AND lat IS NOT NULL
        UNION ALL
       SELECT -id, organisation_id, lat, lon, radius_m FROM depots WHERE -id = ANY($1)
     ), boxes AS (
       SELECT organisation_id, (lat * 1e7)::int AS lat, (lon * 1e7)::int AS lon, (radius_m * ${UNITS_A_M})::int AS tall,
              least(1.8e9, radius_m * ${UNITS_A_M} / greatest(0.01, cos(radians(lat))))::int AS wide FROM places
     ), concerned AS (
       SELECT w.vehicle_id, r.starts_at, r.ends_at FROM route_runs r JOIN run_vehicles w ON w.run_id = r.id
        WHERE r.starts_at BETWEEN now() - interval '7 days' AND now() + interval '2 hours'
          AND (-r.begin_depot_id = ANY($1) OR -r.end_depot_id = ANY($1)
               OR EXISTS (SELECT FROM route_run_stops s WHERE s.run_id = r.id AND s.outlet_id = ANY($1)))
        UNION ALL
       SELECT w.vehicle_id, r.starts_at, r.ends_at FROM route_runs r JOIN organisations o ON o.id = r.organisation_id
         JOIN run_vehicles w ON w.run_id = r.id
        WHERE r.organisation_id IN (SELECT organisation_id FROM places) AND r.state = 'planned'
          AND r.day = (now() AT TIME ZONE o.time_zone)::date AND r.starts_at < now() + interval '2 hours'
          AND (cardinality($1) > ${MAX_LOOKED_FOR} OR EXISTS (
            SELECT FROM installations i JOIN ${recentPositionsSql(`r.starts_at - interval '2 hours'`)}
              JOIN boxes b ON b.organisation_id = r.organisation_id
               AND p.lat BETWEEN b.lat - b.tall AND b.lat + b.tall AND p.lon BETWEEN b.lon - b.wide AND b.lon + b.wide
             WHERE i.vehicle_id = w.vehicle_id))
     )
     SELECT i.id AS "installationId",
            (extract(epoch FROM min(r.starts_at - interval '2 hours')) * 1000)::float8 AS since
       FROM concerned r JOIN installations i ON i.vehicle_id = r.vehicle_id
        AND i.installed_at < r.ends_at AND (i.removed_at IS NULL OR i.removed_at > r.starts_at)
      GROUP BY i.id ORDER BY i.id`,
    [placeIds],
  );
  return rows;
}
