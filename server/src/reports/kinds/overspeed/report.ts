import { driverAt } from '../../../store/drivers/who-drove.ts';
import { defineReport } from '../../report.ts';
import { publicOnly } from '../../public-only.ts';
import { reportTexts } from '../../report-texts.ts';

/** Driving above a limit: the organisation's, or that of a geofence. */
export const overspeedReport = defineReport({
  purpose: 'safety',
  range: 'last-7',
  columns: [
    { key: 'vehicle', kind: 'vehicle' },
    { key: 'group', kind: 'group', optional: true },
    { key: 'driver', kind: 'driver' },
    { key: 'start', kind: 'moment', known: true },
    { key: 'end', kind: 'moment', optional: true },
    { key: 'duration', kind: 'duration', total: 'sum' },
    { key: 'limit', kind: 'speed' },
    { key: 'max', kind: 'speed', total: 'max' },
    { key: 'above', kind: 'speed', total: 'max' },
    { key: 'distance', kind: 'distance', total: 'sum' },
    { key: 'fence', kind: 'text', optional: true },
    { key: 'place', kind: 'place', at: ['lat', 'lon'], private: 'private' },
  ],
  own: [
    { key: 'leastAbove', kind: 'speed', value: 0 },
    { key: 'leastDuration', kind: 'duration', value: 0 },
  ],
  hours: true,
  time: 'start',
  end: 'end',
  sort: 'start',
  direction: 'desc',
  source: ({ from, to, subjectSql: vehicleFilter, fenceSeen, number }) => `
    SELECT f.id AS row_id, f.vehicle_id, v.registration AS vehicle, v.group_id, vg.name AS "group", f.started_at AS start,
           f.ended_at AS "end", f.duration_s AS duration, f.limit_kph AS "limit", f.max_kph AS max,
           f.max_kph - f.limit_kph AS above, f.distance_m AS distance, f.private, ${publicOnly('f.lat')} AS lat,
           ${publicOnly('f.lon')} AS lon, g.name AS fence
    FROM overspeeds f JOIN vehicles v ON v.id = f.vehicle_id LEFT JOIN vehicle_groups vg ON vg.id = v.group_id
    LEFT JOIN geofences g ON g.id = f.fence_id AND ${fenceSeen('g')}
    WHERE f.started_at >= ${from} AND f.started_at < ${to} AND ${vehicleFilter('v')}
      AND f.max_kph - f.limit_kph >= ${number('leastAbove')} AND f.duration_s >= ${number('leastDuration')}`,
  late: {
    keys: ['driver'],
    columns: 'dr.id AS driver_id, dr.name AS driver',
    joins: driverAt('r.start', 'r.vehicle_id'),
  },
  chart: { by: 'vehicle', column: null },
  map: 'points',
  opens: 'history',
  texts: reportTexts('overspeed'),
});
