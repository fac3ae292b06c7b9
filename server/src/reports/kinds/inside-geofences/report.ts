import { driverAt } from '../../../store/drivers/who-drove.ts';
import { registrationOf } from '../../../store/search/every-word.ts';
import { defineReport } from '../../report.ts';
import { reportTexts } from '../../report-texts.ts';

/** The vehicles in each geofence, now or at a moment. */
export const insideGeofencesReport = defineReport({
  purpose: 'stops',
  menus: ['in-out-location'],
  lists: ['in-out-location'],
  range: null,
  fences: true,
  searched: true,
  groupings: ['fence'],
  columns: [
    { key: 'fence', kind: 'text' },
    { key: 'vehicle', kind: 'vehicle' },
    { key: 'group', kind: 'group', optional: true },
    { key: 'driver', kind: 'driver' },
    { key: 'start', kind: 'moment' },
    { key: 'end', kind: 'moment' },
    { key: 'duration', kind: 'duration', total: 'sum' },
    { key: 'entry', kind: 'speed', optional: true },
  ],
  own: [
    { key: 'at', kind: 'moment', value: '' },
    { key: 'tag', kind: 'text', value: '' },
  ],
  sort: 'fence',
  // Deleted vehicles are listed in the geofences they were in before.
  source: ({ now, moment, subjectSql: vehicleFilter, fences, text, searched }) => `
    SELECT f.id AS row_id, f.vehicle_id, f.fence_id, g.name AS fence, v.registration AS vehicle, v.group_id,
           vg.name AS "group", dr.id AS driver_id, dr.name AS driver, f.started_at AS start, f.ended_at AS "end",
           f.entry_kph AS entry, least(f.duration_s, extract(epoch FROM coalesce(${moment('at')}, ${now}) - f.started_at)) AS duration
    FROM visits f JOIN vehicles v ON v.id = f.vehicle_id JOIN geofences g ON g.id = f.fence_id
    LEFT JOIN vehicle_groups vg ON vg.id = v.group_id
    ${driverAt(`coalesce(${moment('at')}, ${now})`, 'f.vehicle_id')}
    WHERE ${vehicleFilter('v')} AND ${fences('g')} AND (${text('tag')} = '' OR ${text('tag')} = ANY(g.tags))
      ${searched(registrationOf('v'), 'vg.name', 'g.name')}
      AND (${moment('at')} IS NOT NULL OR f.ended_at IS NULL AND v.deleted_at IS NULL AND g.deleted_at IS NULL)
      AND (${moment('at')} IS NULL
        OR tstzrange(f.started_at, greatest(f.started_at, coalesce(f.ended_at, 'infinity')), '[]') @> ${moment('at')}
          AND coalesce(f.ended_at, 'infinity') > ${moment('at')} AND coalesce(v.deleted_at, 'infinity') > ${moment('at')}
          AND coalesce(g.deleted_at, 'infinity') > ${moment('at')})`,
  time: 'start',
  end: 'end',
  opens: 'history',
  texts: reportTexts('inside-geofences'),
});
