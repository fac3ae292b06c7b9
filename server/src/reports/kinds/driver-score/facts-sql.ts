import { KNOWN_END } from '../../../store/facts/overlapping.ts';
import { COVERS } from '../../../store/alarm-rules/rule-rows.ts';
import type { ReportQuery } from '../../report-query.ts';

/** Codes of harsh driving that count, by the column of how often. */
export const HARSH = {
  accelerations: 'hardAcceleration',
  brakings: 'hardBraking',
  cornerings: 'hardCornering',
} as const;
export const HARSH_COLUMNS = ['accelerations', 'brakings', 'cornerings'] as const;

/** Local hours at which the night begins, and at which it ends, counted from the midnight before it begins. */
const NIGHT_BEGINS = 22;
const NIGHT_ENDS = 29;

/** Seconds of the span `part.a` to `part.b` that lie in nights; most trips are told by their clock alone. */
const nightSeconds = (zone: string) => {
  const local = (moment: string) => `(${moment} AT TIME ZONE ${zone})`;
  const hour = (of: number) => `(day + interval '${of} hours') AT TIME ZONE ${zone}`;
  return `CASE WHEN ${local('part.a')}::date = ${local('part.b')}::date AND extract(hour FROM ${local('part.a')}) >= ${NIGHT_ENDS - 24}
      AND extract(hour FROM ${local('part.b')}) < ${NIGHT_BEGINS} THEN 0
    ELSE (SELECT sum(greatest(0, extract(epoch FROM least(part.b, ${hour(NIGHT_ENDS)}) - greatest(part.a, ${hour(NIGHT_BEGINS)}))))
          FROM generate_series(${local('part.a')}::date - 1, ${local('part.b')}::date::timestamp, interval '1 day') day) END`;
};

/** So many columns of what the other facts tell. */
const zeros = (count: number) => Array.from({ length: count }, () => '0').join(', ');

/** Whether a rule watches a vehicle for a code now, or did: then nothing told is nothing done. */
const watches = (code: string, { from, to }: ReportQuery) => `(
  EXISTS (SELECT FROM alarm_rules r WHERE r.condition ->> 'kind' = 'device' AND r.condition -> 'codes' ? '${code}'
    AND r.enabled AND r.deleted_at IS NULL AND ${COVERS})
  OR EXISTS (SELECT FROM alarms a WHERE a.vehicle_id = v.id AND a.about = '${code}' AND a.started_at >= ${from}
    AND a.started_at < ${to}))`;

/**
 * SQL of what was driven, and how, in rows with `driver_id`, to be added up: metres `distance` and those of them in
 * vehicles that are watched for each code or whose engine is known, seconds `driving`, `night`, `speeding`, `idle`,
 * and how often each code came. A fact that began in the range counts whole; a trip counts for each of its drivers by time.
 */
export function drivenSql(query: ReportQuery): string {
  const { from, to, zone, whose } = query;
  const began = `f.started_at >= ${from} AND f.started_at < ${to}`;
  const atTheWheel = `f.vehicle_id = s.vehicle_id AND f.started_at >= s.from_time AND f.started_at < s.to_time`;
  const watched = HARSH_COLUMNS.map((column) => `${watches(HARSH[column], query)} AS watches_${column}`);
  return `
    WITH s AS MATERIALIZED (
      SELECT v.id AS vehicle_id, w.driver_id, w.from_time, w.to_time, ${watched.join(', ')}
      FROM vehicles v
      -- Longer than the range by more than a trip lasts: one that began in it ends after it.
      CROSS JOIN LATERAL drivers_between(v.id, ${from}, ${to} + interval '3 days') w WHERE ${whose('v')})
    SELECT s.driver_id, f.distance_m * part.share AS distance,
           ${HARSH_COLUMNS.map((column) => `CASE WHEN s.watches_${column} THEN f.distance_m * part.share END AS watched_${column}`).join(', ')},
           CASE WHEN ${HARSH_COLUMNS.map((column) => `s.watches_${column}`).join(' OR ')} THEN f.distance_m * part.share END AS watched,
           CASE WHEN f.engine_source <> 'movement' THEN f.distance_m * part.share END AS known,
           moved.s * part.share AS driving, CASE WHEN f.engine_source <> 'movement' THEN moved.s * part.share END AS engine,
           moved.s / f.duration_s * ${nightSeconds(zone)} AS night, ${['speeding', 'idle', ...HARSH_COLUMNS].map((column) => `0::float8 AS ${column}`).join(', ')}
    FROM s JOIN trips f ON f.vehicle_id = s.vehicle_id AND ${began} AND f.duration_s > 0
      AND f.started_at < s.to_time AND ${KNOWN_END} > s.from_time
    CROSS JOIN LATERAL (
      SELECT greatest(f.started_at, s.from_time) AS a, least(${KNOWN_END}, s.to_time) AS b,
             extract(epoch FROM least(${KNOWN_END}, s.to_time) - greatest(f.started_at, s.from_time))::float8
               / extract(epoch FROM ${KNOWN_END} - f.started_at)::float8 AS share) part
    CROSS JOIN LATERAL (SELECT greatest(0, f.duration_s - f.idle_s - f.unseen_s)::float8 AS s) moved
    UNION ALL
    SELECT s.driver_id, ${zeros(9)}, f.duration_s, ${zeros(4)}
    FROM s JOIN overspeeds f ON ${atTheWheel} AND ${began}
    UNION ALL
    SELECT s.driver_id, ${zeros(10)}, f.duration_s, ${zeros(3)}
    FROM s JOIN idles f ON ${atTheWheel} AND ${began}
    UNION ALL
    SELECT s.driver_id, ${zeros(11)},
           ${HARSH_COLUMNS.map((column) => `CASE f.about WHEN '${HARSH[column]}' THEN f.count ELSE 0 END`).join(', ')}
    FROM s JOIN (
      -- Two rules that watch for the same make two alarms of one event.
      SELECT f.vehicle_id, f.started_at, f.about, max(f.count) AS count FROM alarms f
      WHERE ${began} AND f.about IN (${HARSH_COLUMNS.map((column) => `'${HARSH[column]}'`).join(', ')})
      GROUP BY f.vehicle_id, f.started_at, f.about) f ON ${atTheWheel}`;
}
