import type { Sensor, SensorNow, SensorShown } from '@milepost/contract/sensor-routes';
import { compileSensor } from '@milepost/tracking/sensors/sensor';
import { AppError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import { andSeen, type Scope } from '../scope.ts';
import { readNewestMessage, type NewestMessage } from './newest-message.ts';
import { SENSOR_COLUMNS, type SensorRow, toSensor } from './sensor-rows.ts';

/**
 * SQL: the sensors of vehicles `v`, as `s`, its own before those of its profile; of two with one name its own alone. `p` is
 * the profile.
 */
export const SENSORS_OF_VEHICLE = `sensors s LEFT JOIN sensor_profiles p ON p.id = s.profile_id
  WHERE s.deleted_at IS NULL AND (s.vehicle_id = v.id OR (p.deleted_at IS NULL
    AND s.profile_id = (SELECT l.profile_id FROM vehicle_sensor_profiles l WHERE l.vehicle_id = v.id)
    AND NOT EXISTS (SELECT FROM sensors own WHERE own.vehicle_id = v.id AND own.deleted_at IS NULL
                      AND lower(own.name) = lower(s.name))))`;

interface ProfiledRow extends SensorRow {
  profile: { id: number; name: string } | null;
}

/** The sensors of a vehicle that is seen, in the order of their names, with what they read in a message. */
export async function readVehicleSensors(
  db: Queryable,
  vehicleId: number,
  message: NewestMessage,
): Promise<SensorNow[]> {
  const { rows } = await db.query<ProfiledRow>(
    `SELECT s.* FROM vehicles v CROSS JOIN LATERAL (
       SELECT ${SENSOR_COLUMNS}, CASE WHEN p.id IS NOT NULL THEN json_build_object('id', p.id, 'name', p.name) END AS profile
       FROM ${SENSORS_OF_VEHICLE}) s
     WHERE v.id = $1 ORDER BY lower(s.name), s.id`,
    [vehicleId],
  );
  // By the definition that counts now, though the message may be from before it.
  const time = Date.now();
  return rows.map((row) => {
    const { profile, ...sensor } = row;
    const { id, name, kind, versions } = sensor;
    const { raw, value } = compileSensor({ id, name, kind, versions, until: null }).read(message.attributes, time);
    return { ...toSensor(sensor), profile, raw, value };
  });
}

/** Of its sensors, what is told wherever the vehicle is shown. */
export async function readShownSensors(db: Queryable, vehicleId: number): Promise<SensorShown[]> {
  const sensors = await readVehicleSensors(db, vehicleId, await readNewestMessage(db, vehicleId));
  return sensors.map(({ id, name, kind, unit, value }) => ({ id, name, kind, unit, value }));
}

/** The sensors of a vehicle, the profile that it has, and its newest message. */
export async function readSensorsNow(db: Queryable, vehicleId: number) {
  const message = await readNewestMessage(db, vehicleId);
  const { rows } = await db.query<{ id: number; name: string }>(
    `SELECT p.id, p.name FROM vehicle_sensor_profiles l JOIN sensor_profiles p ON p.id = l.profile_id
     WHERE l.vehicle_id = $1 AND p.deleted_at IS NULL`,
    [vehicleId],
  );
  return { sensors: await readVehicleSensors(db, vehicleId, message), profile: rows[0] ?? null, message };
}

/** @throws AppError `not-found` outside the scope or deleted */
export async function getSensor(db: Queryable, scope: Scope, id: number): Promise<Sensor> {
  const { rows } = await db.query<SensorRow>(
    `SELECT ${SENSOR_COLUMNS} FROM sensors s LEFT JOIN vehicles v ON v.id = s.vehicle_id
     WHERE s.id = $1 AND s.organisation_id = ANY($2) AND s.deleted_at IS NULL
       AND (v.id IS NULL OR (v.deleted_at IS NULL${andSeen(scope)}))`,
    [id, scope.organisationIds],
  );
  if (!rows[0]) throw noSensor();
  return toSensor(rows[0]);
}

export const noSensor = (): AppError => new AppError('not-found', 'no-sensor');
