import { POSITION_FLAG } from '@milepost/tracking/position';
import type { Queryable } from '../database.ts';
import { DRIVER_CONTACT, type DriverContact } from '../drivers/driver-contact.ts';
import { DRIVER_NOW } from '../drivers/who-drove.ts';
import { andSeen, type Scope } from '../scope.ts';

/** A vehicle near a point, at the last valid fix of its device since it was installed. */
export interface NearVehicleRow extends DriverContact {
  vehicleId: number;
  deviceId: number;
  registration: string;
  driverName: string | null;
  /** Straight-line distance. */
  distanceM: number;
  lat: number;
  lon: number;
  speedKph: number;
  fixTime: Date;
}

const EARTH_RADIUS_M = 6_371_008.8;
const RAD = Math.PI / 180;
/** Half the sides of the boxes that are searched one after the other, before the whole world. */
const BOXES_M = [5_000, 50_000, 500_000];

/** Haversine distance from parameters 2 (lat) and 3 (lon) to the positions `s`. */
const DISTANCE = `2 * ${EARTH_RADIUS_M} * asin(least(1, sqrt(
  power(sin(radians(s.lat / 1e7::float8 - $2::float8) / 2), 2)
  + cos(radians($2::float8)) * cos(radians(s.lat / 1e7::float8)) * power(sin(radians(s.lon / 1e7::float8 - $3::float8) / 2), 2))))`;

/**
 * The vehicles of the scope nearest to a point, nearest first, at most `most`. Searches boxes of growing size, so that
 * exact distances are only computed for vehicles nearby. Vehicles in private time are left out.
 * @param without a vehicle to exclude, such as the one that calls for help
 */
export async function nearestVehicles(
  db: Queryable,
  scope: Scope,
  place: { lat: number; lon: number },
  most: number,
  without: number | null = null,
): Promise<NearVehicleRow[]> {
  for (const half of [...BOXES_M, Infinity]) {
    const rows = await within(db, scope, place, half, most, without);
    // Vehicles in the corners of the box can be farther than others outside it: only those within the inscribed circle
    // are certain.
    const sure = rows.filter(({ distanceM }) => distanceM <= half);
    if (sure.length === most || half === Infinity) return sure;
  }
  return [];
}

async function within(
  db: Queryable,
  scope: Scope,
  place: { lat: number; lon: number },
  half: number,
  most: number,
  without: number | null,
): Promise<NearVehicleRow[]> {
  // Rounded to a centimetre; PostgreSQL refuses denormal numbers.
  const [lat, lon] = [e7(place.lat) / 1e7, e7(place.lon) / 1e7];
  const box = boxAround(lat, lon, half);
  const { rows } = await db.query<NearVehicleRow>(
    `SELECT near.*, dr.name AS "driverName", ${DRIVER_CONTACT} FROM (
       SELECT v.id AS "vehicleId", i.device_id AS "deviceId", v.registration,
              s.lat / 1e7::float8 AS lat, s.lon / 1e7::float8 AS lon, coalesce(s.speed_dkph, 0) / 10.0::float8 AS "speedKph",
              s.fix_time AS "fixTime", ${DISTANCE} AS "distanceM"
       FROM vehicles v
       JOIN installations i ON i.vehicle_id = v.id AND i.removed_at IS NULL
       JOIN device_states s ON s.device_id = i.device_id
       WHERE v.organisation_id = ANY($1) AND v.deleted_at IS NULL${andSeen(scope)} AND v.id IS DISTINCT FROM $4::int
         AND s.fix_time >= i.installed_at AND s.lat IS NOT NULL AND s.lon IS NOT NULL
         AND coalesce(s.flags, 0) & ${POSITION_FLAG.private} = 0
         AND ($5::jsonb IS NULL OR s.lat BETWEEN ($5->>'south')::int AND ($5->>'north')::int
              AND s.lon BETWEEN ($5->>'west')::int AND ($5->>'east')::int)
       ORDER BY "distanceM", v.id LIMIT $6) near
     JOIN vehicles v ON v.id = near."vehicleId" ${DRIVER_NOW}
     LEFT JOIN drivers d ON d.id = dr.id
     ORDER BY near."distanceM", v.id`,
    [scope.organisationIds, lat, lon, without, box, most],
  );
  return rows;
}

const e7 = (degrees: number) => Math.round(degrees * 1e7);

/** In 1e-7 degrees; null if a box would extend across a pole or the 180th meridian: then everything is searched. */
function boxAround(lat: number, lon: number, half: number) {
  const high = half / EARTH_RADIUS_M / RAD;
  const [south, north] = [lat - high, lat + high];
  if (!(south > -90 && north < 90)) return null;
  const wide = high / Math.cos(Math.max(Math.abs(south), Math.abs(north)) * RAD);
  const [west, east] = [lon - wide, lon + wide];
  if (west < -180 || east > 180) return null;
  return JSON.stringify({ south: e7(south), north: e7(north), west: e7(west), east: e7(east) });
}
