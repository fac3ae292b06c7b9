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
    // What a litre cost on the last bill of each vehicle.
    const price = `(SELECT DISTINCT ON (e.vehicle_id) e.vehicle_id, e.amount / e.quantity AS litre FROM expenses e
      WHERE ${organisation('e.organisation_id')}${andSeenExpense(scope)} AND ${IS_SPENT} AND e.kind = 'fuel'
        AND e.quantity > 0 AND ${ownCurrency('e.currency')} AND e.day > ${lastDay} - ${PRICE_DAYS} AND e.day <= ${lastDay}
      ORDER BY e.vehicle_id, e.day DESC, e.odometer_m DESC NULLS LAST, e.id DESC)`;
    const rows = (found: string, where: string) => `
      SELECT f.id AS row_id, f.vehicle_id, v.registration AS vehicle, v.group_id, g.name AS "group",
             f.started_at AS start, f.ended_at AS "end", part.seconds AS duration, f.lat, f.lon,
             f.engine_source AS source, part.seconds / 3600 * v.idle_l_per_h AS fuel,
             part.seconds / 3600 * v.idle_l_per_h * price.litre AS cost
      FROM ${found} LEFT JOIN ${price} price ON price.vehicle_id = v.id LEFT JOIN vehicle_groups g ON g.id = v.group_id
      CROSS JOIN LATERAL (SELECT ${secondsWithin(query)} AS seconds) part
      WHERE ${whose('v')} AND ${where} AND f.duration_s >= ${number('leastDuration')}`;
    return union([
      rows('idles f JOIN vehicles v ON v.id = f.vehicle_id', begins({ from, to })),
      rows(`vehicles v CROSS JOIN LATERAL ${reachesOver('idles', from)} f`, 'true'),
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
