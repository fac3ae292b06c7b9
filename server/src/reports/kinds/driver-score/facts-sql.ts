import { driversBetween } from '../../../store/drivers/who-drove.ts';
import { MOVED, nightSeconds, nightsSql, COMPLETE_TRIP_WITHIN } from '../../../store/driven/driven-sql.ts';
import { KNOWN_END } from '../../../store/facts/overlapping.ts';
import { RULE_COVERS_VEHICLE_SQL } from '../../../store/alarm-rules/rule-rows.ts';
import type { ReportQuery } from '../../report-query.ts';

/** The codes of harsh driving that count, by the column of their number. */
export const HARSH = {
  accelerations: 'hardAcceleration',
  brakings: 'hardBraking',
  cornerings: 'hardCornering',
} as const;
export const HARSH_COLUMNS = ['accelerations', 'brakings', 'cornerings'] as const;

/**
 * SQL for whether a rule watches or watched a vehicle for a code; only then does no event mean that nothing happened.
 */
const watches = (code: string, { from, to }: ReportQuery) => `(
  EXISTS (SELECT FROM alarm_rules r WHERE r.condition ->> 'kind' = 'device' AND r.condition -> 'codes' ? '${code}'
    AND r.enabled AND r.deleted_at IS NULL AND ${RULE_COVERS_VEHICLE_SQL})
  OR EXISTS (SELECT FROM alarms a WHERE a.vehicle_id = v.id AND a.about = '${code}' AND a.started_at >= ${from}
    AND a.started_at < ${to}))`;

/** Movement alone does not show whether the engine ran. */
const known = (value: string) => `CASE WHEN f.engine_source <> 'movement' THEN ${value} END`;

