import { andSeenExpense } from '../../../store/expenses/expense-rows.ts';
import { isSpent } from '../../../store/expenses/expense-totals.ts';
import { dayRows } from '../../../store/timeline/day-rows.ts';
import { defineReport } from '../../report.ts';
import { reportTexts } from '../../report-texts.ts';
import type { ReportQuery } from '../../report-query.ts';

/** Metres. On a shorter distance the error of the sensor exceeds the consumption. */
const MIN_M = 20_000;

const days = ({ subjectSql: vehicleFilter, firstDay, lastDay, zone }: ReportQuery) =>
  dayRows({
    subjectSql: vehicleFilter('v'),
    within: (day) => `${day} BETWEEN ${firstDay} AND ${lastDay}`,
    days: `SELECT day::date FROM generate_series(${firstDay}, ${lastDay}, interval '1 day') day`,
    zone,
    fuel: true,
  });

/**
 * Fuel of each vehicle and day: distance, consumption by fuel level sensors, fills by bills, losses by alarms. Without
 * a sensor the consumption of one day is unknown; the report of fills has it from full tank to full tank. For the same
 * reason the cost per km is that of the vehicle over all days of the report.
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
    { key: 'used', kind: 'volume', total: 'sum' },
    { key: 'per100Km', kind: 'number', averageBy: 'hundredKm', averageOf: 'litres' },
    { key: 'filled', kind: 'volume', total: 'sum' },
    { key: 'fills', kind: 'count', total: 'sum' },
    { key: 'amount', kind: 'money', total: 'sum' },
    { key: 'drops', kind: 'count', total: 'sum' },
    { key: 'lost', kind: 'volume', total: 'sum' },
    { key: 'costPerKm', kind: 'money', averageBy: 'km', averageOf: 'spent', optional: true },
  ],
  time: 'day',
  once: true,
  sort: 'day',
  direction: 'desc',
  source: (query) => `
    SELECT r.*, CASE WHEN r.km > 0 THEN sum(r.spent) OVER of_vehicle / sum(r.km) OVER of_vehicle END AS "costPerKm",
           r.litres / nullif(r."hundredKm", 0) AS "per100Km" FROM (
    SELECT r.*, CASE WHEN r.used IS NOT NULL AND r.distance >= ${MIN_M} THEN r.distance / 100000 ELSE 0 END AS "hundredKm",
           CASE WHEN r.distance >= ${MIN_M} THEN coalesce(r.used, 0) ELSE 0 END AS litres FROM (
    SELECT v.id || ' ' || d.day AS row_id, d.day, v.id AS vehicle_id, v.registration AS vehicle, v.group_id,
           g.name AS "group", sum(d.distance) AS distance, sum(d.filled) AS filled, sum(d.fills) AS fills,
           sum(d.amount) AS amount, sum(d.drops) AS drops, sum(d.lost) AS lost,
           '/vehicle-info/' || v.id AS path,
           -- Without a fill in these days, the consumption of a vehicle is unknown.
           CASE WHEN sum(sum(d.fills)) OVER of_vehicle > 0 THEN coalesce(sum(d.distance), 0) / 1000 ELSE 0 END AS km,
           coalesce(sum(d.amount), 0) AS spent,
           -- A level rises slightly with temperature and slopes while nothing is consumed.
           CASE WHEN sum(d.net) IS NOT NULL THEN greatest(0, sum(d.net) + coalesce(sum(d.came), 0)) END AS used
    FROM (
      SELECT r.vehicle_id AS of, r.day, CASE WHEN r.heard THEN r.distance_m END AS distance, NULL::float8 AS filled,
             0 AS fills, NULL::float8 AS amount, 0 AS drops, NULL::float8 AS lost, r.fuel_net_l AS net, NULL::float8 AS came
      FROM (${days(query)}) r WHERE r.heard
      UNION ALL
      SELECT e.vehicle_id, e.day, NULL, e.quantity, 1,
             CASE WHEN ${query.ownCurrency('e.currency')} THEN e.amount::float8 END, 0, NULL, NULL, NULL
      FROM expenses e
      WHERE e.kind = 'fuel' AND ${isSpent('e')} AND ${query.organisation('e.organisation_id')}${andSeenExpense(query.scope)}
        AND e.day BETWEEN ${query.firstDay} AND ${query.lastDay}
      UNION ALL
      SELECT a.vehicle_id, (a.started_at AT TIME ZONE ${query.zone})::date, NULL, NULL, 0, NULL, 1, abs(a.value), NULL, NULL
      FROM alarms a JOIN alarm_rules r ON r.id = a.rule_id
      WHERE r.condition ->> 'kind' = 'fuelDrop' AND a.started_at >= ${query.from} AND a.started_at < ${query.to}
      UNION ALL
      -- The level after a change is known at its end.
      SELECT f.vehicle_id, (coalesce(f.ended_at, f.started_at) AT TIME ZONE ${query.zone})::date, NULL, NULL, 0, NULL, 0, NULL, NULL,
             CASE WHEN f.change = 'fill' THEN f.litres ELSE -f.litres END
      FROM fuel_changes f
      WHERE coalesce(f.ended_at, f.started_at) >= ${query.from} AND coalesce(f.ended_at, f.started_at) < ${query.to}) d
    JOIN vehicles v ON v.id = d.of LEFT JOIN vehicle_groups g ON g.id = v.group_id
    WHERE ${query.subjectSql('v')} GROUP BY v.id, d.day, g.name
    WINDOW of_vehicle AS (PARTITION BY v.id)) r) r
    WINDOW of_vehicle AS (PARTITION BY r.vehicle_id)`,
  chart: { by: 'day', column: 'filled' },
  opens: 'path',
  texts: reportTexts('fuel-by-day'),
});
