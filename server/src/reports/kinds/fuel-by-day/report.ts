import { andSeenExpense } from '../../../store/expenses/expense-rows.ts';
import { isSpent } from '../../../store/expenses/expense-totals.ts';
import { dayRows } from '../../../store/timeline/day-rows.ts';
import { defineReport } from '../../report.ts';
import type { ReportQuery } from '../../report-query.ts';
import texts from './texts.json' with { type: 'json' };

const days = ({ whose, firstDay, lastDay, zone }: ReportQuery) =>
  dayRows({
    whose: whose('v'),
    within: (day) => `${day} BETWEEN ${firstDay} AND ${lastDay}`,
    days: `SELECT day::date FROM generate_series(${firstDay}, ${lastDay}, interval '1 day') day`,
    zone,
  });

/**
 * Fuel of each vehicle and day, from bills and from alarms: how far it drove, what was filled in, what was lost. What was
 * burnt on one day nobody knows; it is told from full tank to full tank in the report of fills.
 */
export const fuelByDayReport = defineReport({
  purpose: 'cost',
  menus: ['expenses', 'alarms'],
  range: 'last-7',
  columns: [
    { key: 'day', kind: 'day' },
    { key: 'vehicle', kind: 'vehicle' },
    { key: 'group', kind: 'group', optional: true },
    { key: 'distance', kind: 'distance', total: 'sum' },
    { key: 'filled', kind: 'volume', total: 'sum' },
    { key: 'fills', kind: 'count', total: 'sum' },
    { key: 'amount', kind: 'money', total: 'sum' },
    { key: 'drops', kind: 'count', total: 'sum' },
    { key: 'lost', kind: 'volume', total: 'sum' },
    { key: 'costPerKm', kind: 'money', averageBy: 'km', averageOf: 'spent', optional: true },
    { key: 'per100Km', kind: 'number', averageBy: 'hundredKm', averageOf: 'litres', optional: true },
  ],
  time: 'day',
  once: true,
  sort: 'day',
  direction: 'desc',
  source: (query) => `
    SELECT r.*, r.spent / nullif(r.km, 0) AS "costPerKm", r.litres / nullif(r."hundredKm", 0) AS "per100Km" FROM (
    SELECT v.id || ' ' || d.day AS row_id, d.day, v.id AS vehicle_id, v.registration AS vehicle, v.group_id,
           g.name AS "group", sum(d.distance) AS distance, sum(d.filled) AS filled, sum(d.fills) AS fills,
           sum(d.amount) AS amount, sum(d.drops) AS drops, sum(d.lost) AS lost,
           '/vehicle-info/' || v.id AS path,
           -- Of a vehicle that was never filled in these days nothing is known of what it took.
           CASE WHEN sum(sum(d.fills)) OVER of_vehicle > 0 THEN coalesce(sum(d.distance), 0) / 1000 ELSE 0 END AS km,
           CASE WHEN sum(sum(d.fills)) OVER of_vehicle > 0 THEN coalesce(sum(d.distance), 0) / 100000 ELSE 0 END AS "hundredKm",
           coalesce(sum(d.amount), 0) AS spent, coalesce(sum(d.filled), 0) AS litres
    FROM (
      SELECT r.vehicle_id AS of, r.day, CASE WHEN r.heard THEN r.distance_m END AS distance, NULL::float8 AS filled,
             0 AS fills, NULL::float8 AS amount, 0 AS drops, NULL::float8 AS lost
      FROM (${days(query)}) r WHERE r.heard
      UNION ALL
      SELECT e.vehicle_id, e.day, NULL, e.quantity, 1,
             CASE WHEN ${query.ownCurrency('e.currency')} THEN e.amount::float8 END, 0, NULL
      FROM expenses e
      WHERE e.kind = 'fuel' AND ${isSpent('e')} AND ${query.organisation('e.organisation_id')}${andSeenExpense(query.scope)}
        AND e.day BETWEEN ${query.firstDay} AND ${query.lastDay}
      UNION ALL
      SELECT a.vehicle_id, (a.started_at AT TIME ZONE ${query.zone})::date, NULL, NULL, 0, NULL, 1, abs(a.value)
      FROM alarms a JOIN alarm_rules r ON r.id = a.rule_id
      WHERE r.condition ->> 'kind' = 'fuelDrop' AND a.started_at >= ${query.from} AND a.started_at < ${query.to}) d
    JOIN vehicles v ON v.id = d.of LEFT JOIN vehicle_groups g ON g.id = v.group_id
    WHERE ${query.whose('v')} GROUP BY v.id, d.day, g.name
    WINDOW of_vehicle AS (PARTITION BY v.id)) r`,
  chart: { by: 'day', column: 'filled' },
  opens: 'path',
  texts,
});
