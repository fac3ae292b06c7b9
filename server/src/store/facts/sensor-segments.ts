/**
 * No piece of `sensor_readings` is longer than an hour plus the quarter of an hour for which its last value is valid
 * (`MAX_READINGS_MS`, `READING_HOLD_MS` of tracking).
 */
export const LONGEST_PIECE = "interval '75 minutes 1 second'";
/** Durations are stored in single precision: the gap or overlap between consecutive pieces is smaller than this. */
const SLACK = "interval '10 ms'";
/** Segments before and after a longer silence are separate excursions. */
const FORGOTTEN = "interval '1 day'";

/** The extra time read before the range, so that an excursion across its start does not appear to begin there. */
const BEFORE = FORGOTTEN;

/** The parameters as SQL expressions. */
export interface SegmentParams {
  from: string;
  to: string;
  /** The condition for the sensors, `s`. */
  sensors: string;
  /** The condition for the vehicles, `v`. */
  subjectSql: string;
  /** Whether these are most of the vehicles: pieces are then found by time, otherwise by vehicle. */
  isWide: boolean;
  /** The normal range of a sensor `s`, both ends inclusive: values outside are below or above. */
  low: string;
  high: string;
  /** Whether to determine the minimum and maximum of each segment, which doubles the cost. */
  worst: boolean;
  /** Additional times at which segments are cut: midnights. */
  borders: string;
}

const end = (of: string) => `${of}.started_at + make_interval(secs => ${of}.duration_s)`;
const seconds = (from: string, to: string) => `date_part('epoch', ${to} - ${from})`;
/** The side of a value of a piece `p`: below, within or above the range. */
const sideOf = (value: string) => `CASE WHEN ${value} < p.least THEN -1 WHEN ${value} > p.most THEN 1 ELSE 0 END`;
/** True when two consecutive values of a piece `p` belong to different segments. */
const differ = (one: string, other: string) =>
  `(${sideOf(`p.readings[${one}]`)} <> ${sideOf(`p.readings[${other}]`)} OR p.moving[${one}] IS DISTINCT FROM p.moving[${other}])`;

/**
 * SQL of sensor readings in relation to a range, as parts of WITH. `segments` are times outside the range, each of one
 * or more consecutive values between two `borders`, numbered by `slot` from 1; slot 0 is the day before the range.
 * `side` is -1 below the range, 1 above it. `read` contains the sums of each sensor by slot; time in no sum is unknown.
 * Most pieces lie on one side completely and are summed by their aggregate columns, so that few values have to be read;
 * those of a piece by a single aggregate, since a window function for each piece costs five times as much.
 */
