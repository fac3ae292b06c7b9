import { amountText } from '../../money-sql.ts';
import { defineReport } from '../../report.ts';
import { reportTexts } from '../../report-texts.ts';

/**
 * Completed work on vehicles: work orders with their cost, and services recorded without an order, whose cost is
 * unknown. Services of an order are part of it, not rows of their own.
 */
export const maintenanceDoneReport = defineReport({
  purpose: 'cost',
  menus: ['maintenance'],
  range: 'this-month',
  facts: false,
  columns: [
    { key: 'day', kind: 'day' },
    { key: 'vehicle', kind: 'vehicle' },
    { key: 'group', kind: 'group', optional: true },
    { key: 'work', kind: 'text' },
    { key: 'kind', kind: 'choice', choices: ['order', 'service'] },
    { key: 'order', kind: 'text' },
    { key: 'services', kind: 'text', optional: true },
    { key: 'vendor', kind: 'text' },
    { key: 'odometer', kind: 'distance' },
    { key: 'engine', kind: 'duration', optional: true },
    { key: 'labour', kind: 'money', total: 'sum', optional: true },
    { key: 'cost', kind: 'money', total: 'sum' },
    { key: 'otherCurrency', kind: 'text' },
    { key: 'note', kind: 'text', optional: true },
  ],
  time: 'day',
  sort: 'day',
  direction: 'desc',
  source: ({ firstDay, lastDay, subjectSql: vehicleFilter, ownCurrency }) => `
    SELECT 'order ' || w.id AS row_id, w.done_on AS day, w.vehicle_id, v.registration AS vehicle, v.group_id,
           g.name AS "group", w.title AS work, 'order' AS kind, 'WO-' || w.number AS "order", c.name AS vendor,
           (SELECT string_agg(p.task, ', ' ORDER BY p.task) FROM service_records r JOIN service_plans p ON p.id = r.plan_id
             WHERE r.work_order_id = w.id AND r.deleted_at IS NULL) AS services,
           w.odometer_m AS odometer, NULL::float8 AS engine,
           CASE WHEN ${ownCurrency('w.currency')} THEN w.labour_cost END AS labour,
           CASE WHEN ${ownCurrency('w.currency')} THEN w.cost END AS cost,
           CASE WHEN NOT ${ownCurrency('w.currency')} THEN ${amountText('w.cost', 'w.currency')} END AS "otherCurrency", w.note,
           '/vehicle-info/maintenance/orders?open=' || w.id AS path
    FROM work_orders w JOIN vehicles v ON v.id = w.vehicle_id LEFT JOIN vehicle_groups g ON g.id = v.group_id
    LEFT JOIN contacts c ON c.id = w.vendor_id
    WHERE ${vehicleFilter('v')} AND w.deleted_at IS NULL AND w.state = 'done' AND w.done_on BETWEEN ${firstDay} AND ${lastDay}
    UNION ALL
    SELECT 'service ' || r.id, r.day, r.vehicle_id, v.registration, v.group_id, g.name, p.task, 'service', NULL, NULL,
           p.task, r.odometer_m, r.engine_s, NULL, NULL, NULL, r.note, '/vehicle-info/' || v.id
    FROM service_records r JOIN service_plans p ON p.id = r.plan_id JOIN vehicles v ON v.id = r.vehicle_id
    LEFT JOIN vehicle_groups g ON g.id = v.group_id
    WHERE ${vehicleFilter('v')} AND r.deleted_at IS NULL AND r.work_order_id IS NULL AND r.day BETWEEN ${firstDay} AND ${lastDay}`,
  chart: { by: 'vehicle', column: 'cost' },
  opens: 'path',
  texts: reportTexts('maintenance-done'),
});
