import { driverAt } from '../../../store/drivers/who-drove.ts';
import { defineReport } from '../../report.ts';
import { publicOnly } from '../../public-only.ts';
import { reportTexts } from '../../report-texts.ts';

const BOUNDARIES = ['ignition', 'movement', 'dataGap', 'firstReport', 'deviceChange'] as const;

/** Driving between two stops. Trips are shown whole, so one across an end of the range counts where it began. */
export const tripsReport = defineReport({
  purpose: 'driving',
  range: 'last-7',
  columns: [
    { key: 'vehicle', kind: 'vehicle' },
    { key: 'group', kind: 'group', optional: true },
    { key: 'driver', kind: 'driver' },
    { key: 'start', kind: 'moment', known: true },
    { key: 'startPlace', kind: 'place', at: ['lat', 'lon'], private: 'start_private' },
    { key: 'end', kind: 'moment' },
    { key: 'endPlace', kind: 'place', at: ['end_lat', 'end_lon'], private: 'end_private' },
    { key: 'distance', kind: 'distance', total: 'sum', known: true },
    { key: 'duration', kind: 'duration', total: 'sum', known: true },
    { key: 'driving', kind: 'duration', total: 'sum', known: true, optional: true },
    { key: 'idle', kind: 'duration', total: 'sum' },
    { key: 'unseen', kind: 'duration', total: 'sum', known: true, optional: true },
    { key: 'average', kind: 'speed', averageBy: 'driving', averageOf: 'gone' },
    { key: 'max', kind: 'speed', total: 'max', known: true },
    { key: 'overspeeds', kind: 'count', total: 'sum', known: true, optional: true },
    { key: 'startReason', kind: 'choice', choices: BOUNDARIES, optional: true },
    { key: 'endReason', kind: 'choice', choices: BOUNDARIES, optional: true },
  ],
  own: [
    { key: 'leastDistance', kind: 'distance', value: 0 },
    { key: 'leastDuration', kind: 'duration', value: 0 },
  ],
  hours: true,
  time: 'start',
  end: 'end',
  sort: 'start',
  direction: 'desc',
  source: ({ from, to, subjectSql: vehicleFilter, number }) => `
    SELECT f.id AS row_id, f.vehicle_id, v.registration AS vehicle, v.group_id, g.name AS "group",
           f.started_at AS start, f.ended_at AS "end", f.start_private, f.end_private,
           ${publicOnly('f.start_lat', 'f.start_private')} AS lat, ${publicOnly('f.start_lon', 'f.start_private')} AS lon,
           ${publicOnly('f.end_lat', 'f.end_private')} AS end_lat, ${publicOnly('f.end_lon', 'f.end_private')} AS end_lon,
           f.distance_m AS distance, f.duration_s AS duration, f.duration_s - f.idle_s - f.unseen_s AS driving,
           -- Movement alone does not show whether the engine was running.
           CASE WHEN f.engine_source <> 'movement' THEN f.idle_s END AS idle, f.unseen_s AS unseen,
           -- Unknown metres have no driving time.
           nullif(f.distance_m - f.unseen_m, 0) / nullif(f.duration_s - f.idle_s - f.unseen_s, 0) * 3.6 AS average,
           CASE WHEN f.duration_s - f.idle_s - f.unseen_s <> 0 THEN (f.distance_m - f.unseen_m) * 3.6 ELSE 0 END AS gone, f.max_kph AS max,
           f.overspeeds, f.start_reason AS "startReason", f.end_reason AS "endReason"
    FROM trips f JOIN vehicles v ON v.id = f.vehicle_id LEFT JOIN vehicle_groups g ON g.id = v.group_id
    WHERE f.started_at >= ${from} AND f.started_at < ${to} AND ${vehicleFilter('v')}
      AND f.distance_m >= ${number('leastDistance')} AND f.duration_s >= ${number('leastDuration')}`,
  late: {
    keys: ['driver'],
    columns: 'dr.id AS driver_id, dr.name AS driver',
    joins: driverAt('r.start', 'r.vehicle_id'),
  },
  chart: { by: 'day', column: 'distance' },
  map: 'lines',
  opens: 'history',
  texts: reportTexts('trips'),
});
