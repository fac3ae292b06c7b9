import type { Queryable } from '../database.ts';

/**
 * The times of a vehicle's sealed reports in a range, ascending, epoch milliseconds: they show which fixes have private
 * time between them. `to` is exclusive.
 */
export async function readPrivateTimes(
  db: Queryable,
  vehicleId: number,
  from: Date,
  to: Date,
): Promise<readonly number[]> {
  const { rows } = await db.query<{ times: number[] | null }>(
    `SELECT array_agg(floor(extract(epoch FROM s.fix_time) * 1000)::float8 ORDER BY s.fix_time) AS times
     FROM installations i JOIN sealed_positions s ON s.device_id = i.device_id
       AND s.fix_time >= greatest(i.installed_at, $2) AND s.fix_time < least(i.removed_at, $3)
     WHERE i.vehicle_id = $1`,
    [vehicleId, from, to],
  );
  return rows[0]?.times ?? [];
}

/** The vehicles with a sealed report after their fix and up to `at`: they were in private time, and not at the fix. */
export async function readPrivateSince(
  db: Queryable,
  fixes: readonly { vehicleId: number; time: Date }[],
  at: Date,
): Promise<ReadonlySet<number>> {
  const { rows } = await db.query<{ vehicleId: number }>(
    `SELECT q.vehicle_id AS "vehicleId" FROM unnest($1::int[], $2::timestamptz[]) AS q(vehicle_id, time)
     WHERE EXISTS (SELECT FROM installations i JOIN sealed_positions s ON s.device_id = i.device_id
       WHERE i.vehicle_id = q.vehicle_id AND i.installed_at <= $3 AND s.fix_time > q.time AND s.fix_time <= $3
         AND s.fix_time >= i.installed_at AND s.fix_time < coalesce(i.removed_at, 'infinity'))`,
    [fixes.map(({ vehicleId }) => vehicleId), fixes.map(({ time }) => time), at],
  );
  return new Set(rows.map(({ vehicleId }) => vehicleId));
}

/** A text for each organisation with private time, which changes with every rule and every mark. */
export async function readPrivateStates(db: Queryable): Promise<{ organisationId: number; state: string }[]> {
  const { rows } = await db.query<{ organisationId: number; state: string }>(
    `SELECT organisation_id AS "organisationId", string_agg(state, ' ') AS state FROM (
       SELECT organisation_id, concat('marks ', max(id), ' ', count(to_time)) AS state FROM private_marks GROUP BY 1
       UNION ALL
       SELECT organisation_id, concat('rules ', count(*), ' ', count(deleted_at), ' ', sum(version)) FROM private_rules GROUP BY 1) s
     GROUP BY 1`,
  );
  return rows;
}
