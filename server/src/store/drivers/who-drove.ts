import { TAG_HOLD_S } from '@milepost/tracking/tag';
import type { AtTheWheel, TripDriver } from '@milepost/contract/who-drove';
import type { Queryable } from '../database.ts';

/** When a fact `f` ended; for an open one, its newest known time. */
const ENDED = `coalesce(f.ended_at, f.started_at + make_interval(secs => f.duration_s))`;

/**
 * SQL of a query of `driver_id`, `source`, `from_time` and `to_time`: like `drivers_between` for a vehicle, but fast
 * for whole fleets. Without a reported tag and with at most one assigned driver, no precedence has to be resolved.
 */
export const driversBetween = (from: string, to: string, vehicle = 'v.id'): string => `
  SELECT w.* FROM (
    SELECT count(*) AS n, min(y.driver_id) AS driver_id, min(y.source) AS source, greatest(min(y.from_time), ${from}) AS from_time,
           least(coalesce(max(y.to_time), 'infinity'), ${to}) AS to_time,
           EXISTS (SELECT FROM tag_spans s WHERE s.vehicle_id = ${vehicle} AND s.started_at < ${to}
             AND coalesce(s.ended_at, s.started_at + make_interval(secs => s.duration_s + ${TAG_HOLD_S})) > ${from}
             AND s.started_at >= coalesce((SELECT max(p.started_at) FROM tag_spans p
               WHERE p.vehicle_id = ${vehicle} AND p.started_at <= ${from}), '-infinity')) AS tagged
    FROM driver_assignments y
    WHERE y.vehicle_id = ${vehicle} AND y.from_time < ${to} AND coalesce(y.to_time, 'infinity') > greatest(y.from_time, ${from})) one
  CROSS JOIN LATERAL (
    SELECT one.driver_id, one.source, one.from_time, one.to_time WHERE one.n = 1 AND NOT one.tagged
    UNION ALL SELECT b.driver_id, b.source, b.from_time, b.to_time FROM drivers_between(${vehicle}, ${from}, ${to}) b
    WHERE one.n > 1 OR one.tagged) w`;

/**
 * SQL: LEFT JOIN of `who.drivers`, the drivers of a trip `f` as JSON: one entry for each driver and source, in order of
 * time. Names are looked up one by one: with a join, the planner overestimates the rows and reads all drivers for each
 * trip.
 */
export const DRIVERS_OF_TRIP = `LEFT JOIN LATERAL (
    SELECT coalesce(json_agg(json_build_object('id', part.driver_id, 'name', (SELECT d.name FROM drivers d WHERE d.id = part.driver_id), 'source', part.source, 'share',
             least(1, part.seconds / greatest(0.001, extract(epoch FROM ${ENDED} - f.started_at)))::float8)
             ORDER BY part.since), '[]') AS drivers
      FROM (SELECT w.driver_id, w.source, min(w.from_time) AS since,
                   sum(extract(epoch FROM w.to_time - w.from_time)) AS seconds
              FROM (${driversBetween('f.started_at', ENDED, 'f.vehicle_id')}) w GROUP BY w.driver_id, w.source) part) who ON true`;

/** A row with DRIVERS_OF_TRIP. */
export interface WithDrivers {
  drivers: TripDriver[];
}

/** SQL: LEFT JOIN of `dr`, the driver of a vehicle at a given time: id, name and source. */
export const driverAt = (moment: string, vehicle = 'f.vehicle_id') => `LEFT JOIN LATERAL (
    SELECT d.id, d.name, w.source FROM drivers_between(${vehicle}, (${moment})::timestamptz, (${moment})::timestamptz + interval '1 millisecond') w
    JOIN drivers d ON d.id = w.driver_id LIMIT 1) dr ON true`;

/** SQL: true when the tag of the span `s` is still valid now. */
const HOLDS = `s.ended_at IS NULL AND s.started_at + make_interval(secs => s.duration_s + ${TAG_HOLD_S}) > now()`;

/**
 * SQL: LEFT JOIN of `dr`, the present driver of a vehicle `v`. Like `driverAt('now()')`, but fast for whole fleets:
 * uses three index lookups and computes no spans.
 */
export const DRIVER_NOW = `LEFT JOIN LATERAL (
    SELECT d.id, d.name, w.source FROM (
      SELECT 1 AS rank, 'tag' AS source, t.driver_id FROM (
          SELECT * FROM tag_spans l WHERE l.vehicle_id = v.id ORDER BY l.started_at DESC LIMIT 1) s
        JOIN driver_tags t ON t.organisation_id = v.organisation_id AND t.tag = s.tag
          AND t.from_time <= now() AND (t.to_time IS NULL OR t.to_time > now())
       WHERE ${HOLDS}
      UNION ALL
      SELECT CASE a.source WHEN 'assignment' THEN 2 ELSE 3 END, a.source, a.driver_id FROM driver_assignments a
       WHERE a.vehicle_id = v.id AND a.from_time <= now() AND (a.to_time IS NULL OR a.to_time > now())) w
    JOIN drivers d ON d.id = w.driver_id ORDER BY w.rank LIMIT 1) dr ON true`;

/** SQL: true when nobody in the organisation $n had the tag of the span `s` when it was last reported. */
export const nobodyHas = (organisation: string) => `NOT EXISTS (SELECT FROM driver_tags t
    WHERE t.organisation_id = ${organisation} AND t.tag = s.tag AND t.from_time <= s.last_at
      AND (t.to_time IS NULL OR t.to_time > s.last_at))`;

/** The present driver of a vehicle, and its present tag if that belongs to nobody. */
export async function readAtTheWheel(db: Queryable, vehicleId: number): Promise<AtTheWheel> {
  const { rows } = await db.query<{
    id: number | null;
    name: string;
    source: TripDriver['source'];
    tag: string | null;
    lastAt: Date;
  }>(
    `SELECT dr.id, dr.name, dr.source, told.tag, told.last_at AS "lastAt" FROM vehicles v ${DRIVER_NOW}
     LEFT JOIN LATERAL (SELECT s.* FROM (
         SELECT * FROM tag_spans l WHERE l.vehicle_id = v.id ORDER BY l.started_at DESC LIMIT 1) s
       WHERE ${HOLDS} AND ${nobodyHas('v.organisation_id')}) told ON true
     WHERE v.id = $1`,
    [vehicleId],
  );
  const [row] = rows;
  return {
    driver: row?.id == null ? null : { id: row.id, name: row.name, source: row.source },
    unknownTag: row?.tag == null ? null : { tag: row.tag, lastAt: row.lastAt.toISOString() },
  };
}
