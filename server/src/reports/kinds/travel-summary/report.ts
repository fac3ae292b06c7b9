import { KNOWN_END, reachesOver } from '../../../store/facts/overlapping.ts';
import { registrationOf } from '../../../store/search/every-word.ts';
import { DAY_SUMS, daysSql } from '../../days-sql.ts';
import type { ReportQuery } from '../../report-query.ts';
import { defineReport } from '../../report.ts';
import { reportTexts } from '../../report-texts.ts';

/** SQL for a value of the first or last trip of `v` that began in the range. */
const trip = ({ from, to }: ReportQuery, value: string, direction: 'ASC' | 'DESC') => `
  SELECT ${value} FROM trips f WHERE f.vehicle_id = v.id AND f.started_at >= ${from} AND f.started_at < ${to}
  ORDER BY f.started_at ${direction} LIMIT 1`;

/** SQL for when `v` first and last moved in the range; trips across its ends are cut. */
const moved = (query: ReportQuery) => `
  SELECT CASE WHEN reached.ends IS NULL THEN began.first ELSE ${query.from} END AS first,
         CASE WHEN began.last > ${query.to} OR reached.ends > ${query.to} THEN ${query.to} ELSE coalesce(began.last, reached.ends) END AS last
  -- A vehicle has no concurrent trips: the last to begin is the last to end.
  FROM (SELECT (${trip(query, 'f.started_at', 'ASC')}) AS first, (${trip(query, KNOWN_END, 'DESC')}) AS last) began
  LEFT JOIN LATERAL (SELECT ${KNOWN_END} AS ends FROM ${reachesOver('trips', query.from)} f) reached ON true`;

/** The activity of each vehicle in the range, in one line. */
export const travelSummaryReport = defineReport({
  purpose: 'driving',
  lists: ['dashboard'],
  range: 'last-7',
  searched: true,
  columns: [
    { key: 'vehicle', kind: 'vehicle' },
    { key: 'group', kind: 'group' },
    { key: 'distance', kind: 'distance', total: 'sum' },
    { key: 'trips', kind: 'count', total: 'sum' },
    { key: 'driving', kind: 'duration', total: 'sum' },
    { key: 'idle', kind: 'duration', total: 'sum' },
    { key: 'stopped', kind: 'duration', total: 'sum' },
    { key: 'standing', kind: 'duration', total: 'sum', optional: true },
    { key: 'tows', kind: 'count', total: 'sum', optional: true },
    { key: 'unseen', kind: 'duration', total: 'sum', optional: true },
    { key: 'engine', kind: 'duration', total: 'sum', optional: true },
    { key: 'average', kind: 'speed', averageBy: 'driving', averageOf: 'gone' },
    { key: 'max', kind: 'speed', total: 'max' },
    { key: 'overspeeds', kind: 'count', total: 'sum' },
    { key: 'alarms', kind: 'count', total: 'sum', menu: 'alarms' },
    { key: 'days', kind: 'count', optional: true },
    { key: 'first', kind: 'moment', total: 'min' },
    { key: 'last', kind: 'moment', total: 'max' },
  ],
  // A summary of the past has the vehicles with data. The dashboard also lists the whole present fleet, including
  // vehicles without activity.
  own: [{ key: 'vehicles', kind: 'choice', value: 'told', choices: ['told', 'all'] }],
  once: true,
  sort: 'distance',
  direction: 'desc',
  source: (query) => `
    SELECT v.id AS row_id, v.id AS vehicle_id, v.registration AS vehicle, v.group_id, g.name AS "group", s.*,
           s.gone / nullif(s.driving, 0) AS average, moved.first, moved.last, '/vehicle-info/' || v.id AS path
    FROM vehicles v LEFT JOIN vehicle_groups g ON g.id = v.group_id
    LEFT JOIN (SELECT d.vehicle_id AS of, ${DAY_SUMS}, count(DISTINCT d.day) FILTER (WHERE d.distance_m > 0) AS days,
                 CASE WHEN bool_or(d.heard) THEN sum(coalesce(d.stop_s, 0) + coalesce(d.trip_idle_s, 0)) END AS standing,
                 sum(d.tows) FILTER (WHERE d.heard) AS tows
          FROM (${daysSql(query)}) d GROUP BY d.vehicle_id) s ON s.of = v.id
    LEFT JOIN LATERAL (${moved(query)}) moved ON true
    WHERE ${query.subjectSql('v')}${query.searched(registrationOf('v'), 'g.name')}
      AND (s.of IS NOT NULL OR (${query.choice('vehicles')} = 'all' AND v.deleted_at IS NULL AND v.status <> 'sold'))`,
  chart: { by: 'vehicle', column: 'distance' },
  opens: 'path',
  texts: reportTexts('travel-summary'),
});
