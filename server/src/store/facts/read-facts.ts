import { loadEnds, loadPlaces } from '../../places/load-places.ts';
import type { PlaceAt } from '../../places/places.ts';
import type {
  AlarmFact,
  Idle,
  Overspeed,
  Stop,
  Tow,
  Trip,
  VehicleFacts,
  Visit,
} from '@milepost/contract/fact-operations';
import type { Queryable } from '../database.ts';
import { DRIVERS_OF_TRIP } from '../drivers/who-drove.ts';
import { andSeen, type Scope } from '../scope.ts';
import { andSeenFence } from '../common-records.ts';

/** The facts of vehicles of the scope that overlap the range; `to` is exclusive. */
export interface FactRange {
  vehicleIds: readonly number[];
  from: Date;
  to: Date;
}

/** The columns of every span. */
/**
 * The limit of facts of one kind in a reply: many times those of a vehicle in three months, or of a page of vehicles in
 * two days.
 */
export const MAX_LISTED_FACTS = 50_000;

const SPAN = `f.id, f.vehicle_id AS "vehicleId", f.started_at AS start, f.ended_at AS end, f.duration_s AS "durationS"`;
/** Converts times to ISO 8601 for the contract. */
type Raw<Row> = Omit<Row, 'start' | 'end'> & { start: Date; end: Date | null };
type Located<Row> = Omit<Raw<Row>, 'place' | 'address' | 'isPrivate'> & {
  lat: number;
  lon: number;
  isPrivate: boolean | null;
};

/**
 * Facts of a kind that never overlap within a vehicle: read from the last one that began before the range, so that
 * years of older facts cost nothing.
 */
const within = (scope: Scope, table: string, columns: string, joins = '') =>
  `SELECT ${columns}
   FROM vehicles v
   CROSS JOIN LATERAL (SELECT coalesce(max(b.started_at), '-infinity') AS since FROM ${table} b
     WHERE b.vehicle_id = v.id AND b.started_at <= $3) last
   -- OFFSET 0 forces an index scan for each vehicle instead of one scan of the whole table.
   CROSS JOIN LATERAL (SELECT * FROM ${table} t
     WHERE t.vehicle_id = v.id AND t.started_at >= last.since AND t.started_at < $4 OFFSET 0) f ${joins}
   WHERE v.id = ANY($1) AND v.organisation_id = ANY($2)${andSeen(scope)} AND coalesce(f.ended_at, 'infinity') >= $3
   ORDER BY f.started_at, f.id LIMIT ${MAX_LISTED_FACTS}`;

/** Facts of a kind that can overlap within a vehicle: those that began in the range, and those that extend into it. */
const touching = (scope: Scope, [table, ended]: [string, string], columns: string, joins: string) =>
  `SELECT ${columns}
   FROM (SELECT t.id FROM ${table} t WHERE t.vehicle_id = ANY($1) AND t.started_at >= $3 AND t.started_at < $4
         UNION ALL
         SELECT t.id FROM ${table} t WHERE t.vehicle_id = ANY($1) AND t.started_at < $3
           AND (t.${ended} >= $3 OR t.${ended} IS NULL)) found
   JOIN ${table} f ON f.id = found.id JOIN vehicles v ON v.id = f.vehicle_id ${joins}
   WHERE v.organisation_id = ANY($2)${andSeen(scope)} ORDER BY f.started_at, f.id LIMIT ${MAX_LISTED_FACTS}`;

const times = ({ start, end }: { start: Date; end: Date | null }) => ({
  start: start.toISOString(),
  end: end?.toISOString() ?? null,
});

/** All facts of these vehicles in the range; vehicles outside the scope have none. */
export async function readFacts(
  db: Queryable,
  scope: Scope,
  range: FactRange,
  placeAt: PlaceAt,
): Promise<VehicleFacts> {
  const [motion, overspeeds, visits, alarms] = await Promise.all([
    readMotion(db, scope, range, placeAt),
    readOverspeeds(db, scope, range),
    readVisits(db, scope, range),
    readAlarmFacts(db, scope, range),
  ]);
  return { ...motion, overspeeds, visits, alarms };
}

/** The trips, stops, idles and tows. */
export async function readMotion(
  db: Queryable,
  scope: Scope,
  range: FactRange,
  placeAt: PlaceAt,
): Promise<Pick<VehicleFacts, 'trips' | 'stops' | 'idles' | 'tows'>> {
  const [trips, stops, idles, tows] = await Promise.all([
    readTrips(db, scope, range, placeAt),
    readStops(db, scope, range, placeAt),
    readIdles(db, scope, range),
    readTows(db, scope, range, placeAt),
  ]);
  return { trips, stops, idles, tows };
}

