import { andSeenExpense } from '../../../store/expenses/expense-rows.ts';
import { IS_SPENT } from '../../../store/expenses/expense-totals.ts';
import { amountText } from '../../money-sql.ts';
import { defineReport } from '../../report.ts';
import { reportTexts } from '../../report-texts.ts';

/** The number of days to look back for the previous full tank. */
const LOOK_BACK_DAYS = 400;

/**
 * Fuel bills with the consumption from one full tank to the next, by the rules of `fuelEconomy` of store/expenses,
 * which the page of a vehicle uses as well.
 */
export const fuelFillsReport = defineReport({
  purpose: 'cost',
  menus: ['expenses'],
  range: 'last-30',
  facts: false,
  columns: [
    { key: 'day', kind: 'day' },
    { key: 'vehicle', kind: 'vehicle' },
    { key: 'group', kind: 'group', optional: true },
    { key: 'driver', kind: 'driver', optional: true },
    { key: 'vendor', kind: 'text' },
    { key: 'litres', kind: 'volume', total: 'sum' },
    { key: 'full', kind: 'choice', choices: ['yes', 'no'] },
    { key: 'missed', kind: 'choice', choices: ['yes', 'no'], optional: true },
    { key: 'amount', kind: 'money', total: 'sum' },
    { key: 'otherCurrency', kind: 'text', optional: true },
    { key: 'price', kind: 'money', averageBy: 'priced' },
    { key: 'odometer', kind: 'distance', optional: true },
    { key: 'distance', kind: 'distance', total: 'sum' },
    { key: 'burnt', kind: 'volume', total: 'sum', optional: true },
    { key: 'economy', kind: 'economy', averageBy: 'distance' },
    { key: 'by', kind: 'choice', choices: ['odometer', 'tracked'], optional: true },
  ],
  time: 'day',
  once: true,
  sort: 'day',
  direction: 'desc',
  source: ({ scope, firstDay, lastDay, organisation, chosen, ownCurrency }) => {
    const fuel = `${organisation('e.organisation_id')}${andSeenExpense(scope)} AND ${IS_SPENT} AND e.kind = 'fuel'
      AND e.quantity IS NOT NULL`;
    return `
    -- Vehicles filled up in the range, and the day of the last full tank before it: earlier days have no effect.
    WITH before AS MATERIALIZED (
      SELECT w.vehicle_id, coalesce((
               SELECT e.day FROM expenses e
                WHERE e.vehicle_id = w.vehicle_id AND e.full_tank AND ${fuel}
                  AND e.day >= ${firstDay} - ${LOOK_BACK_DAYS} AND e.day < ${firstDay}
                ORDER BY e.day DESC LIMIT 1), ${firstDay}) AS since
        FROM (SELECT DISTINCT e.vehicle_id FROM expenses e
               WHERE ${fuel} AND e.vehicle_id IS NOT NULL AND e.day BETWEEN ${firstDay} AND ${lastDay}) w)
    SELECT f.id AS row_id, f.day, f.vehicle_id, v.registration AS vehicle, v.group_id, g.name AS "group", f.driver_id,
           dr.name AS driver, c.name AS vendor, f.quantity AS litres, CASE WHEN f.full_tank THEN 'yes' ELSE 'no' END AS "full",
           CASE WHEN f.missed_fill THEN 'yes' ELSE 'no' END AS missed,
           CASE WHEN f.counts THEN f.amount END AS amount,
           CASE WHEN NOT f.counts THEN ${amountText('f.amount', 'f.currency')} END AS "otherCurrency",
           CASE WHEN f.counts THEN f.amount / f.quantity END AS price, CASE WHEN f.counts THEN f.quantity END AS priced,
           f.odometer_m AS odometer, since.distance, CASE WHEN since.distance > 0 THEN f.burnt END AS burnt,
           f.burnt / since.distance * 100000 AS economy,
           CASE WHEN since.distance > 0 THEN CASE WHEN f.read IS NULL THEN 'tracked' ELSE 'odometer' END END AS by,
           '/expenses?open=' || f.id AS path
    FROM (
      SELECT e.*, e.odometer_m - e.full_odometer AS read,
             sum(e.quantity) OVER (PARTITION BY e.vehicle_id, e.fulls ORDER BY e.day, e.odometer_m NULLS LAST, e.id) AS burnt,
             bool_or(e.missed_fill) OVER (PARTITION BY e.vehicle_id, e.fulls ORDER BY e.day, e.odometer_m NULLS LAST, e.id) AS gap
      FROM (
        SELECT e.*,
               -- Fills between two full tanks have the same number, including the second full tank.
               count(*) FILTER (WHERE e.closes) OVER (PARTITION BY e.vehicle_id
                 ORDER BY e.day, e.odometer_m NULLS LAST, e.id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS fulls,
               lag(e.day) OVER full_before AS full_day, lag(e.odometer_m) OVER full_before AS full_odometer
        FROM (
          SELECT e.*, ${ownCurrency('e.currency')} AS counts,
                 -- Another fill followed on that day at an unknown distance, so both use the distance up to the end of that day.
                 e.full_tank AND NOT coalesce(bool_or(e.full_tank AND e.odometer_m IS NULL) OVER (
                   PARTITION BY e.vehicle_id, e.day ORDER BY e.odometer_m NULLS LAST, e.id
                   ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING), false) AS closes
          FROM before b JOIN expenses e ON e.vehicle_id = b.vehicle_id AND e.day BETWEEN b.since AND ${lastDay}
          WHERE ${fuel}) e
        WINDOW full_before AS (PARTITION BY e.vehicle_id, e.closes ORDER BY e.day, e.odometer_m NULLS LAST, e.id)) e) f
    JOIN vehicles v ON v.id = f.vehicle_id LEFT JOIN vehicle_groups g ON g.id = v.group_id
    LEFT JOIN drivers dr ON dr.id = f.driver_id LEFT JOIN contacts c ON c.id = f.vendor_id
    LEFT JOIN LATERAL (
      SELECT nullif(greatest(coalesce(f.read, (SELECT sum(d.distance_m) FROM day_totals d
        WHERE d.vehicle_id = f.vehicle_id AND d.day > f.full_day AND d.day <= f.day)), 0), 0) AS distance
      WHERE f.closes AND f.fulls > 0 AND NOT f.gap) since ON true
    WHERE f.day >= ${firstDay}${chosen('v')}`;
  },
  chart: { by: 'day', column: 'litres' },
  opens: 'path',
  texts: reportTexts('fuel-fills'),
});
