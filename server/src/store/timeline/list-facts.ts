import type { AlarmFact, Stop } from '@milepost/contract/fact-operations';
import type { TowRow, TripRow } from '@milepost/contract/timeline-operations';
import type { Queryable } from '../database.ts';
import { loadEnds, loadPlaces } from '../../places/load-places.ts';
import type { PlaceAt } from '../../places/places.ts';
import { placeOfStop, STOP_COLUMNS, toTow, TOW_COLUMNS, toTrip, TRIP_COLUMNS } from '../facts/read-facts.ts';
import { type Page, type PageRequest, pageSql } from '../page.ts';
import { everyWordIn, registrationOf, searchPatterns } from '../search/every-word.ts';
import { andSeen, type Scope } from '../scope.ts';
import { driverAt, DRIVERS_OF_TRIP } from '../drivers/who-drove.ts';

const NOT_NULL = { nulls: false };
const SORTS = {
  start: 'f.started_at',
  distance: 'f.distance_m',
  duration: 'f.duration_s',
  registration: 'lower(v.registration)',
};

export interface TripRequest extends PageRequest {
  from: Date;
  to: Date;
  vehicleId?: number | undefined;
  groupId?: number | undefined;
}

/**
 * Counting trips of a fleet stops here: the exact number of a month's hundreds of thousands takes longer than its first
 * page.
 */
const COUNTED = 10_000;
const ALL = 2_000_000_000;

/** The vehicle and driver of a fact. */
type FactLabels = Pick<TripRow, 'registration' | 'groupName' | 'driverName'>;

/** A page of the trips that began in the range, and the total or a lower bound of it. */
export async function listTrips(
  db: Queryable,
  scope: Scope,
  request: TripRequest,
  placeAt: PlaceAt,
): Promise<Page<TripRow>> {
  const source = { table: 'trips', columns: TRIP_COLUMNS, joins: DRIVERS_OF_TRIP } as const;
  const { rows, ...page } = await listWays<Parameters<typeof toTrip>[0]>(db, scope, request, source);
  await loadEnds(db, placeAt, rows);
  return { ...page, rows: rows.map((row) => ({ ...toTrip(row, placeAt), ...labelsOf(row) })) };
}

/** The same for tows. */
export async function listTows(
  db: Queryable,
  scope: Scope,
  request: TripRequest,
  placeAt: PlaceAt,
): Promise<Page<TowRow>> {
  const source = { table: 'tows', columns: TOW_COLUMNS, joins: '' } as const;
  const { rows, total } = await listWays<Parameters<typeof toTow>[0]>(db, scope, request, source);
  await loadEnds(db, placeAt, rows);
  return { total, rows: rows.map((row) => ({ ...toTow(row, placeAt), ...labelsOf(row) })) };
}

const labelsOf = ({ registration, groupName, driverName }: FactLabels): FactLabels => ({
  registration,
  groupName,
  driverName,
});

/** The page and the total are found by index-only scans; the wide rows are only read for the page. */
async function listWays<Row>(
  db: Queryable,
  scope: Scope,
  request: TripRequest,
  { table, columns, joins }: { table: 'trips' | 'tows'; columns: string; joins: string },
): Promise<Page<Row & FactLabels>> {
  const where = `f.started_at >= $1 AND f.started_at < $2 AND ($3::int IS NULL OR f.vehicle_id = $3)
    AND f.vehicle_id IN (SELECT w.id FROM vehicles w LEFT JOIN vehicle_groups wg ON wg.id = w.group_id
      WHERE w.organisation_id = ANY($4)${andSeen(scope, 'w.id')} AND ($5::int IS NULL OR w.group_id = $5)
        AND ${everyWordIn('$6', registrationOf('w'), 'wg.name')})`;
  const { from, to } = request;
  const values = [
    from,
    to,
    request.vehicleId ?? null,
    scope.organisationIds,
    request.groupId ?? null,
    searchPatterns(request.search),
  ];
  const most = request.vehicleId === undefined ? Math.max(COUNTED, request.page * request.pageSize) : ALL;
  const sortJoin = request.sort === 'registration' ? 'JOIN vehicles v ON v.id = f.vehicle_id' : '';
  const [page, count] = await Promise.all([
    db.query<Row & FactLabels>(
      `SELECT ${columns}, v.registration, g.name AS "groupName", dr.name AS "driverName"
       FROM (SELECT f.id FROM ${table} f ${sortJoin} WHERE ${where} ${pageSql(request, SORTS, 'f.id', NOT_NULL)}) p
       JOIN ${table} f ON f.id = p.id JOIN vehicles v ON v.id = f.vehicle_id
       LEFT JOIN vehicle_groups g ON g.id = v.group_id ${driverAt('f.started_at')} ${joins}
       ${pageSql({ ...request, page: 1 }, SORTS, 'f.id', NOT_NULL)}`,
      values,
    ),
    db.query<{ total: number }>(
      `SELECT count(*)::int AS total FROM (SELECT FROM ${table} f WHERE ${where} LIMIT $7) counted`,
      [...values, most + 1],
    ),
  ]);
  const total = count.rows[0]?.total ?? 0;
  return { rows: page.rows, total, ...(total > most && { atLeast: true as const }) };
}

