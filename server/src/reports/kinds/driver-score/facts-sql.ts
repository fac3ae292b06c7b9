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

/**
 * SQL of `nights`: when each night begins and ends, in turn, and how many seconds of night went before. So the nights of a
 * trip are found by two searches, without working out the local time of each trip.
 */
const nightsSql = ({ firstDay, lastDay, zone }: ReportQuery) => `
  SELECT array_agg(border.at ORDER BY border.at) AS at, array_agg(border.before ORDER BY border.at) AS before
  FROM (
    SELECT begins, ends, length, sum(length) OVER (ORDER BY begins) AS through
    FROM generate_series((${firstDay} - 2)::timestamp, (${lastDay} + 5)::timestamp, interval '1 day') day
    CROSS JOIN LATERAL (SELECT (day + interval '${NIGHT_BEGINS} hours') AT TIME ZONE ${zone} AS begins,
                               (day + interval '${NIGHT_ENDS} hours') AT TIME ZONE ${zone} AS ends) night
    CROSS JOIN LATERAL (SELECT extract(epoch FROM ends - begins)::float8 AS length) counted) night
  CROSS JOIN LATERAL (VALUES (begins, through - length), (ends, through)) border (at, before)`;

const BORDERS = '(SELECT n.at FROM nights n)';

/** Seconds of night before a moment: those of the nights that are over, and those of one that goes on. */
const nightBefore = (moment: string) => {
  const place = `width_bucket(${moment}, ${BORDERS})`;
  return `((SELECT n.before FROM nights n)[${place}] + CASE WHEN ${place} % 2 = 1
    THEN extract(epoch FROM ${moment} - ${BORDERS}[${place}])::float8 ELSE 0 END)`;
};

/** Seconds of the span `part.a` to `part.b` that lie in nights; most lie wholly in one, or in none. */
const NIGHT_SECONDS = `CASE WHEN width_bucket(part.a, ${BORDERS}) = width_bucket(part.b, ${BORDERS})
    THEN CASE WHEN width_bucket(part.a, ${BORDERS}) % 2 = 1 THEN extract(epoch FROM part.b - part.a)::float8 ELSE 0 END
    ELSE ${nightBefore('part.b')} - ${nightBefore('part.a')} END`;

/** Whether a rule watches a vehicle for a code now, or did: then nothing told is nothing done. */
const watches = (code: string, { from, to }: ReportQuery) => `(
  EXISTS (SELECT FROM alarm_rules r WHERE r.condition ->> 'kind' = 'device' AND r.condition -> 'codes' ? '${code}'
    AND r.enabled AND r.deleted_at IS NULL AND ${COVERS})
  OR EXISTS (SELECT FROM alarms a WHERE a.vehicle_id = v.id AND a.about = '${code}' AND a.started_at >= ${from}
    AND a.started_at < ${to}))`;

/** Movement alone does not tell whether the engine ran. */
const known = (value: string) => `CASE WHEN f.engine_source <> 'movement' THEN ${value} END`;

/** What is added up, in the order of the columns; metres that are watched for each code stand beside them. */
const SUMS = [
  'distance',
  ...HARSH_COLUMNS.map((column) => `watched_${column}` as const),
  'watched',
  'known',
  'driving',
  'engine',
  'night',
  'speeding',
  'idle',
  ...HARSH_COLUMNS,
] as const;

/** Each kind of fact is added up by itself: columns that it has not cost nothing. */
const added = (told: Partial<Record<(typeof SUMS)[number], string>>, facts: string) => `
  SELECT s.driver_id, ${SUMS.map((sum) => `${told[sum] === undefined ? '0' : `sum(${told[sum]})`} AS ${sum}`).join(', ')}
  FROM s ${facts} GROUP BY s.driver_id`;

/**
 * SQL of what was driven, and how, in rows with `driver_id`, to be added up: metres `distance` and those of them in
 * vehicles that are watched for each code or whose engine is known, seconds `driving`, `night`, `speeding`, `idle`,
 * and how often each code came. A fact that began in the range counts whole; a trip counts for each of its drivers by time.
 */
export function drivenSql(query: ReportQuery): string {
  const { from, to, whose } = query;
  const began = `f.started_at >= ${from} AND f.started_at < ${to}`;
  const atTheWheel = `f.vehicle_id = s.vehicle_id AND f.started_at >= s.from_time AND f.started_at < s.to_time`;
  const watched = HARSH_COLUMNS.map((column) => `${watches(HARSH[column], query)} AS watches_${column}`);
  const anyWatched = HARSH_COLUMNS.map((column) => `s.watches_${column}`).join(' OR ');
  return `
    WITH s AS MATERIALIZED (
      SELECT v.id AS vehicle_id, w.driver_id, w.from_time, w.to_time, ${watched.join(', ')}
      FROM vehicles v
      -- Longer than the range by more than a trip lasts: one that began in it ends after it.
      CROSS JOIN LATERAL drivers_between(v.id, ${from}, ${to} + interval '3 days') w WHERE ${whose('v')}),
    nights AS MATERIALIZED (${nightsSql(query)})
    ${added(
      {
        distance: 'f.distance_m * part.share',
        ...Object.fromEntries(
          HARSH_COLUMNS.map((column) => [
            `watched_${column}`,
            `CASE WHEN s.watches_${column} THEN f.distance_m * part.share END`,
          ]),
        ),
        watched: `CASE WHEN ${anyWatched} THEN f.distance_m * part.share END`,
        known: known('f.distance_m * part.share'),
        driving: 'moved.s * part.share',
        engine: known('moved.s * part.share'),
        night: `moved.s / f.duration_s * ${NIGHT_SECONDS}`,
      },
      `JOIN trips f ON f.vehicle_id = s.vehicle_id AND ${began} AND f.duration_s > 0
        AND f.started_at < s.to_time AND ${KNOWN_END} > s.from_time
      CROSS JOIN LATERAL (
        SELECT greatest(f.started_at, s.from_time) AS a, least(${KNOWN_END}, s.to_time) AS b,
               CASE WHEN f.started_at >= s.from_time AND f.ended_at <= s.to_time THEN 1
                 ELSE extract(epoch FROM least(${KNOWN_END}, s.to_time) - greatest(f.started_at, s.from_time))::float8
                   / extract(epoch FROM ${KNOWN_END} - f.started_at)::float8 END AS share) part
      CROSS JOIN LATERAL (SELECT greatest(0, f.duration_s - f.idle_s - f.unseen_s)::float8 AS s) moved`,
    )}
    UNION ALL ${added({ speeding: 'f.duration_s' }, `JOIN overspeeds f ON ${atTheWheel} AND ${began}`)}
    UNION ALL ${added({ idle: 'f.duration_s' }, `JOIN idles f ON ${atTheWheel} AND ${began}`)}
    UNION ALL ${added(
      Object.fromEntries(
        HARSH_COLUMNS.map((column) => [column, `CASE f.about WHEN '${HARSH[column]}' THEN f.count ELSE 0 END`]),
      ),
      `JOIN (
        -- Two rules that watch for the same make two alarms of one event.
        SELECT f.vehicle_id, f.started_at, f.about, max(f.count) AS count FROM alarms f
        WHERE ${began} AND f.about IN (${HARSH_COLUMNS.map((column) => `'${HARSH[column]}'`).join(', ')})
        GROUP BY f.vehicle_id, f.started_at, f.about) f ON ${atTheWheel}`,
    )}`;
}
