import type { PastVehicle } from '@milepost/contract/history-operations';
import type { VehicleType } from '@milepost/contract/vehicle-operations';
import { certainForS, DEFAULT_CONNECTIVITY } from '@milepost/tracking/connectivity';
import { POSITION_FLAG } from '@milepost/tracking/position';
import type { Queryable } from '../database.ts';
import type { Page } from '../page.ts';
import { INSTALLED, type InstalledRange, readLastOfVehicles, readLastPlaces } from './last-places.ts';
import { movedSql } from './moved-vehicles.ts';
import { readPrivateSince } from '../private-time/private-times.ts';
import { andSeen, type Scope } from '../scope.ts';

/** The maximum number of vehicles in a reply. */
export const MAX_VEHICLES = 100_000;
const MOVING_KPH = 5;

/** A vehicle; `existed`: it was registered by then. */
interface PastLine extends Pick<PastRow, 'id' | 'registration' | 'type' | 'groupName' | 'moved' | 'idling'> {
  existed: boolean;
}

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
  const lines = await db.query<PastLine>(
    `SELECT v.id, v.registration, v.type, g.name AS "groupName", ${movedSql('v', '$1')} AS moved,
            v.created_at <= $2 AS existed, coalesce(d.idling, false) AS idling
     FROM vehicles v LEFT JOIN vehicle_groups g ON g.id = v.group_id
     LEFT JOIN LATERAL (
       SELECT coalesce(d.ended_at, 'infinity') >= $2 AS idling FROM idles d
       WHERE d.vehicle_id = v.id AND d.started_at <= $2 ORDER BY d.started_at DESC LIMIT 1
     ) d ON true
     WHERE ${PRESENT}${andSeen(scope)} ORDER BY lower(v.registration), v.id`,
    [scope.organisationIds, at],
  );
  const installed = await db.query<InstalledRange & Pick<PastRow, 'intervalS'>>(
    `SELECT ${INSTALLED}, (s.tracking -> 'motion' ->> 'intervalS')::float8 AS "intervalS"
     FROM vehicles v JOIN installations i ON i.vehicle_id = v.id LEFT JOIN device_states s ON s.device_id = i.device_id
     WHERE ${PRESENT}${andSeen(scope)} AND i.installed_at <= $2 AND coalesce(i.removed_at, 'infinity') > $3`,
    [scope.organisationIds, at, first],
  );
  const fixes = new Map(
    (await readLastOfVehicles(db, installed.rows, first, at)).map(({ installed: { intervalS }, ...fix }) => [
      fix.vehicleId,
      { ...fix, intervalS },
    ]),
  );
  const past = lines.rows.filter(({ id, existed }) => existed || fixes.has(id));
  const rows = past.slice(0, MAX_VEHICLES).map((line): PastRow => ({ ...line, ...(fixes.get(line.id) ?? NO_FIX) }));
  const withoutReport = rows.filter(({ time }) => time === null).map(({ id }) => id);
  const older = await readLastPlaces(db, withoutReport, first);
  const found = rows.map((last) => ({ ...last, ...older.get(last.id) }));
  const placed = found.flatMap(({ id, time }) => (time ? [{ vehicleId: id, time }] : []));
  const hidden = await readPrivateSince(db, placed, at);
  const vehicles = found.map((row) => ({
    ...toPast(row, at),
    ...(hidden.has(row.id) && { isPrivate: true as const }),
  }));
  return { rows: vehicles, total: past.length };
}

/** SQL: vehicles that existed, or may have existed, at $2. */
const PRESENT = 'v.organisation_id = ANY($1) AND v.deleted_at IS NULL AND (v.moved_at IS NULL OR v.moved_at > $2)';
const NO_FIX = { time: null, lat: 0, lon: 0, speed: 0, course: 0, flags: 0, intervalS: null };

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
