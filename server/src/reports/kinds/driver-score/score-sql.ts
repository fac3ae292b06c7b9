import type { ReportQuery } from '../../report-query.ts';
import { drivenSql, HARSH_COLUMNS, SUMS } from './facts-sql.ts';

/** The values that lose the whole weight: events of one kind per 100 km, and shares of the time. */
const WORST = { harsh: 10, speeding: 0.1, idling: 0.4, night: 0.5 };
/** The quantile of the normal distribution above which 5% lie. */
const Z_95 = 1.645;

const ownHarsh = (column: string) => `x.told_${column} / nullif(x.watched_${column}, 0) * 100000`;

/**
 * The parts of the score, each with the parameter of its weight, and the SQL in `x` for its value with and without the
 * prior.
 */
const PARTS = [
  {
    lost: 'lostAccelerating',
    weight: 'accelerating',
    value: 'x.accelerations',
    own: ownHarsh('accelerations'),
    worst: WORST.harsh,
  },
  { lost: 'lostBraking', weight: 'braking', value: 'x.brakings', own: ownHarsh('brakings'), worst: WORST.harsh },
  {
    lost: 'lostCornering',
    weight: 'cornering',
    value: 'x.cornerings',
    own: ownHarsh('cornerings'),
    worst: WORST.harsh,
  },
  {
    lost: 'lostSpeeding',
    weight: 'speeding',
    value: 'x.speeding',
    own: 'x.told_speeding / nullif(x.driving, 0)',
    worst: WORST.speeding,
  },
  {
    lost: 'lostIdling',
    weight: 'idling',
    value: 'x.idling',
    own: 'x.told_idle / nullif(x.engine, 0)',
    worst: WORST.idling,
  },
  {
    lost: 'lostNight',
    weight: 'night',
    value: 'x.night',
    own: 'x.told_night / nullif(x.driving, 0)',
    worst: WORST.night,
  },
] as const;

/** SQL for the sums of all columns. */
const sums = (rows: string) =>
  SUMS.map((column) => `coalesce(sum(${rows}.${column}), 0)::float8 AS ${column}`).join(', ');

/** SQL for whether any harsh driving is watched; otherwise the interval of the score would have no width. */
const isHarshKnown = `z.score IS NOT NULL AND coalesce(${PARTS.slice(0, HARSH_COLUMNS.length)
  .map((one) => `z."${one.lost}"`)
  .join(', ')}) IS NOT NULL`;

/** SQL for the points lost to harsh driving at 5% or 95% of the gamma distribution of `z`. */
const quantile = (sign: '+' | '-') =>
  `z.lost * greatest(0, 1 - 1 / (9 * z.shape) ${sign} ${Z_95} / (3 * sqrt(z.shape))) ^ 3`;

/** SQL for the lowest and the highest score. */
const LOW = `greatest(0, z.score + z.lost - least(${quantile('+')}, z.most))`;
const HIGH = `least(100, z.score + z.lost - ${quantile('-')})`;

/**
 * Rows of drivers. The score uses a driver's kilometres plus `prior` metres driven as all drivers together do: few
 * kilometres of one's own change it little, many a lot, and an unknown value becomes the mean. A value that is unknown
 * for everybody is omitted together with its weight. OFFSET 0, so that each step is evaluated once, not wherever the
 * next one refers to it.
 */
