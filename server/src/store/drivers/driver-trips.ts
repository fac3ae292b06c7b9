import { TAG_HOLD_S } from '@milepost/tracking/tag';
import type { DriverDay } from '@milepost/contract/driver-operations';
import type { TripRow } from '@milepost/contract/timeline-operations';
import { readOwnClock } from '../dashboard/own-clock.ts';
import type { Queryable } from '../database.ts';
import { loadEnds } from '../../places/load-places.ts';
import type { PlaceAt } from '../../places/places.ts';
import { toTrip, TRIP_COLUMNS } from '../facts/read-facts.ts';
import type { Page } from '../page.ts';
import { andSeen, type Scope } from '../scope.ts';
import { DRIVERS_OF_TRIP } from './who-drove.ts';

const ENDED = `coalesce(f.ended_at, f.started_at + make_interval(secs => f.duration_s))`;

/**
 * SQL: the trips that driver $1 drove at least in part, begun from $2 up to $3 in vehicles of the organisations $4:
 * their ids, and the share. First the candidates by tags and assignments, then the actual drivers. Times covered by
 * both count once.
 */
export const TRIP_SHARES = (scope: Scope): string => `
  SELECT f.id, sum(extract(epoch FROM w.to_time - w.from_time))::float8
                 / greatest(0.001, extract(epoch FROM max(${ENDED}) - max(f.started_at))::float8) AS share
  FROM (
    SELECT whole.vehicle_id, lower(span) AS from_time, upper(span) AS to_time FROM (
    SELECT m.vehicle_id, range_agg(tstzrange(m.from_time, m.to_time)) AS spans FROM (
      SELECT s.vehicle_id, s.started_at AS from_time,
             coalesce(s.ended_at, s.started_at + make_interval(secs => s.duration_s + ${TAG_HOLD_S})) AS to_time
        FROM driver_tags t JOIN tag_spans s ON s.tag = t.tag AND s.started_at < $3
       WHERE t.driver_id = $1
      UNION ALL
      SELECT a.vehicle_id, a.from_time, coalesce(a.to_time, 'infinity') FROM driver_assignments a
       WHERE a.driver_id = $1 AND a.from_time < $3) m
    WHERE m.to_time > $2 GROUP BY m.vehicle_id) whole, unnest(whole.spans) AS span) may
  JOIN vehicles v ON v.id = may.vehicle_id AND v.organisation_id = ANY($4)${andSeen(scope)}
  JOIN trips f ON f.vehicle_id = may.vehicle_id AND f.started_at >= $2 AND f.started_at < $3
    AND f.started_at < may.to_time AND ${ENDED} > may.from_time
  CROSS JOIN LATERAL drivers_between(f.vehicle_id, greatest(f.started_at, may.from_time), least(${ENDED}, may.to_time)) w
  WHERE w.driver_id = $1 GROUP BY f.id`;

interface TripRequest {
  driverId: number;
  from: Date;
  to: Date;
  page: number;
  pageSize: number;
}

/** Trips that the driver drove at least in part, newest first; only of vehicles that the caller can see. */
export async function listDriverTrips(
  db: Queryable,
  scope: Scope,
  { driverId, from, to, page, pageSize }: TripRequest,
  placeAt: PlaceAt,
): Promise<Page<TripRow>> {
  type Row = Parameters<typeof toTrip>[0] & Pick<TripRow, 'registration' | 'groupName' | 'driverName'>;
  const { rows } = await db.query<Row & { total: number }>(
    `WITH found AS (${TRIP_SHARES(scope)}), page AS (
       SELECT f.id FROM found JOIN trips f USING (id) ORDER BY f.started_at DESC, f.id
       LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize})
     SELECT ${TRIP_COLUMNS}, v.registration, g.name AS "groupName", d.name AS "driverName",
            (SELECT count(*)::int FROM found) AS total
     FROM page JOIN trips f USING (id) JOIN vehicles v ON v.id = f.vehicle_id JOIN drivers d ON d.id = $1
     LEFT JOIN vehicle_groups g ON g.id = v.group_id ${DRIVERS_OF_TRIP} ORDER BY f.started_at DESC, f.id`,
    [driverId, from, to, scope.organisationIds],
  );
  await loadEnds(db, placeAt, rows);
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ total: _total, registration, groupName, driverName, ...trip }) => ({
      ...toTrip(trip, placeAt),
      registration,
      groupName,
      driverName,
    })),
  };
}

/**
 * The driving of a driver on each of the last days, newest first: a trip counts on the day on which it began, by the
 * driver's share. Days without a trip are left out.
 */
export async function readDriverDays(
  db: Queryable,
  scope: Scope,
  { driverId, days }: { driverId: number; days: number },
  now: Date,
): Promise<{ days: DriverDay[]; timeZone: string; today: string }> {
  const { timeZone, today } = await readOwnClock(db, scope, now);
  const { rows } = await db.query<DriverDay>(
    `WITH found AS (${TRIP_SHARES(scope)})
     SELECT to_char(f.started_at AT TIME ZONE $6, 'YYYY-MM-DD') AS day, count(*)::int AS trips,
            sum(f.distance_m * found.share)::float8 AS "distanceM", sum(f.duration_s * found.share)::float8 AS "durationS",
            sum(f.idle_s * found.share)::float8 AS "idleS", max(f.max_kph)::float8 AS "maxKph",
            sum(f.overspeeds)::int AS overspeeds,
            array_agg(DISTINCT v.registration ORDER BY v.registration) AS vehicles
     FROM found JOIN trips f USING (id) JOIN vehicles v ON v.id = f.vehicle_id
     WHERE (f.started_at AT TIME ZONE $6)::date > $5::date - ${days} GROUP BY 1 ORDER BY 1 DESC`,
    [driverId, new Date(now.getTime() - (days + 1) * 86_400_000), now, scope.organisationIds, today, timeZone],
  );
  return { timeZone, today, days: rows };
}
