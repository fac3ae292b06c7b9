import { compileSensor, type Sensor, type SensorSetting } from '@milepost/tracking/sensors/sensor';
import type { Queryable } from '../database.ts';

/** The sensors of an organisation's vehicles, ready to read reports. */
export interface TrackingSensors {
  /** By vehicle; vehicles without sensors are missing. */
  sensors: ReadonlyMap<number, readonly Sensor[]>;
  /** The capacity of these vehicles' tanks, litres. */
  tanks: ReadonlyMap<number, number>;
}

interface SensorRow extends SensorSetting {
  vehicleId: number | null;
  profileId: number | null;
}

/**
 * All sensors, including deleted ones for earlier reports. A vehicle's own sensor replaces one of the same name in its
 * profile.
 */
export async function readTrackingSensors(db: Queryable, organisationId: number): Promise<TrackingSensors> {
  const [own, vehicles] = await Promise.all([
    db.query<SensorRow>(
      `SELECT s.id, s.name, s.kind, s.versions, s.vehicle_id AS "vehicleId", s.profile_id AS "profileId",
              extract(epoch FROM least(s.deleted_at, p.deleted_at))::float8 * 1000 AS until
         FROM sensors s LEFT JOIN sensor_profiles p ON p.id = s.profile_id
        WHERE s.organisation_id = $1 ORDER BY s.id`,
      [organisationId],
    ),
    db.query<{ id: number; tankL: number | null; profileId: number | null }>(
      `SELECT v.id, v.tank_l::float8 AS "tankL", l.profile_id AS "profileId"
         FROM vehicles v LEFT JOIN vehicle_sensor_profiles l ON l.vehicle_id = v.id
        WHERE v.organisation_id = $1 AND (l.vehicle_id IS NOT NULL OR EXISTS (SELECT FROM sensors s WHERE s.vehicle_id = v.id))
        ORDER BY v.id`,
      [organisationId],
    ),
  ]);
  const compiled = own.rows.map((row) => ({ ...row, sensor: compileSensor(row) }));
  const ofProfile = Map.groupBy(
    compiled.filter(({ profileId }) => profileId !== null),
    ({ profileId }) => profileId,
  );
  const ofVehicle = Map.groupBy(
    compiled.filter(({ vehicleId }) => vehicleId !== null),
    ({ vehicleId }) => vehicleId,
  );
  const sensors = new Map<number, readonly Sensor[]>();
  const tanks = new Map<number, number>();
  for (const { id, tankL, profileId } of vehicles.rows) {
    const mine = ofVehicle.get(id) ?? [];
    const names = new Set(mine.flatMap(({ name, until }) => (until === null ? [name.toLowerCase()] : [])));
    const profiled = (ofProfile.get(profileId) ?? []).filter(({ name }) => !names.has(name.toLowerCase()));
    const all = [...mine, ...(profileId === null ? [] : profiled)].map(({ sensor }) => sensor);
    if (all.length > 0) sensors.set(id, all);
    if (tankL !== null) tanks.set(id, tankL);
  }
  return { sensors, tanks };
}
