import type { OwnValue } from '@milepost/contract/own-field-operations';
import type { VehicleDetails } from '@milepost/contract/vehicle-fields';
import type { Vehicle, VehicleType } from '@milepost/contract/vehicle-operations';

/** A vehicle with its present group, device and usual driver. */
export interface VehicleRow extends Omit<VehicleDetails, 'statusSince'> {
  id: number;
  organisation_id: number;
  registration: string;
  type: VehicleType;
  make: string | null;
  model: string | null;
  chassis_number: string | null;
  engine_number: string | null;
  group_id: number | null;
  group_name: string | null;
  driver_id: number | null;
  driver_name: string | null;
  device_id: number | null;
  identity: string | null;
  protocol: string | null;
  told_at: Date | null;
  version: number;
  status_since: Date | null;
  obstacle: Vehicle['obstacle'];
  driver_obstacle: Vehicle['driverObstacle'];
  own: OwnValue[];
}

/**
 * The newest time that the device reported about, as in the live view: by its clock, or the time of receipt if it
 * reports no time.
 */
export const REPORTED_AT = `coalesce(to_timestamp((s.tracking #>> '{motion,at}')::float8 / 1000), s.heard_at)`;

const isoSql = (column: string) =>
  `to_char(nullif(nullif(${column}, 'infinity'), '-infinity') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** SQL: why a vehicle is out of service now, or null. A work order is more specific than the status that it set. */
const obstacleSql = (v: string): string => `(SELECT json_build_object('kind', x.kind, 'from', ${isoSql('x.from_time')},
    'to', ${isoSql('x.to_time')}, 'workOrderId', x.work_order_id, 'number', x.number)
  FROM vehicle_obstacles x WHERE x.vehicle_id = ${v}.id AND x.from_time <= now() AND x.to_time > now()
  ORDER BY x.work_order_id NULLS LAST LIMIT 1)`;

/** SQL: why a driver must not drive now, or null. */
export const driverObstacleSql = (driverId: string): string => `(SELECT json_build_object('kind', x.kind,
    'from', ${isoSql('x.from_time')}, 'to', ${isoSql('x.to_time')}, 'day', x.day)
  FROM driver_obstacles x WHERE x.driver_id = ${driverId} AND x.from_time <= now() AND x.to_time > now()
  ORDER BY x.kind DESC LIMIT 1)`;

export const VEHICLE_COLUMNS = `v.id, v.organisation_id, v.registration, v.type, v.make, v.model, v.chassis_number,
  v.engine_number, v.group_id, g.name AS group_name, a.driver_id, usual.name AS driver_name, i.device_id, d.identity,
  d.protocol, ${REPORTED_AT} AS told_at, v.version, v.year, v.colour, v.fuel_kind AS "fuelKind",
  v.tank_l AS "tankL", v.rated_l_per_100km AS "ratedLPer100Km", v.idle_l_per_h AS "idleLPerH", v.load_kg AS "loadKg",
  v.load_m3 AS "loadM3", v.load_crates AS "loadCrates", home.id AS "homePlaceId", home.name AS "homePlaceName", v.tags,
  v.ownership, v.owner, v.lease_until::text AS "leaseUntil", v.status, v.status_since,
  ${obstacleSql('v')} AS obstacle, ${driverObstacleSql('a.driver_id')} AS driver_obstacle,
  own_values(v.own) AS own`;

/** SQL: the joins of a vehicle, by the alias of its table. */
export const vehicleJoins = (v: string): string => `LEFT JOIN vehicle_groups g ON g.id = ${v}.group_id
  LEFT JOIN places home ON home.id = ${v}.home_place_id AND home.deleted_at IS NULL
  LEFT JOIN driver_assignments a ON a.vehicle_id = ${v}.id AND a.to_time IS NULL AND a.source = 'usual'
  LEFT JOIN drivers usual ON usual.id = a.driver_id
  LEFT JOIN installations i ON i.vehicle_id = ${v}.id AND i.removed_at IS NULL
  LEFT JOIN devices d ON d.id = i.device_id
  LEFT JOIN device_states s ON s.device_id = i.device_id`;

export const VEHICLE_TABLES = `vehicles v ${vehicleJoins('v')}`;

export function toVehicle(row: VehicleRow & Pick<Vehicle, 'moved'>): Vehicle {
  return {
    id: row.id,
    registration: row.registration,
    type: row.type,
    make: row.make,
    model: row.model,
    chassisNumber: row.chassis_number,
    engineNumber: row.engine_number,
    groupId: row.group_id,
    groupName: row.group_name,
    driverId: row.driver_id,
    driverName: row.driver_name,
    driverObstacle: row.driver_obstacle,
    obstacle: row.obstacle,
    deviceId: row.device_id,
    deviceIdentity: row.identity,
    deviceProtocol: row.protocol,
    lastHeardAt: row.told_at?.toISOString() ?? null,
    moved: row.moved,
    version: row.version,
    year: row.year,
    colour: row.colour,
    fuelKind: row.fuelKind,
    tankL: row.tankL,
    ratedLPer100Km: row.ratedLPer100Km,
    idleLPerH: row.idleLPerH,
    loadKg: row.loadKg,
    loadM3: row.loadM3,
    loadCrates: row.loadCrates,
    homePlaceId: row.homePlaceId,
    homePlaceName: row.homePlaceName,
    tags: row.tags,
    ownership: row.ownership,
    owner: row.owner,
    leaseUntil: row.leaseUntil,
    status: row.status,
    statusSince: row.status_since?.toISOString() ?? null,
    own: row.own,
  };
}
