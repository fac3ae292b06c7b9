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

/** Seconds between two moments that lie in nights; most spans lie wholly in one, or in none. */
const nightSeconds = (
  a: string,
  b: string,
) => `CASE WHEN width_bucket(${a}, ${BORDERS}) = width_bucket(${b}, ${BORDERS})
    THEN CASE WHEN width_bucket(${a}, ${BORDERS}) % 2 = 1 THEN extract(epoch FROM ${b} - ${a})::float8 ELSE 0 END
    ELSE ${nightBefore(b)} - ${nightBefore(a)} END`;

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

type Told = Partial<Record<(typeof SUMS)[number], string>>;

/** Each kind of fact is added up by itself: columns that it has not cost nothing. */
const added = (told: Told, facts: string) => `
  SELECT s.driver_id, ${SUMS.map((sum) => `${told[sum] === undefined ? '0' : `sum(${told[sum]})`} AS ${sum}`).join(', ')}
  FROM s ${facts} GROUP BY s.driver_id`;

/** Of each code as `watched_` the metres of vehicles that are watched for it, and of any as `watched`. */
const watchedMetres = (metres: string): Told => ({
  ...Object.fromEntries(
    HARSH_COLUMNS.map((column) => [`watched_${column}`, `CASE WHEN s.watches_${column} THEN ${metres} END`]),
  ),
  watched: `CASE WHEN ${HARSH_COLUMNS.map((column) => `s.watches_${column}`).join(' OR ')} THEN ${metres} END`,
});

/** A fact ended before a moment, or the newest that it tells of. */
const lasted = (until: string) => `least(${KNOWN_END}, ${until})`;
const MOVED = `greatest(0, f.duration_s - f.idle_s - f.unseen_s)::float8`;

/**
 * Trips of vehicles that one driver had all the time, added up by vehicle before anything is known of the driver. `cut` names
 * the few that are not known to have ended by `until`, up to when the driver is known: of these, part is taken off again.
 */
const wholeTrips = (until: string, began: string, whose: string) => `
  SELECT f.vehicle_id, f.engine_source <> 'movement' AS known, sum(f.distance_m) AS distance, sum(${MOVED}) AS driving,
         sum(${MOVED} / f.duration_s * ${nightSeconds('f.started_at', 'f.ended_at')}) AS night,
         array_agg(f.id) FILTER (WHERE coalesce(f.ended_at, 'infinity') > ${until}) AS cut
  FROM trips f JOIN vehicles v ON v.id = f.vehicle_id
  WHERE ${began} AND f.duration_s > 0 AND ${whose} GROUP BY 1, 2`;

function tripsOfOne(until: string): string {
  const part = `(extract(epoch FROM ${lasted(until)} - f.started_at)::float8
    / extract(epoch FROM ${KNOWN_END} - f.started_at)::float8 - 1)`;
  const told: Told = {
    distance: 'f.distance',
    ...watchedMetres('f.distance'),
    known: 'CASE WHEN f.known THEN f.distance END',
    driving: 'f.driving',
    engine: 'CASE WHEN f.known THEN f.driving END',
    night: 'f.night',
  };
  return `${added(told, 'JOIN whole f ON f.vehicle_id = s.vehicle_id AND s.alone')}
    UNION ALL ${added(
      told,
      `JOIN (
        SELECT f.vehicle_id, f.engine_source <> 'movement' AS known, f.distance_m * ${part} AS distance,
               ${MOVED} * ${part} AS driving,
               ${MOVED} / f.duration_s * (${nightSeconds('f.started_at', lasted(until))}
                 - coalesce(${nightSeconds('f.started_at', 'f.ended_at')}, 0)) AS night
        FROM trips f WHERE f.id IN (SELECT unnest(whole.cut) FROM whole)) f ON f.vehicle_id = s.vehicle_id AND s.alone`,
    )}`;
}

