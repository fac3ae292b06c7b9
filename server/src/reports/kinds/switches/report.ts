import { SWITCHES } from '@milepost/tracking/switches';
import { driverAt } from '../../../store/drivers/who-drove.ts';
import { KNOWN_END } from '../../../store/facts/overlapping.ts';
import { defineReport } from '../../report.ts';
import texts from './texts.json' with { type: 'json' };

/** Doors, air conditioning and whatever hangs on an input: when it was on; cut at the ends of the range. */
export const switchesReport = defineReport({
  purpose: 'devices',
  range: 'last-7',
  columns: [
    { key: 'vehicle', kind: 'vehicle' },
    { key: 'group', kind: 'group', optional: true },
    { key: 'driver', kind: 'driver', optional: true },
    { key: 'name', kind: 'choice', choices: SWITCHES },
    { key: 'start', kind: 'moment' },
    { key: 'end', kind: 'moment' },
    { key: 'duration', kind: 'duration', total: 'sum' },
    { key: 'place', kind: 'place', at: ['lat', 'lon'] },
  ],
  own: [
    { key: 'only', kind: 'choice', value: 'all', choices: ['all', ...SWITCHES] },
    { key: 'leastDuration', kind: 'duration', value: 0 },
  ],
  time: 'start',
  end: 'end',
  sort: 'start',
  direction: 'desc',
  // One switch is on once at a time, so the last that began before the range is looked for by the index.
  source: ({ from, to, whose, number, choice }) => `
    SELECT f.id AS row_id, f.vehicle_id, v.registration AS vehicle, v.group_id, g.name AS "group", f.name,
           f.started_at AS start, f.ended_at AS "end", f.lat, f.lon,
           extract(epoch FROM least(${KNOWN_END}, ${to}) - greatest(f.started_at, ${from}))::float8 AS duration
    FROM vehicles v LEFT JOIN vehicle_groups g ON g.id = v.group_id
    CROSS JOIN unnest(ARRAY['${SWITCHES.join("','")}']) AS one(name)
    CROSS JOIN LATERAL (
      SELECT * FROM switch_spans s
       WHERE s.vehicle_id = v.id AND s.name = one.name AND s.started_at < ${to}
         AND s.started_at >= coalesce((SELECT max(b.started_at) FROM switch_spans b
               WHERE b.vehicle_id = v.id AND b.name = one.name AND b.started_at <= ${from}), ${from})
      OFFSET 0) f
    WHERE ${whose('v')} AND ${choice('only')} IN ('all', one.name) AND ${KNOWN_END} > ${from}
      AND f.duration_s >= ${number('leastDuration')}`,
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
