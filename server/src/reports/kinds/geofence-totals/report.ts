import { secondsWithin } from '../../../store/facts/overlapping.ts';
import { registrationOf } from '../../../store/search/every-word.ts';
import { defineReport } from '../../report.ts';
import { reportTexts } from '../../report-texts.ts';

/**
 * The visits to each geofence, summed; times are those within the range. A visit counts where it began, so that those
 * of two ranges add up; the average is of all visits that overlap the range.
 */
export const geofenceTotalsReport = defineReport({
  purpose: 'stops',
  menus: ['in-out-location'],
  lists: ['in-out-location'],
  range: 'last-7',
  fences: true,
  vehicles: true,
  searched: true,
  columns: [
    { key: 'fence', kind: 'text' },
    { key: 'visits', kind: 'count', total: 'sum' },
    { key: 'vehicles', kind: 'count' },
    { key: 'total', kind: 'duration', total: 'sum' },
    { key: 'average', kind: 'duration', averageBy: 'stays', averageOf: 'total' },
    { key: 'longest', kind: 'duration', total: 'max' },
    { key: 'tags', kind: 'text' },
  ],
  own: [
    { key: 'leastDuration', kind: 'duration', value: 0 },
    { key: 'mostDuration', kind: 'duration', value: 0 },
    { key: 'tag', kind: 'text', value: '' },
  ],
  once: true,
  sort: 'visits',
  direction: 'desc',
  // Visits that begin in the range are found by their beginning, those that overlap its beginning by the index of both
  // ends. In two steps: first the visits of one vehicle to one geofence, so that vehicles are counted without sorting
  // all visits.
  source: (query) => {
    const { from, to, subjectSql: vehicleFilter, fences, number, text, searched } = query;
    const visits = (began: 0 | 1, where: string) => `
      SELECT f.fence_id, f.vehicle_id, ${began} AS began, greatest(0, ${secondsWithin(query)}) AS seconds
      FROM visits f JOIN vehicles v ON v.id = f.vehicle_id JOIN geofences g ON g.id = f.fence_id
      LEFT JOIN vehicle_groups vg ON vg.id = v.group_id
      WHERE ${where} AND ${vehicleFilter('v')} AND ${fences('g')} AND f.duration_s >= ${number('leastDuration')}
        AND (${number('mostDuration')} = 0 OR f.duration_s <= ${number('mostDuration')})
        AND (${text('tag')} = '' OR ${text('tag')} = ANY(g.tags))${searched(registrationOf('v'), 'vg.name', 'g.name')}`;
    return `
      SELECT g.id AS row_id, g.id AS fence_id, g.name AS fence, f.visits, f.stays, f.vehicles, f.total, f.total / f.stays AS average,
             f.longest, array_to_string(g.tags, ', ') AS tags, '/in-out-location?fence=' || g.id AS path
      FROM (SELECT f.fence_id, sum(f.visits)::int AS visits, sum(f.stays)::int AS stays, count(*)::int AS vehicles, sum(f.total) AS total,
                   max(f.longest) AS longest
            FROM (
              SELECT f.fence_id, f.vehicle_id, sum(f.began) AS visits, count(*) AS stays, sum(f.seconds) AS total, max(f.seconds) AS longest
              FROM (
                ${visits(1, `f.started_at >= ${from} AND f.started_at < ${to}`)}
                UNION ALL ${visits(
                  0,
                  `tstzrange(f.started_at, greatest(f.started_at, coalesce(f.ended_at, 'infinity')), '[]') @> ${from}
                  AND f.started_at < ${from} AND coalesce(f.ended_at, 'infinity') > ${from}`,
                )}) f
              GROUP BY f.fence_id, f.vehicle_id) f
            GROUP BY f.fence_id) f JOIN geofences g ON g.id = f.fence_id`;
  },
  opens: 'path',
  texts: reportTexts('geofence-totals'),
});
