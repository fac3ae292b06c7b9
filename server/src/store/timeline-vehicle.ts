import type { DayTotal, EngineBy } from '@milepost/contract/fact-routes';
import type { Queryable } from './database.ts';
import { addEngineBy } from './engine-by.ts';
import {
  type FactRange,
  type PlaceAt,
  readAlarmFacts,
  readIdles,
  readStops,
  readTows,
  readTrips,
  readVisits,
} from './facts/read-facts.ts';
import type { Scope } from './scope.ts';
import { readDayTotals } from './timeline-days.ts';
import { totalsOf } from './timeline-totals.ts';

/** What a vehicle did in a range of some hours that ends now, and what holds at its end. */
export async function readVehicleDay(
  db: Queryable,
  scope: Scope,
  { vehicleId, from, to, alarms: withAlarms }: { vehicleId: number; from: Date; to: Date; alarms: boolean },
  placeAt: PlaceAt,
) {
  const range: FactRange = { vehicleIds: [vehicleId], from, to };
  const [trips, stops, idles, tows, visits, alarms, dayTotals] = await Promise.all([
    readTrips(db, scope, range, placeAt),
    readStops(db, scope, range, placeAt),
    readIdles(db, scope, range),
    readTows(db, scope, range, placeAt),
    readVisits(db, scope, range),
    withAlarms ? readAlarmFacts(db, scope, range) : [],
    readDayTotals(db, scope, range),
  ]);
  return {
    totals:
      dayTotals.get(vehicleId) ?? totalsOf({ trips, stops, idles, tows }, { from: from.getTime(), to: to.getTime() }),
    lastStop: stops.at(-1) ?? null,
    visits: visits.filter(({ end }) => end === null),
    alarms: alarms.filter(({ clearedAt }) => clearedAt === null),
  };
}

interface DayRow extends Omit<DayTotal, 'firstMoveAt' | 'lastMoveAt' | 'engineBy'> {
  engineBys: EngineBy[];
  firstMoveAt: Date | null;
  lastMoveAt: Date | null;
}

/**
 * Totals of a vehicle by local day of its organisation, of the last `days` days, newest first; days of which nothing is
 * known have none. Where two devices were in it on one day, their sums.
 */
export async function readVehicleDays(
  db: Queryable,
  scope: Scope,
  { vehicleId, days }: { vehicleId: number; days: number },
): Promise<{ timeZone: string; today: string; days: DayTotal[] }> {
  const zone = await db.query<{ timeZone: string; today: string }>(
    `SELECT o.time_zone AS "timeZone", (now() AT TIME ZONE o.time_zone)::date::text AS today
     FROM vehicles v JOIN organisations o ON o.id = v.organisation_id
     WHERE v.id = $1 AND v.organisation_id = ANY($2)`,
    [vehicleId, scope.organisationIds],
  );
  const { timeZone, today } = zone.rows[0] ?? { timeZone: 'UTC', today: new Date().toISOString().slice(0, 10) };
  const sums = [
    ...SECONDS_AND_METRES.map((column) => `sum(f.${column})::float8 AS "${camel(column)}"`),
    ...['trips', 'stops', 'idles', 'tows', 'overspeeds', 'alarms', 'positions', 'invalid'].map(
      (column) => `sum(f.${column})::int AS ${column}`,
    ),
  ];
  const { rows } = await db.query<DayRow>(
    `SELECT f.vehicle_id AS "vehicleId", f.day::text AS day, ${sums.join(', ')}, max(f.max_kph) AS "maxKph",
            min(f.first_move_at) AS "firstMoveAt", max(f.last_move_at) AS "lastMoveAt",
            (array_agg(f.legs ORDER BY f.distance_m DESC))[1] AS legs,
            json_agg(f.engine_by) AS "engineBys"
     FROM day_totals f JOIN vehicles v ON v.id = f.vehicle_id
     WHERE f.vehicle_id = $1 AND v.organisation_id = ANY($2) AND f.day > $3::date - $4::int AND f.day <= $3::date
     GROUP BY f.vehicle_id, f.day ORDER BY f.day DESC`,
    [vehicleId, scope.organisationIds, today, days],
  );
  const totals = rows.map(({ engineBys, ...row }) => ({
    ...row,
    engineBy: addEngineBy(engineBys),
    firstMoveAt: row.firstMoveAt?.toISOString() ?? null,
    lastMoveAt: row.lastMoveAt?.toISOString() ?? null,
  }));
  return { timeZone, today, days: totals };
}

const SECONDS_AND_METRES = [
  'distance_m',
  'trip_s',
  'trip_idle_s',
  'stop_s',
  'unseen_s',
  'idle_s',
  'engine_s',
  'engine_known_s',
  'tow_m',
  'tow_s',
  'bridged_m',
];
const camel = (column: string) => column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