/** The summed columns in their order; the watched metres of each code are additional columns. */
export const SUMS = [
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

type SumColumns = Partial<Record<(typeof SUMS)[number], string>>;

/** Each kind of fact is summed separately, so columns that it lacks cost nothing. */
const added = (columns: SumColumns, facts: string) => `
  SELECT s.driver_id, ${SUMS.map((sum) => `${columns[sum] === undefined ? '0' : `sum(${columns[sum]})`} AS ${sum}`).join(', ')}
  FROM s ${facts} GROUP BY s.driver_id`;

/** The metres of vehicles watched for each code as `watched_…`, and for any code as `watched`. */
const watchedMetres = (metres: string): SumColumns => ({
  ...Object.fromEntries(
    HARSH_COLUMNS.map((column) => [`watched_${column}`, `CASE WHEN s.watches_${column} THEN ${metres} END`]),
  ),
  watched: `CASE WHEN ${HARSH_COLUMNS.map((column) => `s.watches_${column}`).join(' OR ')} THEN ${metres} END`,
});

/** The end of a fact, capped at a moment; an open fact ends at its newest known moment. */
const lasted = (until: string) => `least(${KNOWN_END}, ${until})`;

/**
 * For vehicles with a single driver all the time: the days that are summed already (`kept`), and those that are not, or
 * whose facts changed since (`open`), as spans from `a` to `b`. When the hour at midnight occurs twice, both belong to
 * the later day.
 */
const daysOfOne = ({ firstDay, lastDay, zone }: ReportQuery) => `
  late AS MATERIALIZED (
    SELECT DISTINCT l.vehicle_id, day::date AS day FROM driven_late l
    CROSS JOIN LATERAL generate_series(greatest((l.earliest AT TIME ZONE ${zone})::date, ${firstDay})::timestamp,
      least((l.latest AT TIME ZONE ${zone})::date + 1, ${lastDay})::timestamp, interval '1 day') day),
  kept AS MATERIALIZED (
    SELECT k.* FROM driven_days k JOIN s ON s.vehicle_id = k.vehicle_id AND s.alone
    WHERE k.day BETWEEN ${firstDay} AND ${lastDay} AND k.zone = ${zone}
      AND NOT EXISTS (SELECT FROM late WHERE late.vehicle_id = k.vehicle_id AND late.day = k.day)),
  open AS MATERIALIZED (
    SELECT vehicle_id, day_begins(min(day), ${zone}) AS a, day_begins(max(day) + 1, ${zone}) AS b
    FROM (SELECT s.vehicle_id, d.day::date, d.day::date - row_number() OVER (PARTITION BY s.vehicle_id ORDER BY d.day)::int AS first
          FROM s CROSS JOIN generate_series(${firstDay}::timestamp, ${lastDay}::timestamp, interval '1 day') d (day)
          WHERE s.alone AND NOT EXISTS (SELECT FROM kept k WHERE k.vehicle_id = s.vehicle_id AND k.day = d.day::date)) missing
    GROUP BY vehicle_id, first)`;

/** Facts of the open days, through the index of each vehicle, never by a scan of the whole table. */
const ofOpenDays = (table: string) => `open o CROSS JOIN LATERAL (SELECT * FROM ${table} f
  WHERE f.vehicle_id = o.vehicle_id AND f.started_at >= o.a AND f.started_at < o.b OFFSET 0) f`;

/**
 * Trips of the open days, summed by vehicle before the driver is considered. `cut` contains the few that are not known
 * to have ended by `until`, the moment up to which the driver is known; part of these is subtracted again.
 */
const openTrips = (until: string) => `
  SELECT f.vehicle_id, sum(f.distance_m) AS distance_m, sum(${known('f.distance_m')}) AS known_m, sum(${MOVED}) AS moved_s,
         sum(${known(MOVED)}) AS engine_s,
         sum(${MOVED} / f.duration_s * ${nightSeconds('f.started_at', 'f.ended_at')}) AS night_s,
         array_agg(f.id) FILTER (WHERE coalesce(f.ended_at, 'infinity') > ${until}) AS cut
  FROM ${ofOpenDays('trips')} WHERE f.duration_s > 0 GROUP BY f.vehicle_id`;

function drivenByOne(until: string): string {
  const part = `(extract(epoch FROM ${lasted(until)} - f.started_at)::float8
    / extract(epoch FROM ${KNOWN_END} - f.started_at)::float8 - 1)`;
  const trips: SumColumns = {
    distance: 'f.distance_m',
    ...watchedMetres('f.distance_m'),
    known: 'f.known_m',
    driving: 'f.moved_s',
    engine: 'f.engine_s',
    night: 'f.night_s',
  };
  const ofOne = 'ON f.vehicle_id = s.vehicle_id AND s.alone';
  const seconds = (table: string) => `JOIN (SELECT f.vehicle_id, sum(f.duration_s::float8) AS seconds
    FROM ${ofOpenDays(table)} GROUP BY f.vehicle_id) f ${ofOne}`;
  return [
    added(
      { ...trips, speeding: 'f.speeding_s', idle: 'f.idle_s' },
      `JOIN (SELECT k.vehicle_id, ${['distance_m', 'known_m', 'moved_s', 'engine_s', 'night_s', 'speeding_s', 'idle_s']
        .map((sum) => `sum(k.${sum}) AS ${sum}`)
        .join(', ')} FROM kept k GROUP BY k.vehicle_id) f ${ofOne}`,
    ),
    added(trips, `JOIN trips_open f ${ofOne}`),
    added(
      trips,
      `JOIN (
        SELECT f.vehicle_id, f.distance_m * ${part} AS distance_m, ${known(`f.distance_m * ${part}`)} AS known_m,
               ${MOVED} * ${part} AS moved_s, ${known(`${MOVED} * ${part}`)} AS engine_s,
               ${MOVED} / f.duration_s * (${nightSeconds('f.started_at', lasted(until))}
                 - coalesce(${nightSeconds('f.started_at', 'f.ended_at')}, 0)) AS night_s
        FROM trips f WHERE f.id IN (SELECT unnest(trips_open.cut) FROM trips_open)) f ${ofOne}`,
    ),
    added({ speeding: 'f.seconds' }, seconds('overspeeds')),
    added({ idle: 'f.seconds' }, seconds('idles')),
  ].join(' UNION ALL ');
}

/** Trips of vehicles with several drivers, shared by the time at the wheel. */
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

/** Seconds of the facts of a table, for vehicles with several drivers. */
const secondsOfSeveral = (sum: 'speeding' | 'idle', table: string, began: string) =>
  added({ [sum]: 'f.duration_s::float8' }, `JOIN ${table} f ON NOT s.alone AND ${AT_THE_WHEEL} AND ${began}`);

const AT_THE_WHEEL = `f.vehicle_id = s.vehicle_id AND f.started_at >= s.from_time AND f.started_at < s.to_time`;

/**
 * SQL for what was driven, and how, in rows with `driver_id` that are to be summed: metres `distance`, and those in
 * vehicles that are watched for each code or whose engine is known; seconds `driving`, `night`, `speeding` and `idle`;
 * and the number of events of each code. A fact that began in the range counts whole; a trip is shared among its
 * drivers by time.
 */
export function drivenSql(query: ReportQuery): string {
  const { from, to } = query;
  const began = `f.started_at >= ${from} AND f.started_at < ${to}`;
  const vehicleFilter = query.subjectSql('v');
  // After the range by more than the longest trip, so every trip that began in it has ended. A SELECT, so that it is
  // evaluated once: adding days uses the calendar.
  const until = `(SELECT ${to} + ${COMPLETE_TRIP_WITHIN})`;
  const watched = HARSH_COLUMNS.map((column) => `${watches(HARSH[column], query)} AS watches_${column}`);
  return `
    WITH s AS MATERIALIZED (
      SELECT v.id AS vehicle_id, w.driver_id, w.from_time, w.to_time, ${watched.join(', ')},
             w.from_time <= ${from} AND w.to_time >= ${until} AS alone
      FROM vehicles v CROSS JOIN LATERAL (${driversBetween(from, until)}) w WHERE ${vehicleFilter}),
    nights AS MATERIALIZED (${nightsSql(query)}),
    ${daysOfOne(query)},
    trips_open AS MATERIALIZED (${openTrips(until)})
    ${drivenByOne(until)}
    UNION ALL ${tripsOfSeveral(began)}
    UNION ALL ${secondsOfSeveral('speeding', 'overspeeds', began)}
    UNION ALL ${secondsOfSeveral('idle', 'idles', began)}
    UNION ALL ${added(
      Object.fromEntries(
        HARSH_COLUMNS.map((column) => [column, `CASE f.about WHEN '${HARSH[column]}' THEN f.count ELSE 0 END`]),
      ),
      `JOIN (
        -- Two rules with the same condition raise two alarms for one event.
        SELECT f.vehicle_id, f.started_at, f.about, max(f.count) AS count FROM alarms f
        WHERE ${began} AND f.about IN (${HARSH_COLUMNS.map((column) => `'${HARSH[column]}'`).join(', ')})
        GROUP BY f.vehicle_id, f.started_at, f.about) f ON ${AT_THE_WHEEL}`,
    )}`;
}
