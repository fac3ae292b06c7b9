import { daysSql } from '../../days-sql.ts';
import { defineReport } from '../../report.ts';
import { reportTexts } from '../../report-texts.ts';

// oxfmt-ignore
const DAYS = [
  'd1', 'd2', 'd3', 'd4', 'd5', 'd6', 'd7', 'd8', 'd9', 'd10', 'd11',
  'd12', 'd13', 'd14', 'd15', 'd16', 'd17', 'd18', 'd19', 'd20', 'd21', 'd22',
  'd23', 'd24', 'd25', 'd26', 'd27', 'd28', 'd29', 'd30', 'd31',
] as const;

/** The days of a month side by side, with a row for each vehicle and month. */
export const monthMatrixReport = defineReport({
  purpose: 'driving',
  range: 'this-month',
  columns: [
    { key: 'vehicle', kind: 'vehicle' },
    { key: 'group', kind: 'group', optional: true },
    { key: 'month', kind: 'month' },
    { key: 'distance', kind: 'distance', total: 'sum' },
    { key: 'days', kind: 'count', total: 'sum' },
    ...DAYS.map((key) => ({ key, kind: 'distance', total: 'sum' }) as const),
  ],
  time: 'month',
  once: true,
  sort: 'vehicle',
  source: (query) => `
    SELECT v.id || ' ' || s.month AS row_id, v.id AS vehicle_id, v.registration AS vehicle, v.group_id, g.name AS "group",
           s.*, '/vehicle-info/' || v.id AS path
    FROM (SELECT d.vehicle_id AS of, date_trunc('month', d.day::timestamp)::date AS month, sum(d.distance_m) AS distance,
                 count(DISTINCT d.day) FILTER (WHERE d.distance_m > 0) AS days,
                 ${DAYS.map((key) => `sum(d.distance_m) FILTER (WHERE extract(day FROM d.day) = ${key.slice(1)}) AS ${key}`).join(', ')}
          FROM (${daysSql(query)}) d WHERE d.heard GROUP BY 1, 2) s
    JOIN vehicles v ON v.id = s.of LEFT JOIN vehicle_groups g ON g.id = v.group_id`,
  chart: { by: 'vehicle', column: 'distance' },
  opens: 'path',
  texts: reportTexts('month-matrix'),
});
