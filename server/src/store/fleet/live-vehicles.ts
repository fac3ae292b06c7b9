import { type LiveVehicle, MAX_OUT_OF_SERVICE_TIMES } from '@milepost/contract/live';
import { protocolByName } from '@milepost/protocols/registry';
import type { Queryable } from '../database.ts';
import { DRIVER_NOW } from '../drivers/who-drove.ts';
import { normalIdentity } from '../devices/identity.ts';
import { type DeviceGuard, findKnownDevices } from '../devices/known-devices.ts';
import { type Gap, loadGaps } from '../subscriptions/expiry.ts';
import { driverObstacleSql, VEHICLE_COLUMNS, VEHICLE_TABLES, type VehicleRow } from './vehicle-rows.ts';

export interface FleetVehicle {
  vehicle: LiveVehicle;
  organisationId: number;
  /** The device installed now. */
  deviceId: number | null;
  /** The present and future times in which it is expired. */
  gaps: readonly Gap[];
}

const NO_GAPS: readonly Gap[] = [];

interface LiveRow extends VehicleRow {
  /** The present driver, by tag, by assignment or as usual. */
  at_the_wheel: string | null;
  wheel_obstacle: LiveVehicle['driverObstacle'];
  out: LiveVehicle['out'];
}

const millis = (column: string) =>
  `floor(extract(epoch FROM nullif(nullif(${column}, 'infinity'), '-infinity')) * 1000)::float8`;
/** SQL: the present and future times in which the vehicle `v` is out of service. */
const OUT = `(SELECT coalesce(json_agg(json_build_object('kind', x.kind, 'from', ${millis('x.from_time')}, 'to',
    ${millis('x.to_time')})), '[]') FROM (SELECT * FROM vehicle_obstacles WHERE vehicle_id = v.id AND to_time > now()
    ORDER BY from_time, cause LIMIT ${MAX_OUT_OF_SERVICE_TIMES}) x)`;

/** All vehicles of one organisation (not of those below it), or of all with null, as held by the live hub. */
export async function loadLiveVehicles(db: Queryable, organisationId: number | null): Promise<FleetVehicle[]> {
  const { rows } = await db.query<LiveRow>(
    `SELECT ${VEHICLE_COLUMNS}, dr.name AS at_the_wheel, ${OUT} AS out,
       ${driverObstacleSql('dr.id')} ->> 'kind' AS wheel_obstacle
     FROM ${VEHICLE_TABLES} ${DRIVER_NOW}
     WHERE v.deleted_at IS NULL AND v.status <> 'sold' AND ($1::int IS NULL OR v.organisation_id = $1) ORDER BY v.id`,
    [organisationId],
  );
  const gaps = await loadGaps(db, organisationId === null ? null : { organisationId });
  return rows.map((row) => ({
    vehicle: toLiveVehicle(row),
    organisationId: row.organisation_id,
    deviceId: row.device_id,
    gaps: gaps.get(row.id) ?? NO_GAPS,
  }));
}

function toLiveVehicle(row: LiveRow): LiveVehicle {
  return {
    id: row.id,
    registration: row.registration,
    type: row.type,
    makeModel: [row.make, row.model].filter((part) => part !== null).join(' ') || null,
    groupId: row.group_id,
    groupName: row.group_name,
    driverName: row.at_the_wheel,
    driverObstacle: row.wheel_obstacle,
    out: row.out,
    deviceIdentity: row.identity,
    protocol: row.protocol === null ? null : (protocolByName(row.protocol)?.title ?? row.protocol),
  };
}

export interface DeviceOwner {
  deviceId: number;
  organisationId: number;
  vehicleId: number | null;
  /** Missing for a device that has just been registered. */
  guard?: DeviceGuard | undefined;
}

/**
 * For each device, the registered one with one of its identities, in order of preference; null: unknown. A single query
 * for all.
 */
export async function findDevicesByIdentity(
  db: Queryable,
  devices: readonly (readonly string[])[],
): Promise<(DeviceOwner | null)[]> {
  const known = await findKnownDevices(db, devices.flat());
  const byIdentity = new Map(known.map((device) => [device.identity, device]));
  return devices.map((identities) => {
    const device = identities.flatMap((identity) => byIdentity.get(normalIdentity(identity)) ?? [])[0];
    if (!device) return null;
    const { deviceId, organisationId, vehicleId, guard } = device;
    return { deviceId, organisationId, vehicleId, guard };
  });
}
