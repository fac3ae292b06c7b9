/**
 * No piece of `sensor_readings` is longer than an hour and the quarter of an hour for which its last value holds
 * (`MOST_READINGS_MS`, `READING_HOLD_MS` of tracking).
 */
export const LONGEST_PIECE = "interval '75 minutes 1 second'";
/** Durations are kept in single precision: pieces that follow each other are apart, or overlap, by less. */
const SLACK = "interval '10 ms'";
/** What was outside before and after a longer silence is not one excursion, as nothing is known to be on for longer. */
const FORGOTTEN = "interval '1 day'";

/** Read before the range, so that what goes on over its beginning is not taken for a beginning. */
const BEFORE = FORGOTTEN;

/** SQL expressions of what is asked. */
export interface SegmentParams {
  from: string;
  to: string;
  /** Condition on the sensors, `s`. */
  sensors: string;
  /** Condition on the vehicles, `v`. */
  whose: string;
  /** Whether these are most of the vehicles: then pieces are found by their time, else by their vehicles. */
  isWide: boolean;
  /** The range that is well for a sensor `s`, both included: values outside are below or above. */
  low: string;
  high: string;
  /** Moments at which segments are cut besides: midnights. */
  borders: string;
}

const end = (of: string) => `${of}.started_at + make_interval(secs => ${of}.duration_s)`;
/** Pieces as they are stored, of those that `placed` has. */
const pieces = (where: string) =>
  `(SELECT f.*, p.slot, p.b, p.least, p.most FROM placed p JOIN sensor_readings f ON f.id = p.id WHERE ${where})`;
const seconds = (from: string, to: string) => `extract(epoch FROM ${to} - ${from})::float8`;

/**
 * SQL of what sensors read, as parts of WITH. `segments` are times in which a value held or, of whole pieces outside of the
 * range, several values; each lies between two `borders`, which `slot` counts from 1. `side` is -1 below the range, 1 above
 * it. Those of the day before the range have slot 0. Pieces that lie within the range as a whole are only in `read`, the
 * sums of each sensor by slot: adding them up where they lie costs a tenth. Whatever is in no sum is unknown.
 */
