import { beginsWithinSql, reachesOver, secondsWithin } from '../../../store/facts/overlapping.ts';
import { driverAt } from '../../../store/drivers/who-drove.ts';
import { andSeenExpense } from '../../../store/expenses/expense-rows.ts';
import { IS_SPENT } from '../../../store/expenses/expense-totals.ts';
import { daysSql } from '../../days-sql.ts';
import { defineReport } from '../../report.ts';
import { publicOnly } from '../../public-only.ts';
import { reportTexts } from '../../report-texts.ts';

/** An older fuel bill no longer gives a price. */
const PRICE_DAYS = 400;
/**
 * Idling that is cut at the beginning of the range began at most this many days before, since it is split after a day.
 */
const CUT_DAYS = 3;

/**
 * Standing with the engine on, in trips and at stops, cut at the ends of the range. The price per litre is that of the
 * last bill up to the day on which the idling began, whatever the range, so that the costs of two ranges add up.
 */
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
    { key: 'whole', kind: 'duration' },
    { key: 'place', kind: 'place', at: ['lat', 'lon'], private: 'private' },
    { key: 'fuel', kind: 'volume', total: 'sum' },
    { key: 'cost', kind: 'money', total: 'sum', menu: 'expenses' },
    { key: 'source', kind: 'choice', choices: ['wire', 'voltage', 'engineRpm', 'movement'], optional: true },
  ],
  own: [{ key: 'leastDuration', kind: 'duration', value: 0 }],
  hours: true,
  time: 'start',
  end: 'end',
  sort: 'start',
  direction: 'desc',
  source: (query) => {
    const {
      from,
      to,
      subjectSql: vehicleFilter,
      number,
      union,
      organisation,
      ownCurrency,
      firstDay,
      lastDay,
      zone,
      scope,
    } = query;
    const bill = (day: string) => `
      SELECT e.day, e.odometer_m, e.id, e.amount::float8 / e.quantity AS litre FROM expenses e
      WHERE e.vehicle_id = w.id AND ${organisation('e.organisation_id')}${andSeenExpense(scope)} AND ${IS_SPENT}
        AND e.kind = 'fuel' AND e.quantity > 0 AND ${ownCurrency('e.currency')} AND ${day}`;
    const before = `${firstDay} - ${CUT_DAYS}`;
    // Each vehicle `w` with the cost of an hour of idling by the last bill of each day that has one, and the period in
    // which that price is valid. Looked up once for each vehicle, by OFFSET 0, not for each of its rows.
    const priced = `
      SELECT w.id, w.registration, w.group_id, w.idle_l_per_h, price.since, price.until, price.second
      FROM vehicles w LEFT JOIN LATERAL (
        SELECT array_agg(day_begins(b.day, ${zone}) ORDER BY b.day) AS since,
               array_agg(day_begins(b.day, ${zone}) + interval '${PRICE_DAYS} days' ORDER BY b.day) AS until,
               array_agg(w.idle_l_per_h / 3600 * b.litre ORDER BY b.day) AS second
        FROM (SELECT DISTINCT ON (b.day) b.day, b.litre FROM (
            (${bill(`e.day > ${before} - ${PRICE_DAYS} AND e.day <= ${before}`)}
             ORDER BY e.day DESC, e.odometer_m DESC NULLS LAST, e.id DESC LIMIT 1)
            UNION ALL ${bill(`e.day > ${before} AND e.day <= ${lastDay}`)}) b
          ORDER BY b.day, b.odometer_m DESC NULLS LAST, b.id DESC) b) price ON w.idle_l_per_h IS NOT NULL`;
    const rows = (found: string, where: string) => `
      SELECT f.id AS row_id, f.vehicle_id, v.registration AS vehicle, v.group_id, g.name AS "group",
             f.started_at AS start, f.ended_at AS "end", part.seconds AS duration, f.duration_s::float8 AS whole, f.private,
             ${publicOnly('f.lat')} AS lat, ${publicOnly('f.lon')} AS lon,
             f.engine_source AS source, part.seconds * (v.idle_l_per_h / 3600) AS fuel,
             CASE WHEN v.until[part.bill] > f.started_at THEN part.seconds * v.second[part.bill] END AS cost
      FROM ${found} LEFT JOIN vehicle_groups g ON g.id = v.group_id
      CROSS JOIN LATERAL (SELECT ${secondsWithin(query)} AS seconds, width_bucket(f.started_at, v.since) AS bill) part
      WHERE ${where} AND f.duration_s >= ${number('leastDuration')}`;
    return union([
      rows(
        `idles f JOIN (${priced} WHERE ${vehicleFilter('w')} OFFSET 0) v ON v.id = f.vehicle_id`,
        beginsWithinSql({ from, to }),
      ),
      // Only for the few vehicles that are idling when the range begins.
      rows(
        `(SELECT f.* FROM vehicles v CROSS JOIN LATERAL ${reachesOver('idles', from)} f WHERE ${vehicleFilter('v')} OFFSET 0) f
         CROSS JOIN LATERAL (${priced} WHERE w.id = f.vehicle_id OFFSET 0) v`,
        'true',
      ),
    ]);
  },
  late: {
    keys: ['driver'],
    columns: 'dr.id AS driver_id, dr.name AS driver',
    joins: driverAt('r.start', 'r.vehicle_id'),
  },
  // With an engine source, it is known that none idled.
  nothing: {
    keys: ['duration'],
    known: (query) => `SELECT 1 AS known FROM (${daysSql(query)}) d WHERE d.engine_known_s > 0`,
  },
  chart: { by: 'vehicle', column: 'duration' },
  map: 'points',
  opens: 'history',
  texts: reportTexts('idling'),
});
