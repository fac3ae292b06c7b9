import { searchedOutlet, share, visitsSql } from '../../runs-sql.ts';
import { defineReport } from '../../report.ts';
import { reportTexts } from '../../report-texts.ts';

/** Goods that came back from outlets, as drivers reported them. */
export const returnsReport = defineReport({
  purpose: 'distribution',
  menus: ['routes'],
  range: 'last-30',
  searched: true,
  facts: false,
  columns: [
    { key: 'day', kind: 'day', known: true },
    { key: 'outlet', kind: 'text' },
    { key: 'route', kind: 'text' },
    { key: 'vehicle', kind: 'vehicle' },
    { key: 'driver', kind: 'driver' },
    { key: 'done', kind: 'moment' },
    { key: 'delivered', kind: 'number', total: 'sum' },
    { key: 'returned', kind: 'number', total: 'sum' },
    { key: 'share', kind: 'share', averageBy: 'out' },
    { key: 'note', kind: 'text' },
  ],
  own: [{ key: 'show', kind: 'choice', value: 'returned', choices: ['returned', 'all'] }],
  time: 'day',
  sort: 'day',
  direction: 'desc',
  source: (query) => `
    SELECT w.run_id || ' ' || w.outlet_id AS row_id, r.day, w.outlet_id, r.route_id, x.vehicle_id, r.driver_id, w.done_at AS done,
           w.delivered::float8 AS delivered, w.returned::float8 AS returned, coalesce(w.delivered, 0)::float8 AS out,
           ${share('w.returned', 'w.delivered')} AS share, w.note, '/settings/runs/' || r.id AS path
    ${visitsSql(
      query,
      `JOIN run_stop_words w ON w.run_id = r.id JOIN LATERAL (SELECT coalesce(
         (SELECT z.vehicle_id FROM run_visits z WHERE z.run_id = r.id AND z.outlet_id = w.outlet_id), r.vehicle_id) AS vehicle_id) x ON true`,
    )}
      AND CASE WHEN ${query.choice('show')} = 'all' THEN w.delivered IS NOT NULL OR w.returned IS NOT NULL
          ELSE w.returned > 0 END${searchedOutlet(query, 'w.outlet_id')}`,
  late: {
    keys: ['outlet', 'route', 'vehicle', 'driver'],
    columns: 'ou.name AS outlet, ro.name AS route, ve.registration AS vehicle, dr.name AS driver',
    joins: `JOIN outlets ou ON ou.id = r.outlet_id JOIN routes ro ON ro.id = r.route_id
      LEFT JOIN vehicles ve ON ve.id = r.vehicle_id LEFT JOIN drivers dr ON dr.id = r.driver_id`,
  },
  chart: { by: 'day', column: 'returned' },
  opens: 'path',
  texts: reportTexts('returns'),
});
