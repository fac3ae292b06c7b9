import { dayRows } from '../store/timeline/day-rows.ts';
import type { ReportQuery } from './report-query.ts';

/**
 * Query for the days of the range by vehicle; the same as on the dashboard, the timeline and the page of a vehicle.
 */
export const daysSql = ({ subjectSql: vehicleFilter, firstDay, lastDay, zone }: ReportQuery): string =>
  dayRows({
    subjectSql: vehicleFilter('v'),
    within: (day) => `${day} BETWEEN ${firstDay} AND ${lastDay}`,
    days: `SELECT day::date FROM generate_series(${firstDay}, ${lastDay}, interval '1 day') day`,
    zone,
  });

/**
 * Sums of the days `d`, for queries that group them. On a day without an engine source, idling and engine hours are
 * unknown; a vehicle that did not report did not stand still either. `int`, because sums of larger types are of type
 * numeric, which is slow.
 */
export const DAY_SUMS = `
  CASE WHEN bool_or(d.heard) THEN sum(d.distance_m) END AS distance,
  CASE WHEN bool_or(d.heard) THEN sum(d.trip_s - d.trip_idle_s) END AS driving,
  CASE WHEN bool_or(d.heard) THEN sum(d.stop_s) END AS stopped,
  sum(d.idle_s) FILTER (WHERE d.engine_known_s > 0) AS idle,
  sum(d.engine_s) FILTER (WHERE d.engine_known_s > 0) AS engine,
  -- Its known part, in km/h times seconds of driving: the basis of the average, since unknown metres have no time.
  CASE WHEN sum(d.trip_s - d.trip_idle_s) > 0 THEN sum(d.distance_m - d.unseen_m) * 3.6 ELSE 0 END AS gone,
  sum(d.unseen_s) AS unseen, sum(d.trips::int) FILTER (WHERE d.heard) AS trips,
  sum(d.overspeeds::int) FILTER (WHERE d.heard) AS overspeeds,
  sum(d.alarms::int) AS alarms,
  max(d.max_kph) FILTER (WHERE d.heard) AS max`;
