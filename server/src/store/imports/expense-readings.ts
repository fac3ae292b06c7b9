import { fault } from '@milepost/contract/fault';
import type { ResolvedLine } from '../../imports/import-descriptor.ts';
import type { Queryable } from '../database.ts';

interface Reading {
  n: number;
  id: number | null;
  vehicleId: number;
  day: string;
  odometerM: number;
}

/**
 * Refuses odometer values that contradict other bills of the vehicle, stored ones and those of earlier days in the
 * file.
 */
export async function checkReadings(db: Queryable, lines: readonly ResolvedLine[]): Promise<ResolvedLine[]> {
  const readings = lines.flatMap(readingOf);
  if (readings.length === 0) return [...lines];
  const { rows } = await db.query<{ n: number; earlier: number | null; later: number | null }>(
    `SELECT asked.n, max(e.odometer_m) FILTER (WHERE e.day < asked.day) AS earlier,
            min(e.odometer_m) FILTER (WHERE e.day > asked.day) AS later
     FROM jsonb_to_recordset($1) AS asked(n int, id int, "vehicleId" int, day date)
     JOIN expenses e ON e.vehicle_id = asked."vehicleId" AND e.odometer_m IS NOT NULL AND e.deleted_at IS NULL
       AND e.state NOT IN ('draft', 'refused') AND e.id IS DISTINCT FROM asked.id
     GROUP BY asked.n`,
    [JSON.stringify(readings)],
  );
  const stored = new Map(rows.map((row) => [row.n, row]));
  const before = highestBefore(readings);
  const own = new Map(readings.map((reading) => [reading.n, reading.odometerM]));
  return lines.map((line, n) => {
    const odometerM = own.get(n);
    if (odometerM === undefined) return line;
    const { earlier, later } = stored.get(n) ?? { earlier: null, later: null };
    const most = Math.max(earlier ?? 0, before.get(n) ?? 0);
    const why =
      odometerM < most
        ? fault('odometer-back', { reading: most })
        : later !== null && odometerM > later
          ? fault('odometer-ahead', { reading: later })
          : null;
    return why === null ? line : { ...line, faults: [...line.faults, { field: 'odometer', fault: why }] };
  });
}

/** Returns the reading only if the line changes it. */
function readingOf({ id, before, after, faults }: ResolvedLine, n: number): Reading[] {
  const { vehicleId, odometerM, day } = after;
  const isNew = before === null || before['odometerM'] !== odometerM || before['vehicleId'] !== vehicleId;
  if (!isNew || faults.length > 0) return [];
  if (typeof vehicleId !== 'number' || typeof odometerM !== 'number' || typeof day !== 'string') return [];
  return [{ n, id, vehicleId, day, odometerM }];
}

/** The highest reading of earlier days of the same vehicle, by line. */
function highestBefore(readings: readonly Reading[]): Map<number, number> {
  const found = new Map<number, number>();
  for (const ofVehicle of Map.groupBy(readings, ({ vehicleId }) => vehicleId).values()) {
    const days = [...Map.groupBy(ofVehicle, ({ day }) => day)].toSorted(([a], [b]) => (a < b ? -1 : 1));
    let most = 0;
    for (const [, ofDay] of days) {
      for (const { n } of ofDay) found.set(n, most);
      most = Math.max(most, ...ofDay.map(({ odometerM }) => odometerM));
    }
  }
  return found;
}