const parameters = (scope: Scope, { vehicleIds, from, to }: FactRange) => [vehicleIds, scope.organisationIds, from, to];

/** A fact with different coordinates at start and end. */
type Way<Row> = Omit<
  Raw<Row>,
  'startPlace' | 'endPlace' | 'startAddress' | 'endAddress' | 'startPrivate' | 'endPrivate'
> & {
  startPrivate: boolean | null;
  endPrivate: boolean | null;
  startLat: number;
  startLon: number;
  endLat: number;
  endLon: number;
};
const WAY = `f.start_lat AS "startLat", f.start_lon AS "startLon", f.end_lat AS "endLat", f.end_lon AS "endLon",
  f.start_private AS "startPrivate", f.end_private AS "endPrivate"`;

const ends = (
  { startLat, startLon, endLat, endLon, startPrivate, endPrivate }: Way<unknown>,
  placeAt: PlaceAt,
): Pick<Trip, 'startPlace' | 'endPlace' | 'startAddress' | 'endAddress' | 'startPrivate' | 'endPrivate'> => ({
  startPlace: { lat: startLat, lon: startLon },
  endPlace: { lat: endLat, lon: endLon },
  // The address of the last public place would be taken for that of the vehicle.
  startAddress: startPrivate ? (placeAt.private ?? null) : placeAt(startLat, startLon),
  endAddress: endPrivate ? (placeAt.private ?? null) : placeAt(endLat, endLon),
  ...(startPrivate && { startPrivate }),
  ...(endPrivate && { endPrivate }),
});

/** The place and the address of a stop: in private time the last public place, and a word instead of the address. */
export const placeOfStop = (
  { lat, lon, isPrivate }: { lat: number; lon: number; isPrivate: boolean | null },
  placeAt: PlaceAt,
): Pick<Stop, 'place' | 'address' | 'isPrivate'> => ({
  place: { lat, lon },
  address: isPrivate ? (placeAt.private ?? null) : placeAt(lat, lon),
  ...(isPrivate && { isPrivate }),
});

interface TripRow extends Omit<Way<Trip>, 'notes'> {
  notes: { reason: Trip['notes'][number]['reason']; from: number; to: number; distanceM: number }[];
}

/** The columns of a trip from a table `f`, joined with DRIVERS_OF_TRIP. */
export const TRIP_COLUMNS = `${SPAN}, ${WAY}, f.start_reason AS "startReason", f.end_reason AS "endReason",
  f.distance_m AS "distanceM", f.idle_s AS "idleS", f.engine_source AS "engineSource", f.unseen_s AS "unseenS",
  f.average_kph AS "averageKph", f.max_kph AS "maxKph", f.overspeeds, f.holes, f.bridged_m AS "bridgedM", f.odometer_m AS "odometerM", f.legs, f.notes, who.drivers`;

/** Converts a row with TRIP_COLUMNS to a trip. */
export function toTrip(row: TripRow, placeAt: PlaceAt): Trip {
  const { startLat: _a, startLon: _b, endLat: _c, endLon: _d, startPrivate: _e, endPrivate: _f, notes, ...rest } = row;
  return {
    ...rest,
    ...times(row),
    ...ends(row, placeAt),
    notes: notes.map(({ from, to, ...note }) => ({
      ...note,
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
    })),
  };
}

async function readTrips(db: Queryable, scope: Scope, range: FactRange, placeAt: PlaceAt): Promise<Trip[]> {
  const { rows } = await db.query<TripRow>(
    within(scope, 'trips', TRIP_COLUMNS, DRIVERS_OF_TRIP),
    parameters(scope, range),
  );
  await loadEnds(db, placeAt, rows);
  return rows.map((row) => toTrip(row, placeAt));
}

/** The columns of a tow from a table `f`. */
export const TOW_COLUMNS = `${SPAN}, ${WAY}, f.distance_m AS "distanceM", f.max_kph AS "maxKph",
  f.unseen_s AS "unseenS", f.engine_source AS "engineSource"`;

/** Converts a row with TOW_COLUMNS to a tow. */
export function toTow(row: Way<Tow>, placeAt: PlaceAt): Tow {
  const { startLat: _a, startLon: _b, endLat: _c, endLon: _d, startPrivate: _e, endPrivate: _f, ...rest } = row;
  return { ...rest, ...times(row), ...ends(row, placeAt) };
}

