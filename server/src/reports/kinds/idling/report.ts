import { begins, reachesOver, secondsWithin } from '../../../store/facts/overlapping.ts';
import { driverAt } from '../../../store/drivers/who-drove.ts';
import { defineReport } from '../../report.ts';
import texts from './texts.json' with { type: 'json' };

/** Standing with the engine on, in trips and at stops; cut at the ends of the range. */
export const idlingReport = defineReport({
  purpose: 'cost',
  range: 'last-7',
  columns: [
    { key: 'vehicle', kind: 'vehicle' },
    { key: 'group', kind: 'group', optional: true },
    { key: 'driver', kind: 'driver' },
    { key: 'start', kind: 'moment', known: true },
    { key: 'end', kind: 'moment' },
    { key: 'duration', kind: 'duration', total: 'sum', known: true },
    { key: 'place', kind: 'place', at: ['lat', 'lon'] },
    { key: 'fuel', kind: 'volume', total: 'sum' },
    { key: 'source', kind: 'choice', choices: ['wire', 'voltage', 'engineRpm', 'movement'], optional: true },
  ],
  own: [{ key: 'leastDuration', kind: 'duration', value: 0 }],
  time: 'start',
  end: 'end',
  sort: 'start',
  direction: 'desc',
  source: (query) => {
    const { from, to, whose, number, union } = query;
    const rows = (found: string, where: string) => `
      SELECT f.id AS row_id, f.vehicle_id, v.registration AS vehicle, v.group_id, g.name AS "group",
             f.started_at AS start, f.ended_at AS "end", part.seconds AS duration, f.lat, f.lon,
             f.engine_source AS source, part.seconds / 3600 * v.idle_l_per_h AS fuel
      FROM ${found} LEFT JOIN vehicle_groups g ON g.id = v.group_id
      CROSS JOIN LATERAL (SELECT ${secondsWithin(query)} AS seconds) part
      WHERE ${whose('v')} AND ${where} AND f.duration_s >= ${number('leastDuration')}`;
    return union([
      rows('idles f JOIN vehicles v ON v.id = f.vehicle_id', begins({ from, to })),
      rows(`vehicles v CROSS JOIN LATERAL ${reachesOver('idles', from)} f`, 'true'),
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
  texts,
});