/** A page of facts that began in the range, newest first. */
interface ListRange {
  vehicleId: number;
  from: Date;
  to: Date;
  page: number;
  pageSize: number;
}

const newest = ({ page, pageSize }: ListRange) =>
  `ORDER BY f.started_at DESC, f.id LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`;

const began = (scope: Scope) =>
  `f.vehicle_id = $1 AND v.organisation_id = ANY($2)${andSeen(scope)} AND f.started_at >= $3 AND f.started_at < $4`;

async function readPage<Row>(
  db: Queryable,
  scope: Scope,
  range: ListRange,
  { columns, tables }: { columns: string; tables: string },
): Promise<Page<Row>> {
  const values = [range.vehicleId, scope.organisationIds, range.from, range.to];
  const [page, count] = await Promise.all([
    db.query<Row & object>(`SELECT ${columns} FROM ${tables} WHERE ${began(scope)} ${newest(range)}`, values),
    db.query<{ total: number }>(`SELECT count(*)::int AS total FROM ${tables} WHERE ${began(scope)}`, values),
  ]);
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 };
}

/** The stops of a vehicle that began in the range. */
export async function listStops(db: Queryable, scope: Scope, range: ListRange, placeAt: PlaceAt): Promise<Page<Stop>> {
  type Row = Omit<Stop, 'start' | 'end' | 'place' | 'address' | 'isPrivate'> & {
    isPrivate: boolean | null;
    start: Date;
    end: Date | null;
    lat: number;
    lon: number;
  };
  const { rows, total } = await readPage<Row>(db, scope, range, {
    columns: STOP_COLUMNS,
    tables: 'stops f JOIN vehicles v ON v.id = f.vehicle_id',
  });
  await loadPlaces(db, placeAt, rows);
  return {
    total,
    rows: rows.map(({ lat, lon, isPrivate, ...row }) => ({
      ...row,
      start: row.start.toISOString(),
      end: row.end?.toISOString() ?? null,
      ...placeOfStop({ lat, lon, isPrivate }, placeAt),
    })),
  };
}

/** A time in the format of the contract, formatted by the database. */
const iso = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The alarms of a vehicle that began in the range. */
export async function listVehicleAlarms(db: Queryable, scope: Scope, range: ListRange): Promise<Page<AlarmFact>> {
  type Row = Omit<AlarmFact, 'place'> & { lat: number | null; lon: number | null };
  const { rows, total } = await readPage<Row>(db, scope, range, {
    columns: `f.id, f.vehicle_id AS "vehicleId", f.rule_id AS "ruleId", r.name AS "ruleName", f.severity,
      ${iso('f.started_at')} AS start, ${iso('f.last_at')} AS "lastAt", ${iso('f.cleared_at')} AS "clearedAt",
      ${iso('f.acknowledged_at')} AS "acknowledgedAt", f.count, f.lat, f.lon, f.value, f.about`,
    tables: 'alarms f JOIN vehicles v ON v.id = f.vehicle_id JOIN alarm_rules r ON r.id = f.rule_id',
  });
  return {
    total,
    rows: rows.map(({ lat, lon, ...row }) => ({ ...row, place: lat === null || lon === null ? null : { lat, lon } })),
  };
}
