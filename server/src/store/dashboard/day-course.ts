import type { DashboardSums } from '@milepost/contract/dashboard-routes';
import type { Queryable } from '../database.ts';
import type { Scope } from '../scope.ts';

interface Hour {
  at: Date;
  distanceM: number;
  drivingS: number;
  idleS: number;
  unseenS: number;
}

/** A trip may have begun this long before the hours in question. */
const LONGEST_TRIP = `interval '1 day'`;

/** Trips of a scope and group ($1, $2) that may touch the time from `from` to `to`, as SQL expressions. */
const trips = (from: string, to: string) => `
  SELECT t.vehicle_id, t.started_at, t.distance_m, t.duration_s, t.idle_s, t.unseen_s, t.overspeeds,
         greatest(t.started_at, ${from}) AS a,
         least(t.started_at + make_interval(secs => t.duration_s), ${to}) AS b
  FROM trips t JOIN vehicles v ON v.id = t.vehicle_id
  WHERE v.organisation_id = ANY($1) AND v.deleted_at IS NULL AND ($2::int IS NULL OR v.group_id = $2)
    AND t.started_at >= ${from} - ${LONGEST_TRIP} AND t.started_at < ${to} AND t.duration_s > 0`;

/** Share of a trip's time that lies between two moments. */
const share = (from: string, to: string) => `extract(epoch FROM ${to} - ${from}) / duration_s`;

/** The same of what nobody saw: parts of trips, tows and stops. A stop may have begun long before. */
const unseen = (from: string, to: string) => {
  const one = (table: string, since: string) => `
    SELECT u.duration_s, u.unseen_s, greatest(u.started_at, ${from}) AS a,
           least(u.started_at + make_interval(secs => u.duration_s), ${to}) AS b
    FROM ${table} u JOIN vehicles v ON v.id = u.vehicle_id
    WHERE v.organisation_id = ANY($1) AND v.deleted_at IS NULL AND ($2::int IS NULL OR v.group_id = $2)
      AND u.started_at < ${to} AND u.unseen_s > 0 AND u.duration_s > 0 AND ${since}`;
  const lately = `u.started_at >= ${from} - ${LONGEST_TRIP}`;
  return `${one('trips', lately)} UNION ALL ${one('tows', lately)} UNION ALL
    ${one('stops', `coalesce(u.ended_at, 'infinity') > ${from}`)}`;
};

/** What was driven in each hour from `start` to `end`: each trip by the share of its time in that hour. */
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
       FROM (${trips('$3::timestamptz', '$4::timestamptz')}) t
       CROSS JOIN LATERAL generate_series(date_bin('1 hour', a, $3), b, interval '1 hour') h
       WHERE b > a AND b > h GROUP BY h),
     unknown AS (
       SELECT h, sum(unseen_s * ${part}) AS unseen
       FROM (${unseen('$3::timestamptz', '$4::timestamptz')}) u
       CROSS JOIN LATERAL generate_series(date_bin('1 hour', a, $3), b, interval '1 hour') h
       WHERE b > a AND b > h GROUP BY h)
     SELECT h AS at, coalesce(distance, 0)::float8 AS "distanceM", coalesce(driving, 0)::float8 AS "drivingS",
            coalesce(idle, 0)::float8 AS "idleS", coalesce(unseen, 0)::float8 AS "unseenS"
     FROM generate_series($3::timestamptz, $4::timestamptz - interval '1 second', interval '1 hour') h
     LEFT JOIN parts USING (h) LEFT JOIN unknown USING (h) ORDER BY h`,
    [scope.organisationIds, groupId ?? null, start, end],
  );
  return rows;
}

/**
 * What happened on each of these days until the time of day that it is at `now`. Of the engine, stops and tows that is
 * not known by time of day, and is 0; what nobody saw is that of trips.
 */
export async function readUntilNow(
  db: Queryable,
  scope: Scope,
  groupId: number | undefined,
  { days, timeZone, now }: { days: readonly string[]; timeZone: string; now: Date },
): Promise<(DashboardSums & { day: string })[]> {
  const part = share('a', 'b');
  const { rows } = await db.query<DashboardSums & { day: string }>(
    `SELECT w.day::text, coalesce(driven.distance, 0)::float8 AS "distanceM",
            coalesce(driven.driving, 0)::float8 AS "drivingS", coalesce(driven.idle, 0)::float8 AS "idleS",
            0 AS "stopS", coalesce(driven.unseen, 0)::float8 AS "unseenS", 0 AS "engineS", 0 AS "engineKnownS",
            0 AS tows, 0 AS "towM", 0 AS "towS", driven.trips::int, driven.overspeeds::int, driven.drove::int, raised.alarms::int
     FROM (SELECT day, day::timestamp AT TIME ZONE $4 AS a0,
                  (day + ($5::timestamptz AT TIME ZONE $4)::time) AT TIME ZONE $4 AS b0
           FROM unnest($3::date[]) day) w
     CROSS JOIN LATERAL (
       SELECT sum(distance_m * ${part}) AS distance, sum((duration_s - idle_s - unseen_s) * ${part}) AS driving,
              sum(idle_s * ${part}) AS idle, sum(unseen_s * ${part}) AS unseen, count(*) FILTER (WHERE started_at >= w.a0) AS trips,
              coalesce(sum(overspeeds) FILTER (WHERE started_at >= w.a0), 0) AS overspeeds,
              count(DISTINCT vehicle_id) AS drove
       FROM (${trips('w.a0', 'w.b0')}) t WHERE b > a) driven
     CROSS JOIN LATERAL (
       SELECT count(*) AS alarms FROM alarms x JOIN vehicles v ON v.id = x.vehicle_id
       WHERE v.organisation_id = ANY($1) AND v.deleted_at IS NULL AND ($2::int IS NULL OR v.group_id = $2)
         AND x.started_at >= w.a0 AND x.started_at < w.b0) raised
     ORDER BY w.day DESC`,
    [scope.organisationIds, groupId ?? null, days, timeZone, now],
  );
  return rows;
}
