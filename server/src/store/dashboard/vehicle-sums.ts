import { FIGURE_SUMS } from '@milepost/contract/dashboard-figures';
import type { DashboardSums, DashboardVehicle } from '@milepost/contract/dashboard-operations';
import type { SecondsByEngineSource, EngineSource } from '@milepost/contract/fact-operations';
import type { Queryable } from '../database.ts';
import { type Page, type PageRequest, pageSql } from '../page.ts';
import { everyWordIn, registrationOf, searchPatterns } from '../search/every-word.ts';
import { dayRows, storedDayRows } from '../timeline/day-rows.ts';
import { andSeen, type Scope } from '../scope.ts';
import { EVER_IN_GROUP, inGroupBefore } from '../fleet/groups-then.ts';
import type { DayRange } from './day-range.ts';

/** A range of local days in a time zone. */
export type ZonedDayRange = DayRange & { timeZone: string; groupId?: number | undefined };

/**
 * The vehicles of a scope and group, including former members: $1 organisations, $2 group. Deleted vehicles keep their
 * past.
 */
const vehicleFilter = (scope: Scope) => `v.organisation_id = ANY($1)${andSeen(scope)} AND ${EVER_IN_GROUP}`;
/** True when a day row, `d`, belongs to a vehicle that was in the group on that day. */
const thenIn = (zone: string) => inGroupBefore('d.vehicle_id', `day_begins(d.day + 1, ${zone})`);

type Sum = Exclude<keyof DashboardSums, 'drove'>;

/** The sums of day rows, `d`, with their types. */
const SUMS: Record<Sum, readonly [sql: string, type: 'float8' | 'int']> = {
  distanceM: ['d.distance_m', 'float8'],
  drivingS: ['d.trip_s - d.trip_idle_s', 'float8'],
  standingS: ['coalesce(d.stop_s, 0) + coalesce(d.trip_idle_s, 0)', 'float8'],
  idleS: ['d.idle_s', 'float8'],
  stopS: ['d.stop_s', 'float8'],
  unseenS: ['d.unseen_s', 'float8'],
  // Unknown on days without an engine source, like in the reports, even if the vehicle moved.
  engineS: ['CASE WHEN d.engine_known_s > 0 THEN d.engine_s END', 'float8'],
  engineKnownS: ['d.engine_known_s', 'float8'],
  tows: ['d.tows', 'int'],
  towM: ['d.tow_m', 'float8'],
  towS: ['d.tow_s', 'float8'],
  trips: ['d.trips', 'int'],
  overspeeds: ['d.overspeeds', 'int'],
  alarms: ['d.alarms', 'int'],
};
const ALL = Object.entries(SUMS);
const ADDED = ALL.map(([name, [sql]]) => `sum(${sql}) AS "${name}"`).join(', ');
const COLUMNS = ALL.map(([name, [, type]]) => `coalesce(s."${name}", 0)::${type} AS "${name}"`).join(', ');

const inRange = (scope: Scope) => ({
  subjectSql: vehicleFilter(scope),
  within: (day: string) => `${day} BETWEEN $3 AND $4`,
  days: `SELECT day::date FROM generate_series($3::date, $4::date, interval '1 day') day`,
  zone: '$5',
});

/**
 * Every vehicle with its sums over the days $3 to $4 of the time zone $5; zeros without data. Sold or deleted vehicles
 * are only included if they have data.
 */
const fromSql = (scope: Scope) => `FROM vehicles v LEFT JOIN vehicle_groups g ON g.id = v.group_id
  LEFT JOIN (SELECT d.vehicle_id, ${ADDED} FROM (${dayRows(inRange(scope))}) d WHERE ${thenIn('$5')} GROUP BY d.vehicle_id) s ON s.vehicle_id = v.id
  WHERE ${vehicleFilter(scope)} AND ((v.status <> 'sold' AND v.deleted_at IS NULL AND ${inGroupBefore('v.id', 'day_begins($4::date + 1, $5)')}) OR s.vehicle_id IS NOT NULL)`;

const VEHICLE = `v.id, v.registration, v.type, g.name AS "groupName", ${COLUMNS}`;

const parameters = (scope: Scope, { from, to, timeZone, groupId }: ZonedDayRange) => [
  scope.organisationIds,
  groupId ?? null,
  from,
  to,
  timeZone,
];

/** Every vehicle of the scope with its sums. */
export async function readVehicleSums(db: Queryable, scope: Scope, which: ZonedDayRange): Promise<DashboardVehicle[]> {
  const { rows } = await db.query<DashboardVehicle>(
    `SELECT ${VEHICLE} ${fromSql(scope)} ORDER BY lower(v.registration), v.id`,
    parameters(scope, which),
  );
  return rows;
}

