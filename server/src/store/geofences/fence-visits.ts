import type { Queryable } from '../database.ts';
import { andSeen, type Scope } from '../scope.ts';
import { firstRows, type Page } from '../page.ts';
import { MAX_MAPPED_FENCES } from './fence-quota.ts';
import { andSeenFence } from '../common-records.ts';

/** The vehicles inside each geofence of the scope, as far as known; every geofence is included. */
export async function listVehiclesInside(db: Queryable, scope: Scope): Promise<{ id: number; vehicleIds: number[] }[]> {
  const { rows } = await db.query<{ id: number; vehicleIds: number[] }>(
    `SELECT g.id, array_agg(DISTINCT v.id) AS "vehicleIds"
     FROM visits f JOIN geofences g ON g.id = f.fence_id JOIN vehicles v ON v.id = f.vehicle_id
     WHERE f.ended_at IS NULL AND g.deleted_at IS NULL AND v.deleted_at IS NULL
       AND g.organisation_id = ANY($1) AND v.organisation_id = ANY($1)${andSeen(scope)}${andSeenFence(scope, 'g')}
     GROUP BY g.id ORDER BY g.id LIMIT ${MAX_MAPPED_FENCES}`,
    [scope.organisationIds],
  );
  return rows;
}

interface Inside {
  vehicleId: number;
  registration: string;
  since: string;
  /** The known duration in seconds. */
  durationS: number;
}

/** The vehicles inside a geofence as far as known, longest first. */
export async function readInside(db: Queryable, scope: Scope, fenceId: number): Promise<Page<Inside>> {
  const { rows, total } = await firstRows<Omit<Inside, 'since'> & { since: Date }>(
    db,
    `SELECT v.id AS "vehicleId", v.registration, min(f.started_at) AS since,
            extract(epoch FROM max(f.started_at + f.duration_s * interval '1 second') - min(f.started_at))::float8 AS "durationS"
     FROM visits f JOIN vehicles v ON v.id = f.vehicle_id
     WHERE f.fence_id = $1 AND f.ended_at IS NULL AND v.deleted_at IS NULL AND v.organisation_id = ANY($2)
       ${andSeen(scope)}
     GROUP BY v.id ORDER BY min(f.started_at), v.id`,
    [fenceId, scope.organisationIds],
  );
  return { rows: rows.map((row) => ({ ...row, since: row.since.toISOString() })), total };
}

/** The number of visits to a geofence that overlap the time since `from`. */
export async function countVisits(db: Queryable, scope: Scope, fenceId: number, from: Date): Promise<number> {
  const { rows } = await db.query<{ visits: number }>(
    `SELECT count(*)::int AS visits FROM visits f JOIN vehicles v ON v.id = f.vehicle_id
     WHERE f.fence_id = $1 AND coalesce(f.ended_at, 'infinity') >= $2 AND v.organisation_id = ANY($3)${andSeen(scope)}`,
    [fenceId, from, scope.organisationIds],
  );
  return rows[0]?.visits ?? 0;
}
