import { excursionsSql } from '../../../store/facts/sensor-segments.ts';
import { KNOWN_END } from '../../../store/facts/overlapping.ts';
import { defineReport } from '../../report.ts';
import { SENSOR_NAME, sensorDays, STATE_PARAMETERS, statesSql } from '../../sensor-columns.ts';
import { withChoices } from '../../report-choices.ts';
import { SENSOR_KIND_WORDS } from '../../sensor-words.ts';
import texts from './texts.json' with { type: 'json' };

/** No trip or visit that goes on at a moment is looked for further back. */
const LOOK_BACK = "interval '31 days'";

/**
 * SQL: seconds of the segments `g` that were on in which the vehicle drove: on a trip, without its halts. Of pieces from
 * before halts were known it is the trip without idling.
 */
const DRIVING = `(
  SELECT coalesce(sum(extract(epoch FROM t.b - t.a) - coalesce((
           SELECT sum(extract(epoch FROM least(t.b, i.started_at + make_interval(secs => i.duration_s)) - greatest(t.a, i.started_at)))
           FROM idles i WHERE i.vehicle_id = g.vehicle_id AND i.started_at < t.b AND i.started_at > t.a - interval '1 day'
             AND i.started_at + make_interval(secs => i.duration_s) > t.a), 0)), 0)::float8
  FROM (SELECT greatest(g.a, f.started_at) AS a, least(g.b, ${KNOWN_END}) AS b FROM trips f
        WHERE f.vehicle_id = g.vehicle_id AND f.started_at < g.b AND f.started_at > g.a - interval '3 days'
          AND ${KNOWN_END} > g.a) t)`;

/** SQL: the same at the moment `e.a` at which an excursion `e` began. */
const WHILE_DRIVING = `(
  e.moving IS NOT FALSE AND EXISTS (SELECT FROM trips f WHERE f.vehicle_id = e.vehicle_id AND f.started_at <= e.a
            AND f.started_at > e.a - interval '3 days' AND ${KNOWN_END} > e.a)
  AND NOT EXISTS (SELECT FROM idles f WHERE f.vehicle_id = e.vehicle_id AND f.started_at <= e.a
            AND f.started_at > e.a - interval '1 day' AND ${KNOWN_END} > e.a))`;

/** How long doors were open and power take-offs ran on each day, how often they were opened or switched on, and where. */
export const sensorStatesReport = defineReport({
  purpose: 'devices',
  range: 'last-7',
  fences: true,
  columns: [
    { key: 'day', kind: 'day' },
    { key: 'vehicle', kind: 'vehicle' },
    { key: 'group', kind: 'group', optional: true },
    { key: 'sensor', kind: 'text' },
    { key: 'on', kind: 'duration', total: 'sum' },
    { key: 'onDriving', kind: 'duration', total: 'sum' },
    { key: 'onStanding', kind: 'duration', total: 'sum' },
    { key: 'off', kind: 'duration', total: 'sum' },
    { key: 'unknown', kind: 'duration', total: 'sum', known: true },
    { key: 'times', kind: 'count', total: 'sum' },
    { key: 'timesDriving', kind: 'count', total: 'sum' },
    { key: 'timesOutside', kind: 'count', total: 'sum' },
    { key: 'longest', kind: 'duration', total: 'max' },
  ],
  own: STATE_PARAMETERS,
  time: 'day',
  once: true,
  sort: 'day',
  direction: 'desc',
  source: (query) => `
    WITH ${statesSql(query)}, ${excursionsSql}, ${sensorDays(query)},
    drove AS (
      SELECT g.vehicle_id, g.sensor_id, g.slot, sum(${DRIVING}) AS driving
      FROM segments g WHERE g.slot > 0 AND g.side > 0 AND g.moving IS NOT FALSE GROUP BY 1, 2, 3),
    began AS (
      SELECT e.vehicle_id, e.sensor_id, e.slot, count(*) FILTER (WHERE e.began) AS times, max(e.s) AS longest,
             count(*) FILTER (WHERE e.began AND ${WHILE_DRIVING}) AS driving,
             count(*) FILTER (WHERE e.began AND NOT EXISTS (
               SELECT FROM visits f JOIN geofences z ON z.id = f.fence_id
               WHERE f.vehicle_id = e.vehicle_id AND f.started_at <= e.a AND f.started_at > e.a - ${LOOK_BACK}
                 AND (f.ended_at IS NULL OR f.ended_at > e.a) AND ${query.fences('z')})) AS outside
      FROM excursions e GROUP BY 1, 2, 3)
    SELECT d.vehicle_id || ' ' || d.sensor_id || ' ' || d.day AS row_id, d.day, v.id AS vehicle_id,
           v.registration AS vehicle, v.group_id, g.name AS "group", ${SENSOR_NAME} AS sensor,
           CASE WHEN r.s IS NOT NULL THEN r.above END AS "on",
           CASE WHEN r.s IS NOT NULL THEN least(coalesce(w.driving, 0), r.above) END AS "onDriving",
           CASE WHEN r.s IS NOT NULL THEN r.above - least(coalesce(w.driving, 0), r.above) END AS "onStanding",
           CASE WHEN r.s IS NOT NULL THEN r.within END AS off,
           greatest(0, d.asked - coalesce(r.s, 0)) AS unknown,
           CASE WHEN r.s IS NOT NULL THEN coalesce(b.times, 0) END AS times,
           CASE WHEN r.s IS NOT NULL THEN coalesce(b.driving, 0) END AS "timesDriving",
           CASE WHEN r.s IS NOT NULL THEN coalesce(b.outside, 0) END AS "timesOutside", b.longest
    FROM days d JOIN vehicles v ON v.id = d.vehicle_id JOIN sensors s ON s.id = d.sensor_id
    LEFT JOIN vehicle_groups g ON g.id = v.group_id
    LEFT JOIN read r ON (r.vehicle_id, r.sensor_id, r.slot) = (d.vehicle_id, d.sensor_id, d.slot)
    LEFT JOIN drove w ON (w.vehicle_id, w.sensor_id, w.slot) = (d.vehicle_id, d.sensor_id, d.slot)
    LEFT JOIN began b ON (b.vehicle_id, b.sensor_id, b.slot) = (d.vehicle_id, d.sensor_id, d.slot)`,
  chart: { by: 'vehicle', column: 'on' },
  opens: 'history',
  texts: withChoices(texts, { only: SENSOR_KIND_WORDS }),
});
