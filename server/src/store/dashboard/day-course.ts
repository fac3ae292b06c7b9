import type { DashboardSums } from '@milepost/contract/dashboard-operations';
import type { Queryable } from '../database.ts';
import { KNOWN_END, overlapping } from '../facts/overlapping.ts';
import { SILENCES } from '../facts/silence.ts';
import { andSeen, type Scope } from '../scope.ts';
import { EVER_IN_GROUP, inGroupBefore } from '../fleet/groups-then.ts';
import { EMPTY_SUMS } from './vehicle-sums.ts';

interface Hour {
  at: Date;
  distanceM: number;
  drivingS: number;
  idleS: number;
  unseenS: number;
}

/** A time span as SQL, and the end of its day, which determines the vehicle's group at the time. */
interface Span {
  from: string;
  to: string;
  dayEnd: string;
}

const vehicleFilter = (scope: Scope, { dayEnd }: Span) =>
  `v.organisation_id = ANY($1)${andSeen(scope)} AND ${EVER_IN_GROUP} AND ${inGroupBefore('v.id', dayEnd)}`;

/**
 * Facts of a scope and group ($1, $2) that overlap the time from `from` to `to` (SQL expressions), each with its part
 * within, from `a` to `b`.
 */
const facts = (scope: Scope, table: Parameters<typeof overlapping>[0], span: Span & { having?: 'unseen_s' }) => `
  SELECT f.*, greatest(f.started_at, ${span.from}) AS a, least(${KNOWN_END}, ${span.to}) AS b
  FROM vehicles v CROSS JOIN LATERAL ${overlapping(table, span)} f
  WHERE ${vehicleFilter(scope, span)}`;

/** The share of a fact's time between two times. */
const share = (from: string, to: string) => `date_part('epoch', ${to} - ${from}) / duration_s`;

/** The same for unknown time: parts of trips, tows and stops, and present silences. */
const unknownSql = (scope: Scope, span: Span) =>
  [
    `SELECT told.lasts AS duration_s, told.lasts AS unseen_s, greatest(lower(u), a) AS a, least(upper(u), b) AS b
     FROM (${facts(scope, 'stops', { ...span, having: 'unseen_s' })}) one CROSS JOIN unnest(one.unseen) u
     CROSS JOIN LATERAL (SELECT extract(epoch FROM upper(u) - lower(u))::float8 AS lasts) told
     WHERE lower(u) < b AND upper(u) > a`,
    // Stops whose unknown time has no known start and end.
    `SELECT duration_s, unseen_s, a, b FROM (${facts(scope, 'stops', { ...span, having: 'unseen_s' })}) one
     WHERE one.unseen IS NULL`,
    // Trips and tows have no index on unknown time, unlike stops, so all of them are filtered.
    ...(['trips', 'tows'] as const).map(
      (table) => `SELECT duration_s, unseen_s, a, b FROM (${facts(scope, table, span)}) one WHERE one.unseen_s > 0`,
    ),
    `SELECT silent.lasts, silent.lasts, greatest(s.a, ${span.from}), least(s.b, ${span.to})
     FROM vehicles v JOIN ${SILENCES} ON s.vehicle_id = v.id
     CROSS JOIN LATERAL (SELECT extract(epoch FROM s.b - s.a)::float8 AS lasts) silent
     WHERE ${vehicleFilter(scope, span)}
       AND s.a < ${span.to} AND s.b > ${span.from}`,
  ].join(' UNION ALL ');

/** The span of `readHours`. */
const HOURS: Span = { from: '$3::timestamptz', to: '$4::timestamptz', dayEnd: '$4::timestamptz' };
/** The spans of `readUntilNow`. */
const UNTIL_NOW: Span = { from: 'w.a0', to: 'w.b0', dayEnd: 'w.day_end' };

