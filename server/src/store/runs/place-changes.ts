import type { Queryable } from '../database.ts';

/** Places of an organisation that tracking has not read yet; `placeId` (negative: a depot) where one was moved. */
export interface PlaceChange {
  id: number;
  organisationId: number;
  placeId: number | null;
}

const MOST = 5000;

export async function listPlaceChanges(db: Queryable): Promise<PlaceChange[]> {
  const { rows } = await db.query<PlaceChange>(
    `SELECT id, organisation_id AS "organisationId", place_id AS "placeId" FROM place_changes ORDER BY id LIMIT ${MOST}`,
  );
  return rows;
}

/** What follows from these has been done, or is marked. */
export async function dropPlaceChanges(db: Queryable, ids: readonly number[]): Promise<void> {
  await db.query('DELETE FROM place_changes WHERE id = ANY($1)', [ids]);
}

/**
 * Installations whose vehicles had a run to one of these places within the last week, with the begin of the earliest such
 * run (epoch milliseconds). Runs of before stay as they are: a place that moves today was not there last month.
 */
export async function listOnRunsTo(
  db: Queryable,
  placeIds: readonly number[],
): Promise<{ installationId: number; since: number }[]> {
  const { rows } = await db.query<{ installationId: number; since: number }>(
    `SELECT i.id AS "installationId",
            (extract(epoch FROM min(r.starts_at - interval '2 hours')) * 1000)::float8 AS since
       FROM route_runs r JOIN installations i ON i.vehicle_id = r.vehicle_id
        AND i.installed_at < r.ends_at AND (i.removed_at IS NULL OR i.removed_at > r.starts_at)
      WHERE r.starts_at BETWEEN now() - interval '7 days' AND now() + interval '2 hours'
        AND (-r.begin_depot_id = ANY($1) OR -r.end_depot_id = ANY($1)
             OR EXISTS (SELECT FROM route_run_stops s WHERE s.run_id = r.id AND s.outlet_id = ANY($1)))
      GROUP BY i.id ORDER BY i.id`,
    [placeIds],
  );
  return rows;
}
