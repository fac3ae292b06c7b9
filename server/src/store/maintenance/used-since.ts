/** A forecast uses the average of this many days. */
const USE_DAYS = 30;

/**
 * SQL (`LATERAL …`) of the use of a vehicle since a service: tracked distance and engine hours of the days after it, as
 * `used_m` and `used_engine_s`. The day of the service does not count, since facts are only known by whole days.
 */
export const usedSince = (vehicle: string, day: string, today: string): string => `LATERAL (
  SELECT coalesce(sum(t.distance_m), 0)::float8 AS used_m, coalesce(sum(t.engine_s), 0)::float8 AS used_engine_s
  FROM day_totals t WHERE t.vehicle_id = ${vehicle} AND t.day > ${day} AND t.day <= ${today})`;

/** SQL (`LATERAL …`) of the average daily use over the last whole days, as `per_day_m` and `per_day_engine_s`. */
export const usedPerDay = (vehicle: string, today: string): string => `LATERAL (
  SELECT coalesce(sum(t.distance_m) / n.days, 0)::float8 AS per_day_m,
         coalesce(sum(t.engine_s) / n.days, 0)::float8 AS per_day_engine_s
  FROM (SELECT greatest(1, least(${USE_DAYS}, ${today} - (SELECT min(f.day) FROM day_totals f
          WHERE f.vehicle_id = ${vehicle}))) AS days) n
  LEFT JOIN day_totals t ON t.vehicle_id = ${vehicle} AND t.day >= ${today} - n.days AND t.day < ${today}
  GROUP BY n.days)`;

/** SQL of the day on which the use since another day reached a limit; null if it has not. */
export const reachedOn = (vehicle: string, day: string, column: 'distance_m' | 'engine_s', limit: string): string =>
  `(SELECT min(day) FROM (SELECT t.day, sum(sum(t.${column})) OVER (ORDER BY t.day) AS used FROM day_totals t
      WHERE t.vehicle_id = ${vehicle} AND t.day > ${day} GROUP BY t.day) run WHERE used >= ${limit})`;
