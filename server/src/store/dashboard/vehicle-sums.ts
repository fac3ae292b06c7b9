import type { DashboardSums, DashboardVehicle } from '@milepost/contract/dashboard-routes';
import type { EngineBy, EngineSource } from '@milepost/contract/fact-routes';
import type { Queryable } from '../database.ts';
import { type Page, type PageRequest, pageSql, searchPattern } from '../page.ts';
import { dayRows } from '../day-rows.ts';
import type { Scope } from '../scope.ts';
import type { DayRange } from './day-range.ts';

/** Days, at the midnights of a zone. */
export type Which = DayRange & { timeZone: string; groupId?: number | undefined };

/** The vehicles of a scope and group: $1 organisations, $2 group. Removed ones are not shown here, as nowhere else. */
const WHOSE = `v.organisation_id = ANY($1) AND v.deleted_at IS NULL AND ($2::int IS NULL OR v.group_id = $2)`;

/** What rows by day, `d`, add up to. */
const SUMS = `sum(d.distance_m) AS distance, sum(d.trip_s - d.trip_idle_s) AS driving, sum(d.idle_s) AS idle,
  sum(d.stop_s) AS stop, sum(d.unseen_s) AS unseen, sum(d.engine_s) AS engine, sum(d.engine_known_s) AS known,
  sum(d.tows) AS tows, sum(d.tow_m) AS tow_m, sum(d.tow_s) AS tow_s, sum(d.trips) AS trips, sum(d.overspeeds) AS overspeeds, sum(d.alarms) AS alarms`;

const COLUMNS = `coalesce(s.distance, 0)::float8 AS "distanceM", coalesce(s.driving, 0)::float8 AS "drivingS",
  coalesce(s.idle, 0)::float8 AS "idleS", coalesce(s.stop, 0)::float8 AS "stopS",
  coalesce(s.unseen, 0)::float8 AS "unseenS", coalesce(s.engine, 0)::float8 AS "engineS",
  coalesce(s.known, 0)::float8 AS "engineKnownS", coalesce(s.tows, 0)::int AS tows,
  coalesce(s.tow_m, 0)::float8 AS "towM", coalesce(s.tow_s, 0)::float8 AS "towS",
  coalesce(s.trips, 0)::int AS trips, coalesce(s.overspeeds, 0)::int AS overspeeds, coalesce(s.alarms, 0)::int AS alarms`;

const RANGE = dayRows({
  whose: WHOSE,
  within: (day) => `${day} BETWEEN $3 AND $4`,
  days: `SELECT day::date FROM generate_series($3::date, $4::date, interval '1 day') day`,
  zone: '$5',
});

/** Every vehicle, with its sums over the days $3 to $4 of the zone $5; zeros where it has none. */
const FROM = `FROM vehicles v LEFT JOIN vehicle_groups g ON g.id = v.group_id
  LEFT JOIN (SELECT d.vehicle_id, ${SUMS} FROM (${RANGE}) d GROUP BY d.vehicle_id) s ON s.vehicle_id = v.id
  WHERE ${WHOSE}`;

const VEHICLE = `v.id, v.registration, v.type, g.name AS "groupName", ${COLUMNS}`;

const parameters = (scope: Scope, { from, to, timeZone, groupId }: Which) => [
  scope.organisationIds,
  groupId ?? null,
  from,
  to,
  timeZone,
];

/** Every vehicle of the scope with its sums. */
export async function readVehicleSums(db: Queryable, scope: Scope, which: Which): Promise<DashboardVehicle[]> {
  const { rows } = await db.query<DashboardVehicle>(
    `SELECT ${VEHICLE} ${FROM} ORDER BY lower(v.registration), v.id`,
    parameters(scope, which),
  );
  return rows;
}

const SORTS = {
  distance: 's.distance',
  driving: 's.driving',
  idle: 's.idle',
  unseen: 's.unseen',
  engine: 's.engine',
  trips: 's.trips',
  overspeeds: 's.overspeeds',
  alarms: 's.alarms',
  registration: 'lower(v.registration)',
};

/** A page of the same, sorted by any figure. */
export async function listVehicleSums(
  db: Queryable,
  scope: Scope,
  request: Which & PageRequest,
): Promise<Page<DashboardVehicle>> {
  const sorts = Object.fromEntries(
    Object.entries(SORTS).map(([name, sql]) => [name, name === 'registration' ? sql : `coalesce(${sql}, 0)`]),
  );
  const found = `AND ($6 = '%%' OR concat_ws(' ', v.registration, g.name) ILIKE $6)`;
  const values = [...parameters(scope, request), searchPattern(request.search)];
  const [page, count] = await Promise.all([
    db.query<DashboardVehicle>(`SELECT ${VEHICLE} ${FROM} ${found} ${pageSql(request, sorts, 'v.id')}`, values),
    db.query<{ total: number }>(`SELECT count(*)::int AS total ${FROM} ${found}`, values),
  ]);
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 };
}

const LISTED = dayRows({
  whose: WHOSE,
  within: (day) => `${day} = ANY($3::date[])`,
  days: `SELECT day FROM unnest($3::date[]) day`,
  zone: '$4',
});

/** By what the engine hours of a scope and group are known. */
export async function readEngineBy(db: Queryable, scope: Scope, which: Which): Promise<EngineBy> {
  const { rows } = await db.query<{ source: EngineSource; seconds: number }>(
    `SELECT by.key AS source, sum(by.value::float8) AS seconds
     FROM (${RANGE}) d CROSS JOIN LATERAL jsonb_each_text(d.engine_by) by GROUP BY by.key`,
    parameters(scope, which),
  );
  return Object.fromEntries(rows.map(({ source, seconds }) => [source, seconds]));
}

/** The sums over a whole scope, a row for each day that has any. */
export async function readDaySums(
  db: Queryable,
  scope: Scope,
  { days, timeZone, groupId }: { days: readonly string[]; timeZone: string; groupId: number | undefined },
): Promise<(DashboardSums & { day: string })[]> {
  const { rows } = await db.query<DashboardSums & { day: string }>(
    `SELECT s.day::text, ${COLUMNS}, s.drove::int AS drove
     FROM (SELECT d.day, ${SUMS}, count(DISTINCT d.vehicle_id) FILTER (WHERE d.distance_m > 0) AS drove
           FROM (${LISTED}) d GROUP BY d.day) s
     ORDER BY s.day`,
    [scope.organisationIds, groupId ?? null, days, timeZone],
  );
  return rows;
}

/** What vehicles add up to. */
export function addUp(vehicles: readonly Omit<DashboardVehicle, 'id'>[]): DashboardSums {
  const sum = (key: keyof DashboardSums & keyof DashboardVehicle) =>
    vehicles.reduce((total, vehicle) => total + vehicle[key], 0);
  return {
    distanceM: sum('distanceM'),
    drivingS: sum('drivingS'),
    idleS: sum('idleS'),
    stopS: sum('stopS'),
    unseenS: sum('unseenS'),
    engineS: sum('engineS'),
    engineKnownS: sum('engineKnownS'),
    tows: sum('tows'),
    towM: sum('towM'),
    towS: sum('towS'),
    trips: sum('trips'),
    overspeeds: sum('overspeeds'),
    alarms: sum('alarms'),
    drove: vehicles.filter(({ distanceM }) => distanceM > 0).length,
  };
}
