import { begins, reachesOver, secondsWithin } from '../../../store/facts/overlapping.ts';
import { driverAt } from '../../../store/drivers/who-drove.ts';
import { andSeenExpense } from '../../../store/expenses/expense-rows.ts';
import { IS_SPENT } from '../../../store/expenses/expense-totals.ts';
import { defineReport } from '../../report.ts';
import texts from './texts.json' with { type: 'json' };

/** A bill of fuel that is older tells no price any more. */
const PRICE_DAYS = 400;

/** Standing with the engine on, in trips and at stops; cut at the ends of the range. */
export const idlingReport = defineReport({
  purpose: 'cost',
  range: 'last-7',
  columns: [
    { key: 'vehicle', kind: 'vehicle' },
    { key: 'group', kind: 'group', optional: true },
    { key: 'driver', kind: 'driver' },
    { key: 'start', kind: 'moment', known: true },
    { key: 'end', kind: 'moment' },
    { key: 'duration', kind: 'duration', total: 'sum', known: true },
    { key: 'place', kind: 'place', at: ['lat', 'lon'] },
    { key: 'fuel', kind: 'volume', total: 'sum' },
    { key: 'cost', kind: 'money', total: 'sum', menu: 'expenses' },
    { key: 'source', kind: 'choice', choices: ['wire', 'voltage', 'engineRpm', 'movement'], optional: true },
  ],
  own: [{ key: 'leastDuration', kind: 'duration', value: 0 }],
  time: 'start',
  end: 'end',
  sort: 'start',
  direction: 'desc',
  source: (query) => {
    const { from, to, whose, number, union, organisation, ownCurrency, lastDay, scope } = query;
    // Each vehicle with what a litre cost on its last bill: looked up once for each, by OFFSET 0, not for each of its rows.
    const vehicles = `(
      SELECT v.id, v.registration, v.group_id, v.idle_l_per_h, v.idle_l_per_h * (
        SELECT e.amount / e.quantity FROM expenses e
        WHERE e.vehicle_id = v.id AND ${organisation('e.organisation_id')}${andSeenExpense(scope)} AND ${IS_SPENT}
          AND e.kind = 'fuel' AND e.quantity > 0 AND ${ownCurrency('e.currency')}
          AND e.day > ${lastDay} - ${PRICE_DAYS} AND e.day <= ${lastDay}
        ORDER BY e.day DESC, e.odometer_m DESC NULLS LAST, e.id DESC LIMIT 1) AS cost_per_h
      FROM vehicles v WHERE ${whose('v')} OFFSET 0) v`;
    const rows = (found: string, where: string) => `
      SELECT f.id AS row_id, f.vehicle_id, v.registration AS vehicle, v.group_id, g.name AS "group",
             f.started_at AS start, f.ended_at AS "end", part.seconds AS duration, f.lat, f.lon,
             f.engine_source AS source, part.seconds / 3600 * v.idle_l_per_h AS fuel, part.seconds / 3600 * v.cost_per_h AS cost
      FROM ${found} LEFT JOIN vehicle_groups g ON g.id = v.group_id
      CROSS JOIN LATERAL (SELECT ${secondsWithin(query)} AS seconds) part
      WHERE ${where} AND f.duration_s >= ${number('leastDuration')}`;
    return union([
      rows(`idles f JOIN ${vehicles} ON v.id = f.vehicle_id`, begins({ from, to })),
      rows(`${vehicles} CROSS JOIN LATERAL ${reachesOver('idles', from)} f`, 'true'),
    ]);
  },
  late: {
    keys: ['driver'],
    columns: 'dr.id AS driver_id, dr.name AS driver',
    joins: driverAt('r.start', 'r.vehicle_id'),
  },
  chart: { by: 'vehicle', column: 'duration' },
  map: 'points',
  opens: 'history',
  texts,
});