async function readTows(db: Queryable, scope: Scope, range: FactRange, placeAt: PlaceAt): Promise<Tow[]> {
  const { rows } = await db.query<Way<Tow>>(within(scope, 'tows', TOW_COLUMNS), parameters(scope, range));
  await loadEnds(db, placeAt, rows);
  return rows.map((row) => toTow(row, placeAt));
}

/** The columns of a stop from a table `f`. */
export const STOP_COLUMNS = `${SPAN}, f.lat, f.lon, f.private AS "isPrivate", f.start_reason AS "startReason", f.idle_s AS "idleS",
  f.engine_source AS "engineSource", f.unseen_s AS "unseenS"`;

async function readStops(db: Queryable, scope: Scope, range: FactRange, placeAt: PlaceAt): Promise<Stop[]> {
  const { rows } = await db.query<Located<Stop>>(within(scope, 'stops', STOP_COLUMNS), parameters(scope, range));
  await loadPlaces(db, placeAt, rows);
  return rows.map(({ lat, lon, isPrivate, ...row }) => ({
    ...row,
    ...times(row),
    ...placeOfStop({ lat, lon, isPrivate }, placeAt),
  }));
}

async function readIdles(db: Queryable, scope: Scope, range: FactRange): Promise<Idle[]> {
  const { rows } = await db.query<Located<Idle>>(
    within(scope, 'idles', `${SPAN}, f.lat, f.lon, f.private AS "isPrivate", f.engine_source AS "engineSource"`),
    parameters(scope, range),
  );
  return rows.map((row) => located(row));
}

export async function readOverspeeds(db: Queryable, scope: Scope, range: FactRange): Promise<Overspeed[]> {
  const columns = `${SPAN}, f.lat, f.lon, f.private AS "isPrivate", f.limit_kph AS "limitKph", f.max_kph AS "maxKph",
    f.distance_m AS "distanceM", f.fence_id AS "fenceId"`;
  const { rows } = await db.query<Located<Overspeed>>(within(scope, 'overspeeds', columns), parameters(scope, range));
  return rows.map((row) => located(row));
}

function located<Row extends { start: Date; end: Date | null; lat: number; lon: number; isPrivate: boolean | null }>({
  lat,
  lon,
  isPrivate,
  ...row
}: Row) {
  return { ...row, ...times(row), place: { lat, lon }, ...(isPrivate && { isPrivate }) };
}

export async function readVisits(db: Queryable, scope: Scope, range: FactRange): Promise<Visit[]> {
  const columns = `${SPAN}, f.fence_id AS "fenceId", g.name AS "fenceName", g.colour AS "fenceColour",
    f.distance_m AS "distanceM", f.entry_kph AS "entryKph", f.exit_kph AS "exitKph", f.between_fixes AS "betweenFixes"`;
  const { rows } = await db.query<Raw<Visit>>(
    touching(
      scope,
      ['visits', 'ended_at'],
      columns,
      `JOIN geofences g ON g.id = f.fence_id${andSeenFence(scope, 'g')}`,
    ),
    parameters(scope, range),
  );
  return rows.map((row) => ({ ...row, ...times(row) }));
}

interface AlarmRow extends Omit<AlarmFact, 'start' | 'lastAt' | 'clearedAt' | 'acknowledgedAt' | 'place'> {
  start: Date;
  lastAt: Date;
  clearedAt: Date | null;
  acknowledgedAt: Date | null;
  lat: number | null;
  lon: number | null;
}

export async function readAlarmFacts(db: Queryable, scope: Scope, range: FactRange): Promise<AlarmFact[]> {
  const columns = `f.id, f.vehicle_id AS "vehicleId", f.rule_id AS "ruleId", r.name AS "ruleName", f.severity,
    f.started_at AS start, f.last_at AS "lastAt", f.cleared_at AS "clearedAt", f.acknowledged_at AS "acknowledgedAt",
    f.count, f.lat, f.lon, f.value, f.about`;
  const { rows } = await db.query<AlarmRow>(
    touching(scope, ['alarms', 'cleared_at'], columns, 'JOIN alarm_rules r ON r.id = f.rule_id'),
    parameters(scope, range),
  );
  return rows.map(({ lat, lon, ...row }) => ({
    ...row,
    start: row.start.toISOString(),
    lastAt: row.lastAt.toISOString(),
    clearedAt: row.clearedAt?.toISOString() ?? null,
    acknowledgedAt: row.acknowledgedAt?.toISOString() ?? null,
    place: lat === null || lon === null ? null : { lat, lon },
  }));
}
