import { driverAt } from '../../../store/drivers/who-drove.ts';
import { andSeenExpense } from '../../../store/expenses/expense-rows.ts';
import { isSpent } from '../../../store/expenses/expense-totals.ts';
import { defineReport } from '../../report.ts';
import { reportTexts } from '../../report-texts.ts';

/** Fills and drops from fuel level sensors, each fill with the bill of that day whose quantity is closest. */
export const fuelChangesReport = defineReport({
  purpose: 'cost',
  range: 'last-30',
  columns: [
    { key: 'vehicle', kind: 'vehicle' },
    { key: 'group', kind: 'group', optional: true },
    { key: 'driver', kind: 'driver', optional: true },
    { key: 'sensor', kind: 'text', optional: true },
    { key: 'change', kind: 'choice', choices: ['fill', 'drop'] },
    { key: 'start', kind: 'moment', known: true },
    { key: 'end', kind: 'moment', optional: true },
    { key: 'filled', kind: 'volume', total: 'sum', mayLack: true },
    { key: 'lost', kind: 'volume', total: 'sum', mayLack: true },
    { key: 'before', kind: 'volume' },
    { key: 'after', kind: 'volume' },
    { key: 'billed', kind: 'volume', menu: 'expenses' },
    { key: 'certainty', kind: 'choice', choices: ['sure', 'unsure'] },
    { key: 'place', kind: 'place', at: ['lat', 'lon'] },
  ],
  own: [
    { key: 'only', kind: 'choice', value: 'all', choices: ['all', 'fill', 'drop'] },
    { key: 'leastLitres', kind: 'number', value: 0 },
  ],
  hours: true,
  time: 'start',
  end: 'end',
  sort: 'start',
  direction: 'desc',
  source: ({ from, to, subjectSql: vehicleFilter, number, choice, zone, scope }) => `
    SELECT f.id AS row_id, f.vehicle_id, v.registration AS vehicle, v.group_id, g.name AS "group", s.name AS sensor,
           f.change, f.started_at AS start, f.ended_at AS "end", f.lat, f.lon,
           CASE WHEN f.change = 'fill' THEN f.litres END AS filled, CASE WHEN f.change = 'drop' THEN f.litres END AS lost,
           f.before_l AS before, f.after_l AS after, CASE WHEN f.sure THEN 'sure' ELSE 'unsure' END AS certainty,
           CASE WHEN f.change = 'fill' THEN (
             SELECT e.quantity FROM expenses e
              WHERE e.vehicle_id = f.vehicle_id AND e.kind = 'fuel' AND e.quantity IS NOT NULL AND ${isSpent('e')}${andSeenExpense(scope)}
                AND e.day = (f.started_at AT TIME ZONE ${zone})::date
              ORDER BY abs(e.quantity - f.litres), e.id LIMIT 1) END AS billed
    FROM fuel_changes f JOIN vehicles v ON v.id = f.vehicle_id
    LEFT JOIN vehicle_groups g ON g.id = v.group_id LEFT JOIN sensors s ON s.id = f.sensor_id
    WHERE f.started_at >= ${from} AND f.started_at < ${to} AND ${vehicleFilter('v')}
      AND ${choice('only')} IN ('all', f.change) AND f.litres >= ${number('leastLitres')}`,
  late: {
    keys: ['driver'],
    columns: 'dr.id AS driver_id, dr.name AS driver',
    joins: driverAt('r.start', 'r.vehicle_id'),
  },
  chart: { by: 'day', column: 'filled' },
  map: 'points',
  opens: 'history',
  texts: reportTexts('fuel-changes'),
});
