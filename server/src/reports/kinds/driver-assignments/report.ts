import { andSeenDriver } from '../../../store/drivers/driver-rows.ts';
import { defineReport } from '../../report.ts';
import { reportTexts } from '../../report-texts.ts';

/** Seconds of an assignment within the range, up to now: the future is not a duration yet. */
const inside = (from: string, to: string, now: string) =>
  `greatest(0, extract(epoch FROM least(coalesce(a.to_time, ${now}), ${to}, ${now}) - greatest(a.from_time, ${from})))::float8`;

/** The drivers of vehicles, with the times. Durations are cut at the ends of the range. */
export const driverAssignmentsReport = defineReport({
  purpose: 'people',
  menus: ['drivers'],
  facts: false,
  range: 'last-30',
  columns: [
    { key: 'driver', kind: 'driver' },
    { key: 'number', kind: 'text', optional: true },
    { key: 'vehicle', kind: 'vehicle' },
    { key: 'group', kind: 'group', optional: true },
    { key: 'start', kind: 'moment' },
    { key: 'end', kind: 'moment' },
    { key: 'duration', kind: 'duration', total: 'sum' },
    { key: 'source', kind: 'choice', choices: ['usual', 'assignment'] },
    { key: 'note', kind: 'text' },
  ],
  time: 'start',
  end: 'end',
  sort: 'start',
  direction: 'desc',
  source: ({ from, to, now, subjectSql: vehicleFilter, scope }) => `
    SELECT a.id AS row_id, a.driver_id, d.name AS driver, d.number, a.vehicle_id, v.registration AS vehicle, v.group_id,
           g.name AS "group", a.from_time AS start, a.to_time AS "end", a.source, a.note,
           ${inside(from, to, now)} AS duration
    FROM driver_assignments a JOIN drivers d ON d.id = a.driver_id JOIN vehicles v ON v.id = a.vehicle_id
    LEFT JOIN vehicle_groups g ON g.id = v.group_id
    WHERE a.from_time < ${to} AND (a.to_time IS NULL OR (a.to_time > ${from} AND a.to_time > a.from_time))
      AND ${vehicleFilter('v')}${andSeenDriver(scope)}`,
  chart: { by: 'driver', column: 'duration' },
  opens: 'history',
  texts: reportTexts('driver-assignments'),
});
