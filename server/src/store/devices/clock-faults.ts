import { FAULT_DAYS } from '@milepost/contract/engine-constants';
import type { Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';
import { countReceived } from '../tracks/count-positions.ts';
import { type DeviceRange, microsSql } from '../tracks/device-range.ts';

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
  const days = await db.query<DeviceRange & { id: number; reports: number }>(
    `SELECT i.vehicle_id AS id, i.device_id AS "deviceId", ${microsSql('d.started_at')} AS "from",
            ${microsSql('d.ended_at')} AS "to",
            (d.health->>'clockFaults')::int AS reports
     FROM installations i JOIN day_totals d ON d.installation_id = i.id
     WHERE i.vehicle_id = ANY($1) AND i.removed_at IS NULL AND (d.health->>'clockFaults')::float8 > 0`,
    [vehicleIds],
  );
  // Returns early because few fleets have any, and positions are spread over many partitions.
  if (days.rows.length === 0) return [];
  const { since } = onlyRow(
    await db.query<{ since: number }>(`SELECT ${microsSql('(current_date - $1::int + 1)::timestamptz')} AS since`, [
      FAULT_DAYS,
    ]),
  );
  const received = await countReceived(db, days.rows, since);
  const counts = new Map<number, number>();
  for (const [index, { id, reports }] of days.rows.entries()) {
    const count = Math.min(reports, received[index] ?? 0);
    if (count > 0) counts.set(id, (counts.get(id) ?? 0) + count);
  }
  return [...counts].map(([id, reports]) => ({ id, reports }));
}
