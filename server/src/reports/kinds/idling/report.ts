import { KNOWN_END, overlapping } from '../../../store/facts/overlapping.ts';
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
    { key: 'start', kind: 'moment' },
    { key: 'end', kind: 'moment' },
    { key: 'duration', kind: 'duration', total: 'sum' },
    { key: 'place', kind: 'place', at: ['lat', 'lon'] },
    { key: 'fuel', kind: 'volume', total: 'sum' },
    { key: 'source', kind: 'choice', choices: ['wire', 'voltage', 'engineRpm', 'movement'], optional: true },
  ],
  own: [{ key: 'leastDuration', kind: 'duration', value: 0 }],
  time: 'start',
  end: 'end',
  sort: 'start',
  direction: 'desc',
  source: ({ from, to, whose, number }) => `
    SELECT f.id AS row_id, f.vehicle_id, v.registration AS vehicle, v.group_id, g.name AS "group", f.started_at AS start,
           f.ended_at AS "end", part.seconds AS duration, f.lat, f.lon, f.engine_source AS source,
           part.seconds / 3600 * v.idle_l_per_h AS fuel
    FROM vehicles v LEFT JOIN vehicle_groups g ON g.id = v.group_id
    CROSS JOIN LATERAL ${overlapping('idles', { from, to })} f
    CROSS JOIN LATERAL (
      SELECT extract(epoch FROM least(${KNOWN_END}, ${to}) - greatest(f.started_at, ${from}))::float8 AS seconds) part
    WHERE ${whose('v')} AND f.duration_s >= ${number('leastDuration')}`,
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
