import type { Queryable } from '../database.ts';
import { type DeviceRange, EARLIEST, LATEST, microsSql } from '../tracks/device-range.ts';
import { type LastFix, readLastFixes } from '../tracks/last-fixes.ts';

/** The newest valid fix of a vehicle before a given time, as stored. */
export interface LastPlace {
  vehicleId: number;
  time: Date;
  lat: number;
  lon: number;
  speed: number;
  course: number;
  flags: number;
}

const DAY_MS = 86_400_000;
/** The range of each search into the past in days; the last one is only bounded by the installation. */
const LOOKS = [30, Infinity];

const COLUMNS = `i.vehicle_id AS "vehicleId", f.fix_time AS time, f.lat, f.lon, coalesce(f.speed_dkph, 0) * i.speed_factor AS speed,
  coalesce(f.course_deg, 0) AS course, coalesce(f.flags, 0) AS flags`;

/**
 * The positions of vehicles without contact in the day before a given time: each at its newest earlier fix. The state
 * of a device that has been silent since contains it; for others, an index search goes back day by day from `before`.
 */
export async function readLastPlaces(
  db: Queryable,
  vehicleIds: readonly number[],
  before: Date,
): Promise<ReadonlyMap<number, LastPlace>> {
  const found = new Map<number, LastPlace>();
  const add = (rows: readonly LastPlace[]) =>
    rows.forEach(({ vehicleId, time, lat, lon, speed, course, flags }) =>
      found.set(vehicleId, { vehicleId, time, lat, lon, speed, course, flags }),
    );
  if (vehicleIds.length === 0) return found;
  add(await lastOfStates(db, vehicleIds, before));
  let to = before;
  for (const days of LOOKS) {
    const left = vehicleIds.filter((id) => !found.has(id));
    if (left.length === 0) break;
    const from = Number.isFinite(days) ? new Date(before.getTime() - days * DAY_MS) : null;
    add(await lastOfPositions(db, left, from, to));
    to = from ?? to;
  }
  return found;
}

/**
 * Uses the state of the last device in the vehicle by then: if its last fix is before that time, it is the right one.
 */
async function lastOfStates(db: Queryable, vehicleIds: readonly number[], before: Date): Promise<LastPlace[]> {
  const { rows } = await db.query<LastPlace>(
    `SELECT ${COLUMNS} FROM (
       SELECT DISTINCT ON (vehicle_id) * FROM installations WHERE vehicle_id = ANY($1) AND installed_at <= $2
       ORDER BY vehicle_id, installed_at DESC) i
     JOIN device_states f ON f.device_id = i.device_id
     WHERE f.fix_time <= $2 AND f.fix_time >= i.installed_at AND f.fix_time < coalesce(i.removed_at, 'infinity')
       AND f.lat IS NOT NULL AND f.lon IS NOT NULL`,
    [vehicleIds, before],
  );
  return rows;
}

async function lastOfPositions(
  db: Queryable,
  vehicleIds: readonly number[],
  from: Date | null,
  to: Date,
): Promise<LastPlace[]> {
  const { rows } = await db.query<InstalledRange>(
    `SELECT ${INSTALLED} FROM installations i
     WHERE i.vehicle_id = ANY($1) AND i.installed_at <= $3
       AND coalesce(i.removed_at, 'infinity') > coalesce($2::timestamptz, '-infinity')`,
    [vehicleIds, from, to],
  );
  return readLastOfVehicles(db, rows, from, to);
}

/** The time of a device in a vehicle, microseconds. */
export interface InstalledRange extends DeviceRange {
  vehicleId: number;
  /** The factor for the device's speeds. */
  speedFactor: number;
}

/** SQL of the columns of `InstalledRange` of an installation `i`. */
export const INSTALLED = `i.vehicle_id AS "vehicleId", i.device_id AS "deviceId", i.speed_factor AS "speedFactor",
  ${microsSql('i.installed_at')} AS "from", coalesce(${microsSql('i.removed_at')}, ${LATEST}) AS "to"`;

/** The newest fix of each vehicle after `from`, or ever, and until `to` inclusive, while its device was installed. */
export async function readLastOfVehicles<Installed extends InstalledRange>(
  db: Queryable,
  installed: readonly Installed[],
  from: Date | null,
  to: Date,
): Promise<(LastPlace & { installed: Installed })[]> {
  const since = from ? from.getTime() * 1000 + 1 : EARLIEST;
  const until = to.getTime() * 1000 + 1;
  const ranges = installed.map((one) => ({
    deviceId: one.deviceId,
    from: Math.max(one.from, since),
    to: Math.min(one.to, until),
  }));
  const last = new Map<number, { fix: LastFix; of: Installed }>();
  for (const [index, fix] of (await readLastFixes(db, ranges)).entries()) {
    const of = installed[index];
    if (fix && of && fix.micros > (last.get(of.vehicleId)?.fix.micros ?? -Infinity))
      last.set(of.vehicleId, { fix, of });
  }
  return [...last.values()].map(({ fix, of }) => ({
    vehicleId: of.vehicleId,
    time: new Date(fix.micros / 1000),
    lat: fix.lat,
    lon: fix.lon,
    speed: fix.speedDkph * of.speedFactor,
    course: fix.courseDeg,
    flags: fix.flags,
    installed: of,
  }));
}
