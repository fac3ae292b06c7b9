import { registrationOf } from '../../../store/search/every-word.ts';
import { defineReport } from '../../report.ts';
import texts from './texts.json' with { type: 'json' };

/** The visits to each geofence as one; times are those within the range. */
export const geofenceTotalsReport = defineReport({
  purpose: 'stops',
  menus: ['in-out-location'],
  range: 'last-7',
  fences: true,
  vehicles: true,
  searched: true,
  columns: [
    { key: 'fence', kind: 'text' },
    { key: 'visits', kind: 'count', total: 'sum' },
    { key: 'vehicles', kind: 'count' },
    { key: 'total', kind: 'duration', total: 'sum' },
    { key: 'average', kind: 'duration', averageBy: 'visits' },
    { key: 'longest', kind: 'duration', total: 'max' },
    { key: 'tags', kind: 'text' },
  ],
  own: [
    { key: 'leastDuration', kind: 'duration', value: 0 },
    { key: 'mostDuration', kind: 'duration', value: 0 },
    { key: 'tag', kind: 'text', value: '' },
  ],
  sort: 'visits',
  direction: 'desc',
  source: ({ from, to, whose, fences, number, text, searched }) => `
    SELECT g.id AS row_id, g.id AS fence_id, g.name AS fence, count(*) AS visits,
           count(DISTINCT f.vehicle_id) AS vehicles, sum(part.seconds) AS total, avg(part.seconds) AS average,
           max(part.seconds) AS longest, array_to_string(g.tags, ', ') AS tags,
           '/in-out-location?fence=' || g.id AS path
    FROM visits f JOIN vehicles v ON v.id = f.vehicle_id JOIN geofences g ON g.id = f.fence_id
    LEFT JOIN vehicle_groups vg ON vg.id = v.group_id
    CROSS JOIN LATERAL (SELECT greatest(0, extract(epoch FROM
      least(f.started_at + make_interval(secs => f.duration_s), ${to}) - greatest(f.started_at, ${from})))::float8 AS seconds) part
    WHERE tstzrange(f.started_at, greatest(f.started_at, coalesce(f.ended_at, 'infinity')), '[]') && tstzrange(${from}, ${to})
      AND (f.started_at >= ${from} OR coalesce(f.ended_at, 'infinity') > ${from})
      AND ${whose('v')} AND ${fences('g')} AND f.duration_s >= ${number('leastDuration')}
      AND (${number('mostDuration')} = 0 OR f.duration_s <= ${number('mostDuration')})
      AND (${text('tag')} = '' OR ${text('tag')} = ANY(g.tags))${searched(registrationOf('v'), 'vg.name', 'g.name')}
    GROUP BY g.id`,
  opens: 'path',
  texts,
});
