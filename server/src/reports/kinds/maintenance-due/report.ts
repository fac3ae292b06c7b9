import { VEHICLE_EXISTS_SQL, STATE } from '../../../store/maintenance/plan-rows.ts';
import { defineReport } from '../../report.ts';
import { reportTexts } from '../../report-texts.ts';

/** Work due on vehicles by their service plans, as in the list of services. */
export const maintenanceDueReport = defineReport({
  purpose: 'cost',
  menus: ['maintenance'],
  range: null,
  facts: false,
  columns: [
    { key: 'dueOn', kind: 'day', total: 'min' },
    { key: 'daysLeft', kind: 'count' },
    { key: 'state', kind: 'choice', choices: ['overdue', 'soon', 'later'] },
    { key: 'vehicle', kind: 'vehicle' },
    { key: 'group', kind: 'group', optional: true },
    { key: 'task', kind: 'text' },
    { key: 'dueBy', kind: 'choice', choices: ['distance', 'hours', 'months'] },
    { key: 'left', kind: 'distance' },
    { key: 'leftEngine', kind: 'duration', optional: true },
    { key: 'used', kind: 'distance', optional: true },
    { key: 'last', kind: 'day' },
  ],
  own: [{ key: 'show', kind: 'choice', value: 'due', choices: ['due', 'all'] }],
  time: 'dueOn',
  sort: 'dueOn',
  source: ({ now, subjectSql: vehicleFilter, choice }) => `
    SELECT d.id AS row_id, d.due_on AS "dueOn", d.due_on - o.today AS "daysLeft", ${STATE} AS state, d.vehicle_id,
           v.registration AS vehicle, v.group_id, g.name AS "group", p.task, d.due_by AS "dueBy",
           p.every_m - d.used_m AS "left", p.every_engine_s - d.used_engine_s AS "leftEngine", d.used_m AS used,
           d.last_day AS last, '/vehicle-info/' || d.vehicle_id AS path
    FROM service_dues d JOIN service_plans p ON p.id = d.plan_id JOIN vehicles v ON v.id = d.vehicle_id
    JOIN (SELECT id, (${now} AT TIME ZONE time_zone)::date AS today FROM organisations) o ON o.id = d.organisation_id
    LEFT JOIN vehicle_groups g ON g.id = v.group_id
    WHERE ${vehicleFilter('v')} AND ${VEHICLE_EXISTS_SQL} AND (${choice('show')} = 'all' OR ${STATE} <> 'later')`,
  chart: { by: 'month', column: null },
  opens: 'path',
  texts: reportTexts('maintenance-due'),
});
