import type { PastVehicle } from '@milepost/contract/history-operations';
import type { VehicleType } from '@milepost/contract/vehicle-operations';
import { certainForS, DEFAULT_CONNECTIVITY } from '@milepost/tracking/connectivity';
import { POSITION_FLAG } from '@milepost/tracking/position';
import type { Queryable } from '../database.ts';
import { firstRows, type Page } from '../page.ts';
import { readLastPlaces } from './last-places.ts';
import { movedSql } from './moved-vehicles.ts';
import { andSeen, type Scope } from '../scope.ts';

/** The maximum number of vehicles in a reply. */
export const MAX_VEHICLES = 100_000;
const MOVING_KPH = 5;

interface PastRow {
  id: number;
  registration: string;
  type: VehicleType;
  groupName: string | null;
  moved: PastVehicle['moved'];
  time: Date | null;
  lat: number;
  lon: number;
  speed: number;
  course: number;
  flags: number;
  idling: boolean;
  /**
   * The device's reporting interval, learned from its data up to today; null if it was never received while driving.
   */
  intervalS: number | null;
}

/** Most vehicles have a fix within this time: a single index lookup over one or two days for each installed device. */
const FIRST_LOOK_MS = 86_400_000;

/** All vehicles of the scope at a past time: each at its last valid fix before it, however old. */
export async function readFleetAt(db: Queryable, scope: Scope, at: Date): Promise<Page<PastVehicle>> {
  const first = new Date(at.getTime() - FIRST_LOOK_MS);
  const { rows, total } = await firstRows<PastRow>(
    db,
    `SELECT v.id, v.registration, v.type, g.name AS "groupName", ${movedSql('v', '$1')} AS moved, p.fix_time AS time, p.lat, p.lon, p.speed,
            p.course_deg AS course, p.flags, coalesce(d.idling, false) AS idling,
            (s.tracking -> 'motion' ->> 'intervalS')::float8 AS "intervalS"
     FROM vehicles v LEFT JOIN vehicle_groups g ON g.id = v.group_id
     LEFT JOIN LATERAL (
       SELECT i.device_id, f.fix_time, f.lat, f.lon, f.speed_dkph * i.speed_factor AS speed, f.course_deg, f.flags
       FROM installations i
       JOIN LATERAL (
         SELECT p.fix_time, p.lat, p.lon, p.speed_dkph, p.course_deg, p.flags FROM positions p
         WHERE p.device_id = i.device_id AND p.fix_time <= $2 AND p.fix_time > $3
           AND p.fix_time >= i.installed_at AND (i.removed_at IS NULL OR p.fix_time < i.removed_at) AND p.flags & 1 = 1
         ORDER BY p.fix_time DESC LIMIT 1
       ) f ON true
       WHERE i.vehicle_id = v.id AND i.installed_at <= $2 AND coalesce(i.removed_at, 'infinity') > $3
       ORDER BY f.fix_time DESC LIMIT 1
     ) p ON true
     LEFT JOIN device_states s ON s.device_id = p.device_id
     LEFT JOIN LATERAL (
       SELECT coalesce(d.ended_at, 'infinity') >= $2 AS idling FROM idles d
       WHERE d.vehicle_id = v.id AND d.started_at <= $2 ORDER BY d.started_at DESC LIMIT 1
     ) d ON true
     WHERE v.organisation_id = ANY($1) AND v.deleted_at IS NULL${andSeen(scope)} AND (v.created_at <= $2 OR p.fix_time IS NOT NULL)
       AND (v.moved_at IS NULL OR v.moved_at > $2)
     ORDER BY lower(v.registration), v.id`,
    [scope.organisationIds, at, first],
    MAX_VEHICLES,
  );
  const withoutReport = rows.filter(({ time }) => time === null).map(({ id }) => id);
  const older = await readLastPlaces(db, withoutReport, first);
  const vehicles = rows.map((last) => {
    const row = { ...last, ...older.get(last.id) };
    return toPast(row, at);
  });
  return { rows: vehicles, total };
}

const toPast = (row: PastRow, at: Date): PastVehicle => ({
  id: row.id,
  registration: row.registration,
  type: row.type,
  groupName: row.groupName,
  moved: row.moved,
  status: statusAt(row, at),
  fix: row.time && {
    time: row.time.toISOString(),
    lat: row.lat / 1e7,
    lon: row.lon / 1e7,
    speedKph: Math.round(row.speed) / 10,
    courseDeg: row.course,
  },
});

/**
 * The status that one fix shows (domain). Idling is taken from the facts, as a wire that is always on proves nothing.
 */
function statusAt({ time, flags, speed, idling, intervalS }: PastRow, at: Date): PastVehicle['status'] {
  const ageS = time === null ? Infinity : (at.getTime() - time.getTime()) / 1000;
  if (ageS > DEFAULT_CONNECTIVITY.inactiveAfterS) return 'inactive';
  const ignition = flags & POSITION_FLAG.ignitionKnown ? (flags & POSITION_FLAG.ignitionOn) !== 0 : null;
  const runs = ignition !== false && speed >= MOVING_KPH * 10;
  if ((runs || idling) && ageS > certainForS(intervalS)) return 'silent';
  if (runs) return 'running';
  return idling ? 'idle' : 'stopped';
}
