import { excursionsSql } from '../../../store/facts/sensor-segments.ts';
import { KNOWN_END } from '../../../store/facts/overlapping.ts';
import { defineReport } from '../../report.ts';
import { reportTexts } from '../../report-texts.ts';
import type { ReportQuery } from '../../report-query.ts';
import { SENSOR_NAME, sensorDays, STATE_PARAMETERS, statesSql } from '../../sensor-columns.ts';
import { withChoices } from '../../report-choices.ts';
import { SENSOR_KIND_WORDS } from '../../../texts/names.ts';

/** Visits, trips and idling that are open at a moment are searched no further back. */
const LOOK_BACK = "interval '31 days'";
const LONGEST_TRIP = "interval '3 days'";

/**
 * Parts of WITH: when each vehicle was on a trip and when in a geofence, as one value in which a moment is found by
 * binary search. Querying the facts for each opening would cost as much as all the rest.
 */
const aboutSql = ({ from, to, fences }: ReportQuery) => `
  driven AS MATERIALIZED (
    SELECT f.vehicle_id, range_agg(tstzrange(f.started_at, ${KNOWN_END})) AS during
    FROM trips f WHERE f.vehicle_id IN (SELECT vehicle_id FROM segments) AND f.duration_s > 0
      AND f.started_at > ${from} - ${LONGEST_TRIP} AND f.started_at < ${to} GROUP BY 1),
  fenced AS MATERIALIZED (
    SELECT f.vehicle_id, range_agg(tstzrange(f.started_at, greatest(f.started_at, coalesce(f.ended_at, 'infinity')))) AS during
    FROM visits f JOIN geofences z ON z.id = f.fence_id
    WHERE f.vehicle_id IN (SELECT vehicle_id FROM segments) AND f.started_at > ${from} - ${LOOK_BACK} AND f.started_at < ${to}
      AND ${fences('z')} GROUP BY 1)`;

/**
 * SQL for the idling of the vehicle of `x` between `x.a` and `x.b`, needed only for segments recorded before halts
 * were.
 */
const IDLE = `
  FROM idles i WHERE i.vehicle_id = x.vehicle_id AND i.started_at < x.b AND i.started_at > x.a - interval '1 day'
    AND i.started_at + make_interval(secs => i.duration_s) > x.a`;

/**
 * SQL for the seconds of the "on" segments `g` in which the vehicle drove: on a trip, `w`, without its halts. For
 * segments recorded before halts were, the trip without idling.
 */
const DRIVING = `(
  SELECT sum(date_part('epoch', x.b - x.a) - CASE WHEN g.moving IS NOT NULL THEN 0 ELSE coalesce((
           SELECT sum(date_part('epoch', least(x.b, i.started_at + make_interval(secs => i.duration_s)) - greatest(x.a, i.started_at)))
           ${IDLE}), 0) END)
  FROM (SELECT g.vehicle_id, lower(part) AS a, upper(part) AS b
        FROM unnest(w.during * tstzmultirange(tstzrange(g.a, g.b))) part) x)`;

/** SQL for whether the vehicle drove when an excursion `e` began. */
const WHILE_DRIVING = `(
  e.moving IS NOT FALSE AND e.a <@ w.during AND (e.moving IS NOT NULL OR NOT EXISTS (
    SELECT FROM (SELECT e.vehicle_id, e.a, e.a + interval '1 ms' AS b) x WHERE EXISTS (SELECT ${IDLE}))))`;

/**
 * The time that doors were open and power take-offs ran on each day, the number of times they were opened or switched
 * on, and the places.
 */
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
    WITH ${statesSql(query)}, ${excursionsSql}, ${sensorDays(query)}, ${aboutSql(query)},
    -- OFFSET 0 keeps the rows narrow that are sorted for the sums.
    drove AS (
      SELECT vehicle_id, sensor_id, slot, sum(driving) AS driving
      FROM (SELECT g.vehicle_id, g.sensor_id, g.slot, ${DRIVING} AS driving
            FROM segments g JOIN driven w ON w.vehicle_id = g.vehicle_id
            WHERE g.slot > 0 AND g.side > 0 AND g.moving IS NOT FALSE OFFSET 0) g GROUP BY 1, 2, 3),
    began AS (
      SELECT vehicle_id, sensor_id, slot, max(s) AS longest, count(*) FILTER (WHERE began) AS times,
             count(*) FILTER (WHERE began AND driving) AS driving, count(*) FILTER (WHERE began AND NOT inside) AS outside
      FROM (SELECT e.vehicle_id, e.sensor_id, e.slot, e.s, e.began, ${WHILE_DRIVING} AS driving, (e.a <@ z.during) IS TRUE AS inside
            FROM excursions e LEFT JOIN driven w ON w.vehicle_id = e.vehicle_id LEFT JOIN fenced z ON z.vehicle_id = e.vehicle_id
            OFFSET 0) e
      GROUP BY 1, 2, 3)
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
  texts: withChoices(reportTexts('sensor-states'), { only: SENSOR_KIND_WORDS }),
});
