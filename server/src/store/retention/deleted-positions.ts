import type { Queryable } from '../database.ts';

/** The parts of a range, in ISO 8601, whose positions of a vehicle the retention deleted. */
export async function readDeletedSpans(
  db: Queryable,
  vehicleId: number,
  from: Date,
  to: Date,
): Promise<{ from: string; to: string }[]> {
  const { rows } = await db.query<{ from: Date; to: Date }>(
    `SELECT lower(part) AS from, upper(part) AS to FROM (
       SELECT unnest(range_agg(each)) AS part FROM (
         SELECT unnest(d.ranges * tstzmultirange(tstzrange(
           greatest(i.installed_at, $2::timestamptz), least(i.removed_at, $3::timestamptz)))) AS each
         FROM installations i JOIN deleted_positions d ON d.device_id = i.device_id
         WHERE i.vehicle_id = $1 AND i.installed_at < $3 AND coalesce(i.removed_at, 'infinity') > $2) ranges) parts
     ORDER BY 1`,
    [vehicleId, from, to],
  );
  return rows.map((part) => ({ from: part.from.toISOString(), to: part.to.toISOString() }));
}
