import type { Sensor, SensorNow, SensorShown } from '@milepost/contract/sensor-operations';
import { compileSensor } from '@milepost/tracking/sensors/sensor';
import { smoothedValues } from '@milepost/tracking/sensors/smoothed-values';
import { AppError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import { andSeen, type Scope } from '../scope.ts';
import { readNewestMessage, type NewestMessage } from './newest-message.ts';
import { readRecentReports } from './recent-reports.ts';
import { SENSOR_COLUMNS, type SensorRow, toSensor } from './sensor-rows.ts';

/**
 * SQL: the sensors of vehicles `v`, as `s`, its own before those of its profile; of two with the same name only its
 * own. `p` is the profile.
 */
export const SENSORS_OF_VEHICLE = `sensors s LEFT JOIN sensor_profiles p ON p.id = s.profile_id
  WHERE s.deleted_at IS NULL AND (s.vehicle_id = v.id OR (p.deleted_at IS NULL
    AND s.profile_id = (SELECT l.profile_id FROM vehicle_sensor_profiles l WHERE l.vehicle_id = v.id)
    AND NOT EXISTS (SELECT FROM sensors own WHERE own.vehicle_id = v.id AND own.deleted_at IS NULL
                      AND lower(own.name) = lower(s.name))))`;

interface ProfiledRow extends SensorRow {
  profile: { id: number; name: string } | null;
}

/** The sensors of a visible vehicle by name, with their values in a message. */
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
  // With the present definition, even if the message is older.
  const time = Date.now();
  const sensors = rows.map(({ profile, ...row }) => ({ row, profile, sensor: sensorAt(row, time) }));
  const smoothingS = Math.max(0, ...sensors.map(({ sensor }) => sensor.smoothingS(time)));
  const recent = smoothingS > 0 ? await readRecentReports(db, vehicleId, smoothingS) : [];
  return sensors.map(({ row, profile, sensor }) => {
    const { raw, value } = sensor.read(message.attributes, time);
    const smoothed = value !== null && sensor.smoothingS(time) > 0 ? smoothedValues(sensor, recent).at(-1) : undefined;
    return { ...toSensor(row), profile, raw, value: smoothed?.smoothed ?? value };
  });
}

/** A sensor with the only definition that applies at a given time. */
function sensorAt({ id, name, kind, versions }: SensorRow, time: number) {
  const counting = versions.findLast(({ from }) => from === null || from <= time);
  return compileSensor({ id, name, kind, versions: counting ? [{ ...counting, from: null }] : [], until: null });
}

/** The fields of a vehicle's sensors that are shown together with the vehicle. */
export async function readShownSensors(db: Queryable, vehicleId: number): Promise<SensorShown[]> {
  const sensors = await readVehicleSensors(db, vehicleId, await readNewestMessage(db, vehicleId));
  return sensors.map(({ id, name, kind, unit, normalMin, normalMax, value }) => ({
    id,
    name,
    kind,
    unit,
    normalMin,
    normalMax,
    value,
  }));
}

/** The sensors of a vehicle, its profile, and its newest message. */
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
