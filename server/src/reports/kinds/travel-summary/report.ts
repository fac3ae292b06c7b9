import { dayRows } from '../../../store/timeline/day-rows.ts';
import { defineReport } from '../../report.ts';
import type { ReportQuery } from '../../report-query.ts';
import texts from './texts.json' with { type: 'json' };

/** The same days as the dashboard, the timeline and the page of a vehicle have. */
const days = ({ whose, firstDay, lastDay, zone }: ReportQuery) =>
  dayRows({
    whose: whose('v'),
    within: (day) => `${day} BETWEEN ${firstDay} AND ${lastDay}`,
    days: `SELECT day::date FROM generate_series(${firstDay}, ${lastDay}, interval '1 day') day`,
    zone,
  });

/** What each vehicle did in the range, in one line. */
export const travelSummaryReport = defineReport({
  purpose: 'driving',
  range: 'last-7',
  columns: [
    { key: 'vehicle', kind: 'vehicle' },
    { key: 'group', kind: 'group' },
    { key: 'distance', kind: 'distance', total: 'sum' },
    { key: 'trips', kind: 'count', total: 'sum' },
    { key: 'driving', kind: 'duration', total: 'sum' },
    { key: 'idle', kind: 'duration', total: 'sum' },
    { key: 'stopped', kind: 'duration', total: 'sum' },
    { key: 'unseen', kind: 'duration', total: 'sum', optional: true },
    { key: 'engine', kind: 'duration', total: 'sum', optional: true },
    { key: 'average', kind: 'speed', averageBy: 'driving' },
    { key: 'max', kind: 'speed', total: 'max' },
    { key: 'overspeeds', kind: 'count', total: 'sum' },
    { key: 'alarms', kind: 'count', total: 'sum' },
    { key: 'days', kind: 'count', optional: true },
    { key: 'first', kind: 'moment', total: 'min' },
    { key: 'last', kind: 'moment', total: 'max' },
  ],
  sort: 'distance',
  direction: 'desc',
  // Idling cannot be told where nothing says whether the engine ran; a vehicle that was not heard did not stand at 0 km.
  source: (query) => `
    SELECT v.id AS row_id, v.id AS vehicle_id, v.registration AS vehicle, v.group_id, g.name AS "group", s.*,
           s.distance / nullif(s.driving, 0) * 3.6 AS average, moved.first, moved.last, '/vehicle-info/' || v.id AS path
    FROM vehicles v LEFT JOIN vehicle_groups g ON g.id = v.group_id
    JOIN (SELECT d.vehicle_id AS of, CASE WHEN bool_or(d.heard) THEN sum(d.distance_m) END AS distance,
                 CASE WHEN bool_or(d.heard) THEN sum(d.trip_s - d.trip_idle_s) END AS driving,
                 CASE WHEN bool_or(d.heard) THEN sum(d.stop_s) END AS stopped,
                 CASE WHEN sum(d.engine_known_s) > 0 THEN sum(d.idle_s) END AS idle,
                 CASE WHEN sum(d.engine_known_s) > 0 THEN sum(d.engine_s) END AS engine,
                 sum(d.unseen_s) AS unseen, sum(d.trips) AS trips, sum(d.overspeeds) AS overspeeds,
                 sum(d.alarms) AS alarms, max(d.max_kph) FILTER (WHERE d.heard) AS max,
                 count(DISTINCT d.day) FILTER (WHERE d.distance_m > 0) AS days
          FROM (${days(query)}) d GROUP BY d.vehicle_id) s ON s.of = v.id
    LEFT JOIN LATERAL (
      SELECT min(f.started_at) AS first, max(f.started_at + make_interval(secs => f.duration_s)) AS last FROM trips f
      WHERE f.vehicle_id = v.id AND f.started_at >= ${query.from} AND f.started_at < ${query.to}) moved ON true`,
  chart: { by: 'vehicle', column: 'distance' },
  opens: 'path',
  texts,
});