export const segmentsSql = ({ from: begin, to, sensors, whose, isWide, low, high, borders }: SegmentParams): string => {
  const from = `(${begin} - ${BEFORE})`;
  const at = `(SELECT at FROM cuts)`;
  // Sensors and vehicles are found once and looked up; as joins they are joined the wrong way round, since nobody knows how
  // many pieces there are.
  const among = (id: string, ids: string) => (isWide ? `(${id} IN (${ids})) IS TRUE` : `${id} = ANY(ARRAY(${ids}))`);
  // The values of a piece `p`, each until the next one begins.
  const steps = `
      SELECT u.n, u.value, p.moving[u.n] AS moving, CASE WHEN u.value < p.least THEN -1 WHEN u.value > p.most THEN 1 ELSE 0 END AS side,
             p.started_at + u.ms * interval '1 ms' AS a,
             least(p.started_at + p.offsets[u.n + 1] * interval '1 ms', p.b) AS b
      FROM unnest(p.offsets, p.readings) WITH ORDINALITY AS u (ms, value, n)`;
  return `
  cuts AS MATERIALIZED (SELECT ${borders} AS at),
  ranges AS MATERIALIZED (SELECT s.id, ${low} AS least, ${high} AS most FROM sensors s WHERE ${sensors}),
  -- All pieces by what stands beside their values; these are read of a few alone.
  placed AS MATERIALIZED (
    SELECT f.id, f.vehicle_id, f.sensor_id, f.started_at AS a, ${end('f')} AS b, f.duration_s::float8 AS s, f.low, f.high, f.value_s,
           f.ended_at IS NULL AS open, width_bucket(f.started_at, ${at}) AS slot, k.least, k.most,
           CASE WHEN f.started_at < ${from} OR ${end('f')} > ${to}
                  OR width_bucket(f.started_at, ${at}) <> width_bucket(${end('f')} - interval '1 ms', ${at}) THEN 9
             WHEN f.low >= k.least AND f.high <= k.most THEN 0 WHEN f.high < k.least THEN -1 WHEN f.low > k.most AND NOT coalesce(true = ANY(f.moving), false) THEN 1 ELSE 8 END AS side
    FROM sensor_readings f JOIN ranges k ON k.id = f.sensor_id
    WHERE f.started_at > ${from} - ${LONGEST_PIECE} AND f.started_at < ${to}
      AND ${among('f.vehicle_id', `SELECT v.id FROM vehicles v WHERE ${whose}`)}
      AND ${among('f.sensor_id', 'SELECT id FROM ranges')}),
  segments AS MATERIALIZED (
    SELECT p.vehicle_id, p.sensor_id, p.slot, p.a, p.b, p.s, p.side, p.low, p.high, p.value_s, f.lats[1] AS lat,
           f.lons[1] AS lon, p.open, p.a AS piece, f.moving[1] AS moving
    FROM placed p JOIN sensor_readings f ON f.id = p.id WHERE p.side IN (-1, 1)
    UNION ALL
    -- Values one after the other on one side are one; of yes and no, those in which it drove apart from others.
    SELECT p.vehicle_id, p.sensor_id, p.slot, run.a, run.b, run.s, run.side, run.low, run.high, run.value_s, p.lats[run.n],
           p.lons[run.n], p.ended_at IS NULL AND run.b = p.b, p.started_at, run.moving
    FROM ${pieces('p.side = 8')} p
    CROSS JOIN LATERAL (
      SELECT min(n) AS n, side, moving, min(a) AS a, max(b) AS b, sum(s) AS s, min(value) AS low, max(value) AS high,
             sum(value * s) AS value_s
      FROM (SELECT t.*, ${seconds('t.a', 't.b')} AS s, n - row_number() OVER (PARTITION BY side, moving ORDER BY n) AS island
            FROM (${steps}) t WHERE t.b > t.a) t
      GROUP BY side, moving, island) run
    UNION ALL
    SELECT p.vehicle_id, p.sensor_id, cut.slot, cut.a, cut.b, ${seconds('cut.a', 'cut.b')}, step.side, step.value, step.value,
           step.value * ${seconds('cut.a', 'cut.b')}, p.lats[step.n], p.lons[step.n], p.ended_at IS NULL AND cut.b = p.b,
           p.started_at, step.moving
    FROM ${pieces('p.side = 9')} p
    CROSS JOIN LATERAL (${steps}) step
    CROSS JOIN LATERAL (
      SELECT slot::int, greatest(${from}, step.a, (${at})[slot]) AS a, least(${to}, step.b, (${at})[slot + 1]) AS b
      FROM generate_series(width_bucket(step.a, ${at}), width_bucket(step.b - interval '1 ms', ${at})) slot) cut
    WHERE cut.b > cut.a),
  read AS MATERIALIZED (
    SELECT vehicle_id, sensor_id, slot, sum(s) AS s, sum(within) AS within, sum(below) AS below, sum(above) AS above,
           sum(value_s) AS value_s, min(low) AS low, max(high) AS high
    FROM (
      SELECT vehicle_id, sensor_id, slot, sum(s) AS s, sum(s) AS within, 0 AS below, 0 AS above, sum(value_s) AS value_s,
             min(low) AS low, max(high) AS high
      FROM placed WHERE side = 0 AND slot > 0 GROUP BY 1, 2, 3
      UNION ALL
      SELECT vehicle_id, sensor_id, slot, sum(s), coalesce(sum(s) FILTER (WHERE side = 0), 0),
             coalesce(sum(s) FILTER (WHERE side < 0), 0), coalesce(sum(s) FILTER (WHERE side > 0), 0), sum(value_s), min(low), max(high)
      FROM segments WHERE slot > 0 GROUP BY 1, 2, 3) each
    GROUP BY 1, 2, 3)`;
};

/**
 * SQL of the excursions of these segments, as parts of WITH behind them: each from the first value outside to the next
 * within, over times of which nothing is known, too; cut at the ends of the range. `s` is for how long it is known to have
 * been outside, `worst` the value farthest from the range, `slot` that in which it begins, and `began` whether it began in
 * the range; `b` is null where it goes on.
 */
export const excursionsSql = `
  marked AS (
    SELECT o.*, o.before IS NULL OR o.a - o.before > ${FORGOTTEN} OR (o.a - o.before > ${SLACK} AND (o.piece = o.same OR EXISTS (
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