export const segmentsSql = (params: SegmentParams): string => {
  const { from: begin, to, sensors, subjectSql: vehicleFilter, isWide, low, high, worst, borders } = params;
  const from = `(${begin} - ${BEFORE})`;
  const at = `(SELECT at FROM cuts)`;
  // The ids of sensors and vehicles are selected once and then looked up: with joins, the planner chooses a wrong
  // order, since it cannot estimate the number of pieces.
  const among = (id: string, ids: string) => (isWide ? `(${id} IN (${ids})) IS TRUE` : `${id} = ANY(ARRAY(${ids}))`);
  /** The minimum and maximum of a piece `p` between two of its values. */
  const extremes = (first: string, last: string) =>
    worst
      ? `CROSS JOIN LATERAL (SELECT min(v) AS low, max(v) AS high FROM unnest(p.readings[${first}:${last}]) v) x`
      : 'CROSS JOIN (VALUES (NULL::float8, NULL::float8)) x (low, high)';
  return `
  cuts AS MATERIALIZED (SELECT ${borders} AS at),
  ranges AS MATERIALIZED (SELECT s.id, ${low} AS least, ${high} AS most FROM sensors s WHERE ${sensors}),
  -- All pieces by their aggregate columns; their values are read for few.
  placed AS MATERIALIZED (
    SELECT e.*,
           CASE WHEN e.a < ${from} OR e.b > ${to} OR e.b - interval '1 ms' >= (${at})[e.slot + 1] THEN 9
             WHEN e.low >= e.least AND e.high <= e.most THEN 0 WHEN e.high < e.least THEN -1
             WHEN e.low > e.most AND NOT e.drove THEN 1 ELSE 8 END AS side
    FROM (
      SELECT f.id, f.vehicle_id, f.sensor_id, f.started_at AS a, ${end('f')} AS b, f.duration_s::float8 AS s, f.low, f.high,
             f.value_s, f.ended_at IS NULL AS open, coalesce(true = ANY(f.moving), false) AS drove, k.least, k.most,
             width_bucket(f.started_at, ${at}) AS slot
      FROM sensor_readings f JOIN ranges k ON k.id = f.sensor_id
      WHERE f.started_at > ${from} - ${LONGEST_PIECE} AND f.started_at < ${to}
        AND ${among('f.vehicle_id', `SELECT v.id FROM vehicles v WHERE ${vehicleFilter}`)}
        AND ${among('f.sensor_id', 'SELECT id FROM ranges')}
      -- OFFSET 0: the end is computed once.
      OFFSET 0) e),
  -- For a piece on several sides: the time on each, and its segments outside, as parallel arrays.
  stepped AS MATERIALIZED (
    SELECT p.*, run.*
    FROM (SELECT p.*, f.offsets, f.readings, f.lats, f.lons, f.moving FROM placed p JOIN sensor_readings f ON f.id = p.id
          WHERE p.side = 8 OFFSET 0) p
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(t.till - t.ms) FILTER (WHERE t.lies = 0), 0) / 1000 AS within,
             coalesce(sum(t.till - t.ms) FILTER (WHERE t.lies < 0), 0) / 1000 AS below,
             coalesce(sum(t.till - t.ms) FILTER (WHERE t.lies > 0), 0) / 1000 AS above,
             array_agg(t.ms) FILTER (WHERE t.begins) AS starts, array_agg(t.n) FILTER (WHERE t.begins) AS firsts,
             array_agg(t.lies) FILTER (WHERE t.begins) AS sides,
             array_agg(t.till) FILTER (WHERE t.ends) AS ends, array_agg(t.n) FILTER (WHERE t.ends) AS lasts
      FROM (
        SELECT t.*, t.lies <> 0 AND t.is_first AND t.till > t.ms AS begins,
               t.lies <> 0 AND t.is_last AND NOT (t.is_first AND t.till <= t.ms) AS ends
        FROM (
          SELECT u.n, u.ms, coalesce(p.offsets[u.n + 1]::float8, p.s * 1000) AS till, ${sideOf('u.value')} AS lies,
                 u.n = 1 OR ${differ('u.n - 1', 'u.n')} AS is_first,
                 u.n = cardinality(p.readings) OR ${differ('u.n + 1', 'u.n')} AS is_last
          FROM (SELECT o.ms, o.value, o.place::int AS n FROM unnest(p.offsets, p.readings) WITH ORDINALITY AS o (ms, value, place)) u
          -- OFFSET 0: each comparison is computed once.
          OFFSET 0) t OFFSET 0) t) run),
  cut AS MATERIALIZED (
    SELECT p.vehicle_id, p.sensor_id, parts.slot, parts.a, parts.b, ${seconds('parts.a', 'parts.b')} AS s, step.side, step.value,
           f.lats[step.n] AS lat, f.lons[step.n] AS lon, p.open AND parts.b = p.b AS open, p.a AS piece, step.moving
    FROM placed p JOIN sensor_readings f ON f.id = p.id
    CROSS JOIN LATERAL (
      SELECT u.n, u.value, f.moving[u.n] AS moving, ${sideOf('u.value')} AS side, p.a + u.ms * interval '1 ms' AS a,
             least(p.a + f.offsets[u.n + 1] * interval '1 ms', p.b) AS b
      FROM unnest(f.offsets, f.readings) WITH ORDINALITY AS u (ms, value, n)) step
    CROSS JOIN LATERAL (
      SELECT slot::int, greatest(${from}, step.a, (${at})[slot]) AS a, least(${to}, step.b, (${at})[slot + 1]) AS b
      FROM generate_series(width_bucket(step.a, ${at}), width_bucket(step.b - interval '1 ms', ${at})) slot) parts
    WHERE p.side = 9 AND parts.b > parts.a),
  segments AS MATERIALIZED (
    SELECT p.vehicle_id, p.sensor_id, p.slot, p.a, p.b, p.s, p.side, p.low, p.high, f.lats[1] AS lat, f.lons[1] AS lon, p.open,
           p.a AS piece, f.moving[1] AS moving
    FROM placed p JOIN sensor_readings f ON f.id = p.id WHERE p.side IN (-1, 1)
    UNION ALL
    SELECT p.vehicle_id, p.sensor_id, p.slot, p.a + r.start * interval '1 ms',
           CASE WHEN r.last = cardinality(p.readings) THEN p.b ELSE p.a + r.till * interval '1 ms' END, (r.till - r.start) / 1000, r.side,
           x.low, x.high, p.lats[r.first], p.lons[r.first], p.open AND r.last = cardinality(p.readings), p.a, p.moving[r.first]
    FROM stepped p
    CROSS JOIN LATERAL unnest(p.starts, p.ends, p.sides, p.firsts, p.lasts) AS r (start, till, side, first, last)
    ${extremes('r.first', 'r.last')}
    UNION ALL
    SELECT c.vehicle_id, c.sensor_id, c.slot, c.a, c.b, c.s, c.side, c.value, c.value, c.lat, c.lon, c.open, c.piece, c.moving
    FROM cut c WHERE c.side <> 0),
  read AS MATERIALIZED (
    SELECT vehicle_id, sensor_id, slot, sum(s) AS s, sum(within) AS within, sum(below) AS below, sum(above) AS above,
           sum(value_s) AS value_s, min(low) AS low, max(high) AS high
    FROM (
      SELECT vehicle_id, sensor_id, slot, sum(s) AS s, coalesce(sum(s) FILTER (WHERE side = 0), 0) AS within,
             coalesce(sum(s) FILTER (WHERE side < 0), 0) AS below, coalesce(sum(s) FILTER (WHERE side = 1), 0) AS above,
             sum(value_s) AS value_s, min(low) AS low, max(high) AS high
      FROM placed WHERE side IN (-1, 0, 1) AND slot > 0 GROUP BY 1, 2, 3
      UNION ALL
      SELECT vehicle_id, sensor_id, slot, sum(s), sum(within), sum(below), sum(above), sum(value_s), min(low), max(high)
      FROM stepped WHERE slot > 0 GROUP BY 1, 2, 3
      UNION ALL
      SELECT vehicle_id, sensor_id, slot, sum(s), coalesce(sum(s) FILTER (WHERE side = 0), 0),
             coalesce(sum(s) FILTER (WHERE side < 0), 0), coalesce(sum(s) FILTER (WHERE side > 0), 0), sum(value * s), min(value), max(value)
      FROM cut WHERE slot > 0 GROUP BY 1, 2, 3) each
    GROUP BY 1, 2, 3)`;
};

