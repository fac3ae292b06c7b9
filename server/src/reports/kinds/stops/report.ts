import {
  idleWithin,
  lieWithin,
  reachesOut,
  reachesOver,
  secondsWithin,
  unknownWithin,
} from '../../../store/facts/overlapping.ts';
import { driverAt } from '../../../store/drivers/who-drove.ts';
import { defineReport } from '../../report.ts';
import { publicOnly } from '../../public-only.ts';
import { reportTexts } from '../../report-texts.ts';

/**
 * Standing between two trips. Durations are cut at the ends of the range, so that those of two adjacent ranges add up
 * to those of both. Idling and unknown time are assigned by when they occurred.
 */
export const stopsReport = defineReport({
  purpose: 'stops',
  range: 'last-7',
  columns: [
    { key: 'vehicle', kind: 'vehicle' },
    { key: 'group', kind: 'group', optional: true },
    { key: 'driver', kind: 'driver', optional: true },
    { key: 'start', kind: 'moment', known: true },
    { key: 'end', kind: 'moment' },
    { key: 'duration', kind: 'duration', total: 'sum', known: true },
    { key: 'whole', kind: 'duration' },
    { key: 'idle', kind: 'duration', total: 'sum' },
    { key: 'unseen', kind: 'duration', total: 'sum', known: true, optional: true },
    { key: 'place', kind: 'place', at: ['lat', 'lon'], private: 'private' },
    { key: 'latitude', kind: 'number', optional: true },
    { key: 'longitude', kind: 'number', optional: true },
  ],
  own: [{ key: 'leastDuration', kind: 'duration', value: 0 }],
  hours: true,
  time: 'start',
  end: 'end',
  sort: 'start',
  direction: 'desc',
  source: (query) => {
    const { from, subjectSql: vehicleFilter, number, union } = query;
    const WHOLE = { duration: 'f.duration_s', unseen: 'f.unseen_s', idle: 'f.idle_s' };
    const cut = { duration: secondsWithin(query), unseen: unknownWithin(query), idle: idleWithin(query) };
    const rows = (found: string, where: string, { duration, unseen, idle }: typeof WHOLE) => `
      SELECT f.id AS row_id, f.vehicle_id, v.registration AS vehicle, v.group_id, g.name AS "group",
             f.started_at AS start, f.ended_at AS "end", f.private, ${publicOnly('f.lat')} AS lat,
             ${publicOnly('f.lon')} AS lon, ${publicOnly('f.lat')} AS latitude, ${publicOnly('f.lon')} AS longitude,
             (${duration})::float8 AS duration, f.duration_s::float8 AS whole, (${unseen})::float8 AS unseen,
             CASE WHEN f.engine_source <> 'movement' THEN (${idle})::float8 END AS idle
      FROM ${found} LEFT JOIN vehicle_groups g ON g.id = v.group_id
      WHERE ${vehicleFilter('v')} AND ${where} AND f.duration_s >= ${number('leastDuration')}`;
    const each = (found: string) => rows(`vehicles v CROSS JOIN LATERAL ${found} f`, 'true', cut);
    return union([
      rows('stops f JOIN vehicles v ON v.id = f.vehicle_id', lieWithin(query), WHOLE),
      each(reachesOut('stops', query)),
      each(reachesOver('stops', from)),
    ]);
  },
  late: {
    keys: ['driver'],
    columns: 'dr.id AS driver_id, dr.name AS driver',
    joins: driverAt('r.start', 'r.vehicle_id'),
  },
  chart: { by: 'vehicle', column: 'duration' },
  map: 'points',
  opens: 'history',
  texts: reportTexts('stops'),
});