export function scoreSql(query: ReportQuery): string {
  const prior = query.number('prior');
  /** The driver's sum plus that of the prior kilometres, for which all drivers have `metres`. */
  const withPrior = (column: string, metres: string) =>
    `(d.${column} + ${prior} * fleet.${column} / nullif(fleet.${metres}, 0))`;
  const share = (part: string, of: string, metres: string) =>
    `${withPrior(part, metres)} / nullif(${withPrior(of, metres)}, 0)`;
  const weight = (one: (typeof PARTS)[number]) => query.number(one.weight);
  const weights = `nullif(${PARTS.map((one) => `CASE WHEN ${one.value} IS NULL THEN 0 ELSE ${weight(one)} END`).join(' + ')}, 0)`;
  // least() ignores nulls: without CASE an unknown value would cost the whole weight.
  const lost = PARTS.map(
    (one) =>
      `CASE WHEN ${one.value} IS NOT NULL THEN 100 * ${weight(one)} / x.weights * least(1, ${one.value} / ${one.worst}) END AS "${one.lost}"`,
  );
  // Points lost because the driver has few kilometres: beyond what these alone would cost.
  const average = PARTS.map(
    (one) =>
      `CASE WHEN ${one.value} IS NULL THEN 0 ELSE 100 * ${weight(one)} / x.weights
         * greatest(0, least(1, ${one.value} / ${one.worst}) - least(1, coalesce(${one.own}, 0) / ${one.worst})) END`,
  ).join(' + ');
  const harsh = HARSH_COLUMNS.map((column, index) => ({ column, lost: `y."${PARTS[index]?.lost ?? ''}"` }));
  return `
    WITH driven AS (${drivenSql(query)}),
    by_driver AS (SELECT driver_id, ${sums('driven')} FROM driven GROUP BY driver_id),
    fleet AS (SELECT ${sums('by_driver')} FROM by_driver)
    SELECT z.driver_id AS row_id, z.driver_id, dr.name AS driver, z.distance, z.driving, z.watched, z.engine,
           ${HARSH_COLUMNS.map((column) => `CASE WHEN z.watches_${column} THEN z.told_${column} END AS ${column}`).join(', ')},
           (z.told_accelerations + z.told_brakings + z.told_cornerings) / nullif(z.watched, 0) * 100000 AS harsh,
           z.told_speeding / nullif(z.driving, 0) AS speeding, z.told_idle / nullif(z.engine, 0) AS idling,
           z.told_night / nullif(z.driving, 0) AS night, ${PARTS.map((one) => `CASE WHEN z.enough THEN z."${one.lost}" END AS "${one.lost}"`).join(', ')},
           CASE WHEN z.enough THEN z."lostAverage" END AS "lostAverage",
           CASE WHEN z.enough THEN 'scored' ELSE 'tooFewKm' END AS state,
           CASE WHEN z.enough THEN z.score END AS score,
           CASE WHEN z.enough AND ${isHarshKnown} THEN ${LOW} END AS low,
           CASE WHEN z.enough AND ${isHarshKnown} THEN ${HIGH} END AS high,
           CASE WHEN z.enough AND ${isHarshKnown} THEN round(${LOW}) || '–' || round(${HIGH}) END AS interval,
           '/driver-info/' || z.driver_id || '?tab=score&from=' || ${query.firstDay} || '&to=' || ${query.lastDay} AS path
    FROM (
      SELECT y.*, 100 - (${PARTS.map((one) => `coalesce(y."${one.lost}", 0)`).join(' + ')}) + 0 * y.weights AS score,
             harsh.lost, harsh.lost ^ 2 / nullif(harsh.variance, 0) AS shape,
             100 * (${query.number('accelerating')} + ${query.number('braking')} + ${query.number('cornering')}) / y.weights AS most
      FROM (
        SELECT x.*, ${lost.join(', ')}, ${average} AS "lostAverage"
        FROM (SELECT x.*, ${weights} AS weights FROM (
          SELECT d.driver_id, d.distance, d.driving, d.watched, d.engine + d.idle AS engine, d.speeding AS told_speeding,
                 d.idle AS told_idle, d.night AS told_night, d.distance >= ${query.number('leastDistance')} AS enough,
                 ${HARSH_COLUMNS.map(
                   (
                     column,
                   ) => `d.${column} AS told_${column}, d.watched_${column}, d.watched_${column} > 0 AS watches_${column},
                 ${withPrior(column, `watched_${column}`)} AS n_${column},
                 ${withPrior(column, `watched_${column}`)} / nullif(d.watched_${column} + ${prior}, 0) * 100000 AS ${column}`,
                 ).join(', ')},
                 ${share('speeding', 'driving', 'distance')} AS speeding, ${share('night', 'driving', 'distance')} AS night,
                 (d.idle + ${prior} * fleet.idle / nullif(fleet.known, 0)) / nullif(d.engine + d.idle
                   + ${prior} * (fleet.engine + fleet.idle) / nullif(fleet.known, 0), 0) AS idling
          FROM by_driver d CROSS JOIN fleet OFFSET 0) x OFFSET 0) x OFFSET 0) y
      CROSS JOIN LATERAL (
        SELECT ${harsh.map((one) => `coalesce(${one.lost}, 0)`).join(' + ')} AS lost,
               ${harsh.map((one) => `coalesce(${one.lost} ^ 2 / nullif(y.n_${one.column}, 0), 0)`).join(' + ')} AS variance) harsh OFFSET 0) z
    JOIN drivers dr ON dr.id = z.driver_id`;
}
