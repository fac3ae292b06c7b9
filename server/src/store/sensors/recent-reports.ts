import type { AnyReport } from '@milepost/tracking/report';
import type { Queryable } from '../database.ts';
import { microsSql } from '../tracks/device-range.ts';
import { readNewestStatusTime } from '../tracks/report-times.ts';
import { readReports } from '../tracks/reports.ts';

/** The reports of a vehicle's device in the last seconds before its newest one, while it was installed. */
export async function readRecentReports(db: Queryable, vehicleId: number, seconds: number): Promise<AnyReport[]> {
  const { rows } = await db.query<{
    deviceId: number;
    installedAt: Date;
    fixMicros: number | null;
    untilMicros: number;
  }>(
    `SELECT i.device_id AS "deviceId", i.installed_at AS "installedAt",
            ${microsSql('s.fix_time')} AS "fixMicros", ${microsSql('s.heard_at')} + 1 AS "untilMicros"
     FROM installations i JOIN device_states s ON s.device_id = i.device_id
     WHERE i.vehicle_id = $1 AND i.removed_at IS NULL AND s.heard_at >= i.installed_at`,
    [vehicleId],
  );
  const [row] = rows;
  if (row?.fixMicros == null) return [];
  const { deviceId, installedAt, fixMicros, untilMicros } = row;
  const status = await readNewestStatusTime(db, { deviceId, from: fixMicros, to: untilMicros });
  const newest = Math.floor(Math.max(fixMicros, status ?? fixMicros) / 1000);
  if (newest < installedAt.getTime()) return [];
  const from = Math.max(installedAt.getTime(), newest - seconds * 1000);
  return readReports(db, deviceId, new Date(from), new Date(newest + 1));
}