/**
 * SQL of the excursions of these segments, as further parts of WITH: each from the first value outside to the next one
 * within, including unknown time in between; cut at the ends of the range. `s` is the known duration outside, `worst`
 * (if requested) the value farthest from the range, `slot` the slot of its start, and `began` whether it began in the
 * range; `b` is null while it lasts.
 */
export const excursionsSql = `
  marked AS (
    SELECT o.*, o.before IS NULL OR o.a - o.before > ${FORGOTTEN} OR (o.a - o.before > ${SLACK} AND (o.piece = o.same OR o.a - o.piece > ${SLACK} OR EXISTS (
             SELECT FROM sensor_readings x
             WHERE x.vehicle_id = o.vehicle_id AND x.sensor_id = o.sensor_id AND x.started_at < o.a - ${SLACK}
               AND x.started_at > o.before - ${LONGEST_PIECE} AND ${end('x')} > o.before + ${SLACK}))) AS begins
    FROM (SELECT g.*, lag(g.b) OVER earlier AS before, lag(g.piece) OVER earlier AS same
          FROM segments g WHERE g.side <> 0
          WINDOW earlier AS (PARTITION BY g.vehicle_id, g.sensor_id, g.side ORDER BY g.a)) o),
  numbered AS (
    SELECT m.*, count(*) FILTER (WHERE begins) OVER (PARTITION BY vehicle_id, sensor_id, side ORDER BY a) AS n
    FROM marked m),
  excursions AS MATERIALIZED (
    SELECT vehicle_id, sensor_id, side, min(a) FILTER (WHERE slot > 0) AS a, CASE WHEN NOT bool_or(open) THEN max(b) END AS b,
           max(b) AS known, sum(s) FILTER (WHERE slot > 0) AS s,
           CASE WHEN side > 0 THEN max(high) FILTER (WHERE slot > 0) ELSE min(low) FILTER (WHERE slot > 0) END AS worst,
           min(slot) FILTER (WHERE slot > 0) AS slot, min(slot) > 0 AS began,
           (array_agg(lat ORDER BY a) FILTER (WHERE slot > 0))[1] / 1e6 AS lat,
           (array_agg(lon ORDER BY a) FILTER (WHERE slot > 0))[1] / 1e6 AS lon,
           (array_agg(moving ORDER BY a) FILTER (WHERE slot > 0))[1] AS moving
    FROM numbered GROUP BY vehicle_id, sensor_id, side, n HAVING max(slot) > 0)`;
