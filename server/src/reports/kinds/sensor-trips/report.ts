import { driverAt } from '../../../store/drivers/who-drove.ts';
import { defineReport } from '../../report.ts';
import { LIMIT_WORDS, reportTexts } from '../../report-texts.ts';
import { withChoices } from '../../report-choices.ts';
import { limitsOf, limitText, RANGE_PARAMETERS, SENSOR_NAME, tripReadingsSql } from '../../sensor-columns.ts';
import { SENSOR_KIND_WORDS } from '../../../texts/names.ts';

/** SQL for the spans of open doors of the vehicle of `w`. */
const DOORS = `switch_spans o JOIN sensors d ON d.id = o.sensor_id AND d.kind = 'door' WHERE o.vehicle_id = w.vehicle_id`;
/** A door is not known to be open for longer than this (`SWITCH_HOLD_S` of tracking, after the last report). */
const LONGEST_OPEN = "interval '31 days'";

/** Sensor readings of each trip: lowest, mean and highest value, time out of range, and doors opened during it. */
export const sensorTripsReport = defineReport({
  purpose: 'devices',
  range: 'last-7',
  columns: [
    { key: 'vehicle', kind: 'vehicle' },
    { key: 'group', kind: 'group', optional: true },
    { key: 'driver', kind: 'driver', optional: true },
    { key: 'start', kind: 'moment', known: true },
    { key: 'end', kind: 'moment' },
    { key: 'distance', kind: 'distance', known: true },
    { key: 'sensor', kind: 'text' },
    { key: 'least', kind: 'number', total: 'min' },
    { key: 'mean', kind: 'number', averageBy: 'seconds', averageOf: 'valueS' },
    { key: 'greatest', kind: 'number', total: 'max' },
    { key: 'within', kind: 'duration', total: 'sum', optional: true },
    { key: 'outside', kind: 'duration', total: 'sum' },
    { key: 'unknown', kind: 'duration', total: 'sum', known: true },
    { key: 'openings', kind: 'count' },
    { key: 'open', kind: 'duration' },
    { key: 'from', kind: 'number', optional: true },
    { key: 'to', kind: 'number', optional: true },
  ],
  own: RANGE_PARAMETERS,
  hours: true,
  time: 'start',
  end: 'end',
  once: true,
  sort: 'start',
  direction: 'desc',
  source: (query) => `
    WITH ${tripReadingsSql(query)},
    -- Vehicles without a door sensor have no openings.
    doored AS MATERIALIZED (
      SELECT v.id FROM vehicles v WHERE EXISTS (
        SELECT FROM sensors d WHERE d.kind = 'door' AND d.deleted_at IS NULL AND (d.vehicle_id = v.id OR d.profile_id = (
          SELECT l.profile_id FROM vehicle_sensor_profiles l WHERE l.vehicle_id = v.id)))),
    opened AS (
      SELECT w.id, count(*) FILTER (WHERE o.started_at >= w.a) AS times,
             sum(extract(epoch FROM least(w.b, o.started_at + make_interval(secs => o.duration_s)) - greatest(w.a, o.started_at)))::float8 AS s
      FROM ways w CROSS JOIN LATERAL (
        SELECT o.started_at, o.duration_s FROM ${DOORS} AND o.started_at < w.b AND o.started_at > w.a - ${LONGEST_OPEN}
          AND o.started_at + make_interval(secs => o.duration_s) > w.a) o
      GROUP BY 1)
    SELECT c.id || ' ' || c.sensor_id AS row_id, v.id AS vehicle_id, v.registration AS vehicle, v.group_id, g.name AS "group",
           c.a AS start, c.ended_at AS "end", c.distance_m AS distance, ${SENSOR_NAME} AS sensor, c.low AS least,
           c.value_s / nullif(c.s, 0) AS mean, c.high AS greatest, c.within, c.s - c.within AS outside,
           greatest(0, extract(epoch FROM c.b - c.a)::float8 - coalesce(c.s, 0)) AS unknown, coalesce(c.s, 0) AS seconds,
           coalesce(c.value_s, 0) AS "valueS",
           CASE WHEN o.id IS NOT NULL OR d.id IS NOT NULL THEN coalesce(o.times, 0) END AS openings,
           CASE WHEN o.id IS NOT NULL OR d.id IS NOT NULL THEN coalesce(o.s, 0) END AS open,
           ${limitText(limitsOf(query).low)} AS "from", ${limitText(limitsOf(query).high)} AS "to"
    FROM carried c JOIN vehicles v ON v.id = c.vehicle_id JOIN sensors s ON s.id = c.sensor_id
    LEFT JOIN vehicle_groups g ON g.id = v.group_id
    LEFT JOIN doored d ON d.id = c.vehicle_id LEFT JOIN opened o ON o.id = c.id`,
  late: {
    keys: ['driver'],
    columns: 'dr.id AS driver_id, dr.name AS driver',
    joins: driverAt('r.start', 'r.vehicle_id'),
  },
  chart: { by: 'vehicle', column: 'outside' },
  opens: 'history',
  texts: withChoices(reportTexts('sensor-trips'), { only: SENSOR_KIND_WORDS, limits: LIMIT_WORDS }),
});
