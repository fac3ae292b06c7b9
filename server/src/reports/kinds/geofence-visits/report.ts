import { KNOWN_END, secondsWithin } from '../../../store/facts/overlapping.ts';
import { driverAt } from '../../../store/drivers/who-drove.ts';
import { registrationOf } from '../../../store/search/every-word.ts';
import { defineReport } from '../../report.ts';
import { reportTexts } from '../../report-texts.ts';

/**
 * Every visit to a geofence. Time and distance are cut at the ends of the range, the distance in proportion to the
 * time.
 */
export const geofenceVisitsReport = defineReport({
  purpose: 'stops',
  menus: ['in-out-location'],
  lists: ['in-out-location'],
  range: 'last-7',
  fences: true,
  searched: true,
  groupings: ['fence'],
  columns: [
    { key: 'vehicle', kind: 'vehicle' },
    { key: 'group', kind: 'group', optional: true },
    { key: 'driver', kind: 'driver', optional: true },
    { key: 'fence', kind: 'text' },
    { key: 'start', kind: 'moment', known: true },
    { key: 'end', kind: 'moment' },
    { key: 'duration', kind: 'duration', total: 'sum', known: true },
    { key: 'since', kind: 'duration' },
    { key: 'distance', kind: 'distance', total: 'sum', known: true },
    { key: 'entry', kind: 'speed', total: 'max', known: true, optional: true },
    { key: 'exit', kind: 'speed', total: 'max', optional: true },
    { key: 'cut', kind: 'choice', choices: ['cut', 'between'] },
  ],
  own: [
    { key: 'leastDuration', kind: 'duration', value: 0 },
    { key: 'mostDuration', kind: 'duration', value: 0 },
    { key: 'part', kind: 'choice', value: 'within', choices: ['within', 'whole'] },
    { key: 'tag', kind: 'text', value: '' },
  ],
  hours: true,
  time: 'start',
  end: 'end',
  sort: 'start',
  direction: 'desc',
  // An open visit lasts until its newest known moment.
  source: (query) => {
    const { from, to, subjectSql: vehicleFilter, fences, number, choice, text, searched, union } = query;
    const rows = (where: string) => `
      SELECT f.id AS row_id, f.vehicle_id, f.fence_id, v.registration AS vehicle, v.group_id, vg.name AS "group",
             g.name AS fence, f.started_at AS start, f.ended_at AS "end", part.seconds AS duration,
             f.distance_m * coalesce(part.seconds / nullif(f.duration_s, 0), 1) AS distance, f.entry_kph AS entry,
             f.exit_kph AS exit,
             CASE WHEN f.between_fixes THEN 'between' WHEN ${choice('part')} <> 'whole' AND (f.started_at < ${from} OR ${KNOWN_END} > ${to}) THEN 'cut' END AS cut
      FROM visits f JOIN vehicles v ON v.id = f.vehicle_id JOIN geofences g ON g.id = f.fence_id
      LEFT JOIN vehicle_groups vg ON vg.id = v.group_id
      CROSS JOIN LATERAL (SELECT CASE WHEN ${choice('part')} = 'whole' THEN f.duration_s::float8
        ELSE greatest(0, ${secondsWithin(query)}) END AS seconds) part
      WHERE ${where} AND ${vehicleFilter('v')} AND ${fences('g')} AND f.duration_s >= ${number('leastDuration')}
        AND (${number('mostDuration')} = 0 OR f.duration_s <= ${number('mostDuration')})
        AND (${text('tag')} = '' OR ${text('tag')} = ANY(g.tags))${searched(registrationOf('v'), 'vg.name', 'g.name')}`;
    return union([
      rows(`f.started_at >= ${from} AND f.started_at < ${to}`),
      // The first condition is the one that the index supports.
      rows(`tstzrange(f.started_at, greatest(f.started_at, coalesce(f.ended_at, 'infinity')), '[]') @> ${from}
        AND f.started_at < ${from} AND coalesce(f.ended_at, 'infinity') > ${from}`),
    ]);
  },
  late: {
    keys: ['driver', 'since'],
    columns: 'dr.id AS driver_id, dr.name AS driver, extract(epoch FROM r.start - last.ended_at)::float8 AS since',
    joins: `${driverAt('r.start', 'r.vehicle_id')}
      LEFT JOIN LATERAL (SELECT b.ended_at FROM visits b
        WHERE b.vehicle_id = r.vehicle_id AND b.fence_id = r.fence_id AND b.started_at < r.start
        ORDER BY b.started_at DESC LIMIT 1) last ON true`,
  },
  chart: { by: 'day', column: null },
  opens: 'history',
  texts: reportTexts('geofence-visits'),
});
