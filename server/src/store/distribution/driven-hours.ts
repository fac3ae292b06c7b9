import type { DrivenHour } from '../../distribution/driving-times.ts';
import type { Queryable } from '../database.ts';

const DAYS = 28;
const MAX_TRIPS = 20_000;
/** Trips that end near their start, or with long detours, are not representative for driving between places. */
const MIN_STRAIGHT_M = 500;
const MAX_FACTOR = 3;

const SIN = (from: string, to: string) => `sin(radians(t.${to} - t.${from}) / 2) ^ 2`;
const STRAIGHT = `2 * 6371008.8 * asin(least(1, sqrt(${SIN('start_lat', 'end_lat')}
  + cos(radians(t.start_lat)) * cos(radians(t.end_lat)) * ${SIN('start_lon', 'end_lon')})))`;

/**
 * The recent driving of an organisation's vehicles between places, by the local hour in which the trip began: the
 * newest finished trips of four weeks without data gaps.
 */
export async function readDrivenHours(db: Queryable, organisationId: number): Promise<DrivenHour[]> {
  const { rows } = await db.query<DrivenHour>(
    `WITH lately AS (
       SELECT t.started_at, t.distance_m AS driven, t.duration_s AS seconds, ${STRAIGHT} AS straight
       FROM trips t JOIN vehicles v ON v.id = t.vehicle_id
       WHERE v.organisation_id = $1 AND t.started_at > now() - make_interval(days => ${DAYS}) AND t.started_at < now()
         AND t.ended_at IS NOT NULL AND t.holes = 0 AND t.start_private IS NOT TRUE AND t.end_private IS NOT TRUE
       ORDER BY t.started_at DESC LIMIT ${MAX_TRIPS}
     )
     SELECT extract(hour FROM l.started_at AT TIME ZONE o.time_zone)::int AS hour, sum(l.driven)::float8 AS "drivenM",
       sum(l.straight)::float8 AS "straightM", sum(l.seconds)::float8 AS seconds
     FROM lately l JOIN organisations o ON o.id = $1
     WHERE l.straight >= ${MIN_STRAIGHT_M} AND l.driven BETWEEN l.straight AND l.straight * ${MAX_FACTOR}
     GROUP BY 1 ORDER BY 1`,
    [organisationId],
  );
  return rows;
}
