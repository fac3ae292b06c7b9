import { DAY_SUMS, daysSql } from '../../days-sql.ts';
import { defineReport } from '../../report.ts';
import { reportTexts } from '../../report-texts.ts';

/** The activity of each vehicle on each day with data. */
export const dayByDayReport = defineReport({
  purpose: 'driving',
  range: 'last-7',
  columns: [
    { key: 'day', kind: 'day' },
    { key: 'vehicle', kind: 'vehicle' },
    { key: 'group', kind: 'group', optional: true },
    { key: 'distance', kind: 'distance', total: 'sum' },
    { key: 'trips', kind: 'count', total: 'sum' },
    { key: 'driving', kind: 'duration', total: 'sum' },
    { key: 'idle', kind: 'duration', total: 'sum' },
    { key: 'stopped', kind: 'duration', total: 'sum' },
    { key: 'unseen', kind: 'duration', total: 'sum', optional: true },
    { key: 'engine', kind: 'duration', total: 'sum', optional: true },
    { key: 'average', kind: 'speed', averageBy: 'driving', averageOf: 'gone' },
    { key: 'max', kind: 'speed', total: 'max' },
    { key: 'overspeeds', kind: 'count', total: 'sum' },
    { key: 'alarms', kind: 'count', total: 'sum', optional: true, menu: 'alarms' },
  ],
  time: 'day',
  once: true,
  sort: 'day',
  direction: 'desc',
  source: (query) => `
    SELECT v.id || ' ' || s.day AS row_id, v.id AS vehicle_id, v.registration AS vehicle, v.group_id, g.name AS "group",
           s.*, s.gone / nullif(s.driving, 0) AS average
    FROM (SELECT d.vehicle_id AS of, d.day, ${DAY_SUMS} FROM (${daysSql(query)}) d GROUP BY d.vehicle_id, d.day) s
    JOIN vehicles v ON v.id = s.of LEFT JOIN vehicle_groups g ON g.id = v.group_id`,
  chart: { by: 'day', column: 'distance' },
  opens: 'history',
  texts: reportTexts('day-by-day'),
});