/** The driving in each hour from `start` to `end`: each trip by the share of its time in that hour. */
export async function readHours(
  db: Queryable,
  scope: Scope,
  groupId: number | undefined,
  { start, end }: { start: Date; end: Date },
): Promise<Hour[]> {
  const part = share('greatest(a, h)', `least(b, h + interval '1 hour')`);
  const { rows } = await db.query<Hour>(
    `WITH parts AS (
       SELECT h, sum(distance_m * ${part}) AS distance, sum((duration_s - idle_s - unseen_s) * ${part}) AS driving,
              sum(idle_s * ${part}) AS idle
       FROM (${facts(scope, 'trips', HOURS)}) t
       CROSS JOIN LATERAL generate_series(date_bin('1 hour', a, $3), b, interval '1 hour') h
       WHERE b > h GROUP BY h),
     unknown AS (
       SELECT h, sum(unseen_s * ${part}) AS unseen
       FROM (${unknownSql(scope, HOURS)}) u
       CROSS JOIN LATERAL generate_series(date_bin('1 hour', a, $3), b, interval '1 hour') h
       WHERE b > h GROUP BY h)
     SELECT h AS at, coalesce(distance, 0)::float8 AS "distanceM", coalesce(driving, 0)::float8 AS "drivingS",
            coalesce(idle, 0)::float8 AS "idleS", coalesce(unseen, 0)::float8 AS "unseenS"
     FROM generate_series($3::timestamptz, $4::timestamptz - interval '1 second', interval '1 hour') h
     LEFT JOIN parts USING (h) LEFT JOIN unknown USING (h) ORDER BY h`,
    [scope.organisationIds, groupId ?? null, start, end],
  );
  return rows;
}

/**
 * The activity on each of these days until the time of day at `now`. Engine hours, stops and tows are not known by time
 * of day, and are 0.
 */
export async function readUntilNow(
  db: Queryable,
  scope: Scope,
  groupId: number | undefined,
  { days, timeZone, now }: { days: readonly string[]; timeZone: string; now: Date },
): Promise<(DashboardSums & { day: string })[]> {
  const part = share('a', 'b');
  const { rows } = await db.query<Partial<DashboardSums> & { day: string }>(
    `SELECT w.day::text, coalesce(driven.distance, 0)::float8 AS "distanceM",
            coalesce(driven.driving, 0)::float8 AS "drivingS", coalesce(driven.idle, 0)::float8 AS "idleS",
            coalesce(unknown.unseen, 0)::float8 AS "unseenS", driven.trips::int, driven.overspeeds::int, driven.drove::int, raised.alarms::int
     -- OFFSET 0: otherwise the time zone arithmetic is repeated for every fact.
     FROM (SELECT day, day_begins(day, $4) AS a0, day_begins(day + 1, $4) AS day_end,
                  (day + ($5::timestamptz AT TIME ZONE $4)::time) AT TIME ZONE $4 AS b0
           FROM unnest($3::date[]) day OFFSET 0) w
     CROSS JOIN LATERAL (
       SELECT sum(distance_m * ${part}) AS distance, sum((duration_s - idle_s - unseen_s) * ${part}) AS driving,
              sum(idle_s * ${part}) AS idle, count(*) FILTER (WHERE started_at >= w.a0) AS trips,
              coalesce(sum(overspeeds) FILTER (WHERE started_at >= w.a0), 0) AS overspeeds,
              count(DISTINCT vehicle_id) AS drove
       FROM (${facts(scope, 'trips', UNTIL_NOW)}) t) driven
     CROSS JOIN LATERAL (SELECT sum(unseen_s * ${part}) AS unseen FROM (${unknownSql(scope, UNTIL_NOW)}) u) unknown
     CROSS JOIN LATERAL (
       SELECT count(*) AS alarms FROM alarms x JOIN vehicles v ON v.id = x.vehicle_id
       WHERE ${vehicleFilter(scope, UNTIL_NOW)}
         AND x.started_at >= w.a0 AND x.started_at < w.b0) raised
     ORDER BY w.day DESC`,
    [scope.organisationIds, groupId ?? null, days, timeZone, now],
  );
  return rows.map((row) => ({ ...EMPTY_SUMS, ...row }));
}
