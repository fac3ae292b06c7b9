import type { MeterNow, MeterReading } from '@milepost/contract/meter-operations';
import { METERS } from '@milepost/contract/vehicle-kinds';
import type { Queryable } from '../database.ts';
import { andSeen, type Scope } from '../scope.ts';

const MAX_READINGS = 100;

type ReadingRow = Omit<MeterReading, 'at'> & { at: Date };

const COLUMNS = `r.id, r.meter, r.at, r.value, r.note, r.source, coalesce(u.display_name, u.username) AS by`;

/** The newest reading of each meter of these vehicles, and what was tracked since. */
const BASES = `SELECT DISTINCT ON (r.vehicle_id, r.meter) r.vehicle_id, r.meter, r.at, r.value
  FROM meter_readings r WHERE r.vehicle_id = ANY($1) AND r.deleted_at IS NULL ORDER BY r.vehicle_id, r.meter, r.at DESC`;

interface NowRow {
  vehicle_id: number;
  meter: MeterNow['meter'];
  value: number;
  tracked: number;
}

async function readNow(db: Queryable, vehicleIds: readonly number[]): Promise<NowRow[]> {
  if (vehicleIds.length === 0) return [];
  const { rows } = await db.query<NowRow>(
    `SELECT b.vehicle_id, b.meter, b.value,
            CASE b.meter WHEN 'odometer' THEN t.distance_m ELSE t.engine_s END AS tracked
     FROM (${BASES}) b CROSS JOIN LATERAL tracked_since(b.vehicle_id, b.at) t`,
    [vehicleIds],
  );
  return rows;
}

interface MeterValues {
  odometerM: number | null;
  engineHoursS: number | null;
}

/** The present odometer (metres) and hour meter (seconds) by vehicle; null without any reading. */
export async function readMeterValues(db: Queryable, vehicleIds: readonly number[]): Promise<Map<number, MeterValues>> {
  const values = new Map(vehicleIds.map((id): [number, MeterValues] => [id, { odometerM: null, engineHoursS: null }]));
  for (const { vehicle_id, meter, value, tracked } of await readNow(db, vehicleIds)) {
    const found = values.get(vehicle_id);
    if (found) found[meter === 'odometer' ? 'odometerM' : 'engineHoursS'] = value + tracked;
  }
  return values;
}

interface DeviceRow {
  at: Date;
  odometer: number | null;
  hours: number | null;
}

/** The meters of a vehicle with their readings. The caller must have checked that the vehicle is visible. */
export async function readMeters(
  db: Queryable,
  vehicleId: number,
): Promise<{ meters: MeterNow[]; readings: MeterReading[] }> {
  const [now, { rows }, reported] = await Promise.all([
    readNow(db, [vehicleId]),
    db.query<ReadingRow>(
      `SELECT ${COLUMNS} FROM meter_readings r LEFT JOIN users u ON u.id = r.added_by
       WHERE r.vehicle_id = $1 AND r.deleted_at IS NULL ORDER BY r.at DESC, r.id DESC LIMIT ${MAX_READINGS}`,
      [vehicleId],
    ),
    db.query<DeviceRow>(
      // Data from a device's memory counts at its fix time.
      `SELECT coalesce(least(s.fix_time, s.heard_at), s.heard_at) AS at, (s.attributes ->> 'odometerM')::float8 AS odometer,
              (s.attributes ->> 'engineHoursS')::float8 AS hours
       FROM installations i JOIN device_states s ON s.device_id = i.device_id
       WHERE i.vehicle_id = $1 AND i.removed_at IS NULL AND s.heard_at >= i.installed_at`,
      [vehicleId],
    ),
  ]);
  const readings = rows.map(toReading);
  const [device] = reported.rows;
  return {
    readings,
    meters: METERS.map((meter) => {
      const found = now.find((row) => row.meter === meter);
      const own = device?.[meter === 'odometer' ? 'odometer' : 'hours'] ?? null;
      return {
        meter,
        value: found ? found.value + found.tracked : null,
        base: readings.find((reading) => reading.meter === meter) ?? null,
        tracked: found?.tracked ?? null,
        device: device && own !== null ? { value: own, at: device.at.toISOString() } : null,
      };
    }),
  };
}

const toReading = (row: ReadingRow): MeterReading => ({ ...row, at: row.at.toISOString() });

/** The vehicle of a reading, even if deleted; null outside the scope. */
export async function vehicleOfReading(db: Queryable, scope: Scope, id: number): Promise<number | null> {
  const { rows } = await db.query<{ vehicle_id: number }>(
    `SELECT r.vehicle_id FROM meter_readings r JOIN vehicles v ON v.id = r.vehicle_id
     WHERE r.id = $1 AND v.organisation_id = ANY($2) AND v.deleted_at IS NULL${andSeen(scope)}`,
    [id, scope.organisationIds],
  );
  return rows[0]?.vehicle_id ?? null;
}
