import { MEASURE_KINDS, SIGNAL_KINDS } from '@milepost/contract/sensor-kinds';
import { beginsWithinSql, KNOWN_END } from '../store/facts/overlapping.ts';
import { LONGEST_PIECE, segmentsSql } from '../store/facts/sensor-segments.ts';
import type { OwnParameter } from './report.ts';
import type { ReportQuery } from './report-query.ts';

/** The allowed range: the normal range of each sensor, or the given one, as a whole or one side of it. */
export const LIMITS = ['normal', 'outside', 'above', 'below'] as const;

/**
 * The parameters of a report about measuring sensors. The limits also apply to sensors without a normal range; their
 * defaults suit a refrigerator.
 */
export const RANGE_PARAMETERS = [
  { key: 'only', kind: 'choice', value: 'temperature', choices: MEASURE_KINDS },
  { key: 'sensor', kind: 'text', value: '' },
  { key: 'limits', kind: 'choice', value: 'normal', choices: LIMITS },
  { key: 'lowest', kind: 'number', value: 2, negative: true },
  { key: 'highest', kind: 'number', value: 8, negative: true },
] as const satisfies readonly OwnParameter[];

export const STATE_PARAMETERS = [
  { key: 'only', kind: 'choice', value: 'all', choices: ['all', ...SIGNAL_KINDS] },
  { key: 'sensor', kind: 'text', value: '' },
] as const satisfies readonly OwnParameter[];

const midnights = ({ firstDay, lastDay, zone }: ReportQuery) =>
  `ARRAY(SELECT day_begins(d::date, ${zone}) FROM generate_series(${firstDay}, ${lastDay} + 1, interval '1 day') d ORDER BY d)`;

/** True when all vehicles of an organisation are included. */
const isWide = ({ chosen, scope }: ReportQuery): boolean => chosen('v') === '' && scope.limit === null;

/** SQL for sensors `s` whose name contains the search text. */
const nameMatches = ({ text }: ReportQuery): string => `position(lower(${text('sensor')}) IN lower(s.name)) > 0`;

/** SQL for the name of a sensor `s` with the unit of its values. */
export const SENSOR_NAME = `CASE WHEN s.unit = '' THEN s.name ELSE s.name || ' (' || s.unit || ')' END`;

/** SQL for the allowed range of a sensor `s`, both limits included; infinite where a side has none. */
export function limitsOf({ choice, number }: ReportQuery): { low: string; high: string } {
  const isOwn = `(${choice('limits')} = 'normal' AND (s.normal_min IS NOT NULL OR s.normal_max IS NOT NULL))`;
  return {
    low: `(CASE WHEN ${isOwn} THEN coalesce(s.normal_min, '-Infinity')
                WHEN ${choice('limits')} = 'above' THEN '-Infinity'::float8 ELSE ${number('lowest')} END)`,
    high: `(CASE WHEN ${isOwn} THEN coalesce(s.normal_max, 'Infinity')
                WHEN ${choice('limits')} = 'below' THEN 'Infinity'::float8 ELSE ${number('highest')} END)`,
  };
}

/** SQL for a limit as displayed: null when it is infinite. */
export const limitText = (limit: string): string => `nullif(nullif(${limit}, 'Infinity'), '-Infinity')`;

/** Parts of WITH: the readings of measuring sensors against the allowed range, cut at midnights. */
export function measuredSql(query: ReportQuery, { worst = false } = {}): string {
  const { from, to, subjectSql: vehicleFilter, choice } = query;
  return segmentsSql({
    from,
    to,
    sensors: `s.kind = ${choice('only')} AND ${nameMatches(query)}`,
    subjectSql: vehicleFilter('v'),
    isWide: isWide(query),
    ...limitsOf(query),
    worst,
    borders: midnights(query),
  });
}

/** Parts of WITH: the readings of on/off sensors; on is above the range. */
export function statesSql(query: ReportQuery): string {
  const { from, to, subjectSql: vehicleFilter, choice } = query;
  const kinds = SIGNAL_KINDS.map((kind) => `'${kind}'`).join(', ');
  return segmentsSql({
    from,
    to,
    sensors: `s.kind IN (${kinds}) AND ${choice('only')} IN ('all', s.kind) AND ${nameMatches(query)}`,
    subjectSql: vehicleFilter('v'),
    isWide: isWide(query),
    low: "'-Infinity'::float8",
    high: '0.5::float8',
    worst: false,
    borders: midnights(query),
  });
}

/** After this many days without a reading, a sensor is not listed any more. */
const LONGEST_UNKNOWN = 31;

/**
 * Parts of WITH: each sensor with each day up to now on which it had a reading, or had one within the month before, as
 * `days`; `asked` is the number of seconds in the range. Readings before or after the range do not affect which days
 * are listed, so that ranges add up.
 */