/** True when the vehicles have any data of a day or of the week before it; much older days come from wrong clocks. */
export async function isKnownBy(
  db: Queryable,
  scope: Scope,
  groupId: number | undefined,
  day: string,
): Promise<boolean> {
  const { rows } = await db.query<{ known: boolean }>(
    `SELECT EXISTS (SELECT FROM day_totals d JOIN vehicles v ON v.id = d.vehicle_id WHERE ${vehicleFilter(scope)} AND d.day BETWEEN $3::date - 7 AND $3) AS known`,
    [scope.organisationIds, groupId ?? null, day],
  );
  return rows[0]?.known ?? false;
}

const SORTS = {
  registration: 'lower(v.registration)',
  ...Object.fromEntries(Object.entries(FIGURE_SUMS).map(([figure, sum]) => [figure, `coalesce(s."${sum}", 0)`])),
};

/** A page of the same, sorted by any figure. */
export async function listVehicleSums(
  db: Queryable,
  scope: Scope,
  request: ZonedDayRange & PageRequest,
): Promise<Page<DashboardVehicle>> {
  const found = `AND ${everyWordIn('$6', registrationOf('v'), 'g.name')}`;
  const values = [...parameters(scope, request), searchPatterns(request.search)];
  const [page, count] = await Promise.all([
    db.query<DashboardVehicle>(
      `SELECT ${VEHICLE} ${fromSql(scope)} ${found} ${pageSql(request, SORTS, 'v.id')}`,
      values,
    ),
    db.query<{ total: number }>(`SELECT count(*)::int AS total ${fromSql(scope)} ${found}`, values),
  ]);
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 };
}

const listedSql = (scope: Scope) =>
  dayRows({
    subjectSql: vehicleFilter(scope),
    within: (day) => `${day} = ANY($3::date[])`,
    days: `SELECT day FROM unnest($3::date[]) day`,
    zone: '$4',
  });

/** The engine hours of a scope and group, by source. */
export async function readSecondsByEngineSource(
  db: Queryable,
  scope: Scope,
  which: ZonedDayRange,
): Promise<SecondsByEngineSource> {
  const { rows } = await db.query<{ source: EngineSource; seconds: number }>(
    `SELECT by.key AS source, sum(by.value::float8) AS seconds
     FROM (${storedDayRows(inRange(scope))}) d CROSS JOIN LATERAL jsonb_each_text(d.engine_by) by WHERE d.engine_known_s > 0 AND ${thenIn('$5')} GROUP BY by.key`,
    parameters(scope, which),
  );
  return Object.fromEntries(rows.map(({ source, seconds }) => [source, seconds]));
}

/** The sums over a whole scope, with a row for each day that has any. */
export async function readDaySums(
  db: Queryable,
  scope: Scope,
  { days, timeZone, groupId }: { days: readonly string[]; timeZone: string; groupId: number | undefined },
): Promise<(DashboardSums & { day: string; heard: boolean })[]> {
  const { rows } = await db.query<DashboardSums & { day: string; heard: boolean }>(
    `SELECT s.day::text, ${COLUMNS}, s.drove::int AS drove, s.heard
     FROM (SELECT d.day, ${ADDED}, bool_or(d.heard) AS heard, count(DISTINCT d.vehicle_id) FILTER (WHERE d.distance_m > 0) AS drove
           FROM (${listedSql(scope)}) d WHERE ${thenIn('$4')} GROUP BY d.day) s
     ORDER BY s.day`,
    [scope.organisationIds, groupId ?? null, days, timeZone],
  );
  return rows;
}

/** The sums without any vehicle. */
export const EMPTY_SUMS: Readonly<DashboardSums> = {
  distanceM: 0,
  drivingS: 0,
  standingS: 0,
  idleS: 0,
  stopS: 0,
  unseenS: 0,
  engineS: 0,
  engineKnownS: 0,
  tows: 0,
  towM: 0,
  towS: 0,
  trips: 0,
  overspeeds: 0,
  alarms: 0,
  drove: 0,
};
const isSum = (name: string): name is Sum => Object.hasOwn(SUMS, name);
const NAMES = Object.keys(SUMS).filter(isSum);

/** The total of vehicles' sums. */
export function sumVehicles(vehicles: readonly Omit<DashboardVehicle, 'id'>[]): DashboardSums {
  const sums = { ...EMPTY_SUMS, drove: vehicles.filter(({ distanceM }) => distanceM > 0).length };
  for (const vehicle of vehicles) for (const name of NAMES) sums[name] += vehicle[name];
  return sums;
}
