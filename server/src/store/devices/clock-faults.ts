import { FAULT_DAYS } from '@milepost/contract/engine-constants';
import type { Queryable } from '../database.ts';

/**
 * The number of reports with an impossible date that the devices now in these vehicles sent in the last days, by
 * vehicle; vehicles without any are missing. They count on the day of receipt: the live state counts those that
 * tracking refuses, and the time of receipt is looked up for those that it found isolated by months.
 */
export async function readClockFaults(db: Queryable, vehicleIds: readonly number[]): Promise<Map<number, number>> {
  const refused = await db.query<Counted>(
    `SELECT i.vehicle_id AS id, sum(f.value::int)::int AS reports
     FROM installations i JOIN device_states s ON s.device_id = i.device_id
     CROSS JOIN LATERAL json_each_text(s.tracking->'clockFaults') f
     WHERE i.vehicle_id = ANY($1) AND i.removed_at IS NULL AND s.tracking->'clockFaults' IS NOT NULL
       AND f.key::date > current_date - $2::int AND f.key::date >= i.installed_at::date
     GROUP BY i.vehicle_id`,
    [vehicleIds, FAULT_DAYS],
  );
  const found = new Map<number, number>();
  for (const { id, reports } of [...refused.rows, ...(await readLone(db, vehicleIds))]) {
    found.set(id, (found.get(id) ?? 0) + reports);
  }
  return found;
}

interface Counted {
  id: number;
  reports: number;
}

/** Reports isolated by silences of a month: their facts are on the reported day. */
async function readLone(db: Queryable, vehicleIds: readonly number[]): Promise<Counted[]> {
  const days = await db.query<{ id: number; deviceId: number; start: Date; end: Date; reports: number }>(
    `SELECT i.vehicle_id AS id, i.device_id AS "deviceId", d.started_at AS start, d.ended_at AS "end",
            (d.health->>'clockFaults')::int AS reports
     FROM installations i JOIN day_totals d ON d.installation_id = i.id
     WHERE i.vehicle_id = ANY($1) AND i.removed_at IS NULL AND (d.health->>'clockFaults')::float8 > 0`,
    [vehicleIds],
  );
  // Returns early because few fleets have any, and positions are spread over many partitions.
  if (days.rows.length === 0) return [];
  const { rows } = await db.query<Counted>(
    `SELECT asked.id, sum(least(asked.reports, came.reports))::int AS reports
     FROM unnest($1::int[], $2::int[], $3::timestamptz[], $4::timestamptz[], $5::int[])
          AS asked(id, device_id, start, "end", reports)
     CROSS JOIN LATERAL (SELECT count(*) AS reports FROM positions p
       WHERE p.device_id = asked.device_id AND p.fix_time >= asked.start AND p.fix_time < asked."end"
         AND p.received_at >= current_date - $6::int + 1) came
     WHERE came.reports > 0 GROUP BY asked.id`,
    [
      days.rows.map(({ id }) => id),
      days.rows.map(({ deviceId }) => deviceId),
      days.rows.map(({ start }) => start),
      days.rows.map(({ end }) => end),
      days.rows.map(({ reports }) => reports),
      FAULT_DAYS,
    ],
  );
  return rows;
}