export const sensorDays = ({ from, to, now, firstDay, zone, subjectSql: vehicleFilter }: ReportQuery): string => `
  fitted AS (
    SELECT v.id AS vehicle_id, s.id AS sensor_id
    FROM vehicles v JOIN sensors s ON s.vehicle_id = v.id WHERE ${vehicleFilter('v')} AND s.id IN (SELECT id FROM ranges)
    UNION ALL
    SELECT v.id, s.id
    FROM vehicles v JOIN vehicle_sensor_profiles l ON l.vehicle_id = v.id JOIN sensors s ON s.profile_id = l.profile_id
    WHERE ${vehicleFilter('v')} AND s.id IN (SELECT id FROM ranges)),
  known AS (
    SELECT vehicle_id, sensor_id, slot FROM read
    UNION ALL
    SELECT k.vehicle_id, k.sensor_id, (earlier.at AT TIME ZONE ${zone})::date - ${firstDay} + 1
    FROM fitted k CROSS JOIN LATERAL (
      SELECT x.started_at AS at FROM sensor_readings x
      WHERE x.vehicle_id = k.vehicle_id AND x.sensor_id = k.sensor_id AND x.started_at < ${from}
        AND x.started_at >= ${from} - interval '${LONGEST_UNKNOWN + 1} days'
      ORDER BY x.started_at DESC LIMIT 1) earlier),
  days AS (
    SELECT k.vehicle_id, k.sensor_id, d.slot, ${firstDay} + d.slot - 1 AS day,
           extract(epoch FROM least(c.at[d.slot + 1], ${to}, ${now}) - greatest(c.at[d.slot], ${from}))::float8 AS asked
    FROM (SELECT *, lead(slot) OVER (PARTITION BY vehicle_id, sensor_id ORDER BY slot) AS next_slot FROM known) k
    JOIN sensors s ON s.id = k.sensor_id CROSS JOIN cuts c
    CROSS JOIN LATERAL generate_series(greatest(1, k.slot),
      least(k.slot + ${LONGEST_UNKNOWN}, k.next_slot - 1, array_length(c.at, 1) - 1)) d (slot)
    WHERE c.at[d.slot] < ${now} AND (d.slot = k.slot OR s.deleted_at IS NULL OR s.deleted_at > c.at[d.slot]))`;

/** SQL for the hour of a moment, counted from 1970. */
const hourOf = (moment: string) => `(date_part('epoch', ${moment})::bigint / 3600)`;

/**
 * Parts of WITH: the readings of measuring sensors on each trip that begins in the range, as `carried`: each trip with
 * each sensor of its vehicle that had a reading in the range, whether on this trip or not.
 */
export function tripReadingsSql(query: ReportQuery): string {
  const { from, subjectSql: vehicleFilter, choice } = query;
  const { low, high } = limitsOf(query);
  const end = 'x.started_at + make_interval(secs => x.duration_s)';
  return `
  ranges AS MATERIALIZED (
    SELECT s.id, ${low} AS least, ${high} AS most FROM sensors s WHERE s.kind = ${choice('only')} AND ${nameMatches(query)}),
  ways AS MATERIALIZED (
    SELECT f.id, f.vehicle_id, f.started_at AS a, f.ended_at, ${KNOWN_END} AS b, f.distance_m
    FROM trips f JOIN vehicles v ON v.id = f.vehicle_id WHERE ${vehicleFilter('v')} AND ${beginsWithinSql(query)}),
  -- The pieces of its vehicles in the range, and those into which its last trips extend.
  pieces AS MATERIALIZED (
    SELECT x.vehicle_id, x.sensor_id, x.started_at, ${end} AS ended, x.low, x.high, x.duration_s, x.value_s, x.offsets, x.readings, k.least, k.most
    FROM sensor_readings x JOIN ranges k ON k.id = x.sensor_id
    WHERE x.sensor_id IN (SELECT id FROM ranges) AND x.vehicle_id = ANY(ARRAY(SELECT DISTINCT vehicle_id FROM ways))
      AND x.started_at > ${from} - ${LONGEST_PIECE} AND x.started_at < (SELECT max(b) FROM ways)),
  -- Joined by the hour of their start (OFFSET 0: not only by vehicle), each with its values from the one that is valid at the
  -- start of the trip on.
  held AS (
    SELECT w.id, p.sensor_id, u.value, p.least, p.most,
           extract(epoch FROM least(w.b, p.ended, p.started_at + p.offsets[u.n + 1] * interval '1 ms')
                              - greatest(w.a, p.started_at + u.ms * interval '1 ms'))::float8 AS s
    FROM (SELECT w.*, hour FROM ways w CROSS JOIN LATERAL
            generate_series(${hourOf(`w.a - ${LONGEST_PIECE}`)}, ${hourOf('w.b')}) hour OFFSET 0) w
    JOIN (SELECT p.*, ${hourOf('p.started_at')} AS hour FROM pieces p OFFSET 0) p
      ON p.vehicle_id = w.vehicle_id AND p.hour = w.hour AND p.started_at < w.b AND p.ended > w.a
    CROSS JOIN LATERAL (
      SELECT greatest(1, width_bucket((date_part('epoch', w.a - p.started_at) * 1000)::int, p.offsets)) AS first,
             width_bucket((date_part('epoch', least(w.b, p.ended) - p.started_at) * 1000)::int, p.offsets) AS last) part
    CROSS JOIN LATERAL (
      SELECT o.ms, o.value, part.first + o.place::int - 1 AS n
      FROM unnest(p.offsets[part.first:part.last], p.readings[part.first:part.last]) WITH ORDINALITY AS o (ms, value, place)) u),
  carried_by AS (
    SELECT id, sensor_id, sum(s) AS s, min(value) AS low, max(value) AS high, sum(value * s) AS value_s,
           coalesce(sum(s) FILTER (WHERE value >= least AND value <= most), 0) AS within
    FROM held WHERE s > 0 GROUP BY 1, 2),
  carried AS (
    SELECT w.*, k.sensor_id, c.s, c.low, c.high, c.value_s, c.within
    FROM ways w JOIN (SELECT DISTINCT vehicle_id, sensor_id FROM pieces) k ON k.vehicle_id = w.vehicle_id
    LEFT JOIN carried_by c ON c.id = w.id AND c.sensor_id = k.sensor_id)`;
}