/** Trips of vehicles with several drivers, for each by the time at the wheel. */
const tripsOfSeveral = (began: string) =>
  added(
    {
      distance: 'f.distance_m * part.share',
      ...watchedMetres('f.distance_m * part.share'),
      known: known('f.distance_m * part.share'),
      driving: 'moved.s * part.share',
      engine: known('moved.s * part.share'),
      night: `moved.s / f.duration_s * ${nightSeconds('part.a', 'part.b')}`,
    },
    `JOIN trips f ON NOT s.alone AND f.vehicle_id = s.vehicle_id AND ${began} AND f.duration_s > 0
      AND f.started_at < s.to_time AND ${KNOWN_END} > s.from_time
    CROSS JOIN LATERAL (
      SELECT greatest(f.started_at, s.from_time) AS a, ${lasted('s.to_time')} AS b,
             CASE WHEN f.started_at >= s.from_time AND f.ended_at <= s.to_time THEN 1
               ELSE extract(epoch FROM ${lasted('s.to_time')} - greatest(f.started_at, s.from_time))::float8
                 / extract(epoch FROM ${KNOWN_END} - f.started_at)::float8 END AS share) part
    CROSS JOIN LATERAL (SELECT ${MOVED} AS s) moved`,
  );

/** Seconds of facts of a table, added up in the same two ways. */
const seconds = (sum: 'speeding' | 'idle', table: string, { began, whose }: { began: string; whose: string }) => `
  ${added(
    { [sum]: 'f.seconds' },
    `JOIN (SELECT f.vehicle_id, sum(f.duration_s) AS seconds FROM ${table} f JOIN vehicles v ON v.id = f.vehicle_id
      WHERE ${began} AND ${whose} GROUP BY f.vehicle_id) f ON f.vehicle_id = s.vehicle_id AND s.alone`,
  )}
  UNION ALL ${added({ [sum]: 'f.duration_s' }, `JOIN ${table} f ON NOT s.alone AND ${AT_THE_WHEEL} AND ${began}`)}`;

const AT_THE_WHEEL = `f.vehicle_id = s.vehicle_id AND f.started_at >= s.from_time AND f.started_at < s.to_time`;

/**
 * SQL of what was driven, and how, in rows with `driver_id`, to be added up: metres `distance` and those of them in
 * vehicles that are watched for each code or whose engine is known, seconds `driving`, `night`, `speeding`, `idle`,
 * and how often each code came. A fact that began in the range counts whole; a trip counts for each of its drivers by time.
 */
export function drivenSql(query: ReportQuery): string {
  const { from, to } = query;
  const began = `f.started_at >= ${from} AND f.started_at < ${to}`;
  const whose = query.whose('v');
  // Longer than the range by more than a trip lasts: one that began in it ends after it.
  // SELECT: worked out once, since days are added by the calendar.
  const until = `(SELECT ${to} + interval '3 days')`;
  const watched = HARSH_COLUMNS.map((column) => `${watches(HARSH[column], query)} AS watches_${column}`);
  return `
    WITH s AS MATERIALIZED (
      SELECT v.id AS vehicle_id, w.driver_id, w.from_time, w.to_time, ${watched.join(', ')},
             w.from_time <= ${from} AND w.to_time >= ${until} AS alone
      FROM vehicles v CROSS JOIN LATERAL drivers_between(v.id, ${from}, ${until}) w WHERE ${whose}),
    nights AS MATERIALIZED (${nightsSql(query)}),
    whole AS MATERIALIZED (${wholeTrips(until, began, whose)})
    ${tripsOfOne(until)}
    UNION ALL ${tripsOfSeveral(began)}
    UNION ALL ${seconds('speeding', 'overspeeds', { began, whose })}
    UNION ALL ${seconds('idle', 'idles', { began, whose })}
    UNION ALL ${added(
      Object.fromEntries(
        HARSH_COLUMNS.map((column) => [column, `CASE f.about WHEN '${HARSH[column]}' THEN f.count ELSE 0 END`]),
      ),
      `JOIN (
        -- Two rules that watch for the same make two alarms of one event.
        SELECT f.vehicle_id, f.started_at, f.about, max(f.count) AS count FROM alarms f
        WHERE ${began} AND f.about IN (${HARSH_COLUMNS.map((column) => `'${HARSH[column]}'`).join(', ')})
        GROUP BY f.vehicle_id, f.started_at, f.about) f ON ${AT_THE_WHEEL}`,
    )}`;
}
