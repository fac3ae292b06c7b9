import { includesAllStops, searchedOutlet, visitsSql, visitSums } from '../../runs-sql.ts';
import { defineReport } from '../../report.ts';
import { reportTexts } from '../../report-texts.ts';

const STATES = ['done', 'arrived', 'unplanned', 'missed', 'skipped', 'unknown'] as const;

/** The visits of each outlet: time, vehicle, driver, duration, and the planned time. */
export const outletVisitsReport = defineReport({
  purpose: 'distribution',
  menus: ['routes', 'outlets'],
  range: 'last-7',
  searched: true,
  columns: [
    { key: 'day', kind: 'day', known: true },
    { key: 'code', kind: 'text' },
    { key: 'outlet', kind: 'text' },
    { key: 'territory', kind: 'text', optional: true },
    { key: 'state', kind: 'choice', choices: STATES, known: true },
    { key: 'planned', kind: 'moment' },
    { key: 'arrival', kind: 'moment' },
    { key: 'departure', kind: 'moment' },
    { key: 'duration', kind: 'duration', total: 'sum' },
    { key: 'route', kind: 'text' },
    { key: 'vehicle', kind: 'vehicle' },
    { key: 'driver', kind: 'driver' },
    { key: 'said', kind: 'moment' },
    { key: 'doubt', kind: 'choice', choices: ['shared', 'neighbour'], optional: true },
  ],
  own: [{ key: 'show', kind: 'choice', value: 'all', choices: ['all', ...STATES] }],
  time: 'day',
  sort: 'day',
  direction: 'desc',
  source: (query) => `
    SELECT x.id AS row_id, r.day, r.id AS run_id, x.outlet_id, x.stop_id, r.route_id, x.vehicle_id, r.driver_id,
           x.state, CASE WHEN x.served THEN x.arrived_at END AS arrival, CASE WHEN x.served THEN x.departed_at END AS departure,
           CASE WHEN x.served THEN x.stood_s END AS duration, x.doubt, '/settings/outlets/' || x.outlet_id AS path
    ${visitsSql(query, `JOIN run_visits x ON x.run_id = r.id AND x.state <> 'planned'`)} AND ${query.choice('show')} IN ('all', x.state)${searchedOutlet(query, 'x.outlet_id')}`,
  late: {
    keys: ['code', 'outlet', 'territory', 'planned', 'route', 'vehicle', 'driver', 'said'],
    columns: `ou.code, ou.name AS outlet, te.name AS territory, st.planned_arrival AS planned, ro.name AS route,
      ve.registration AS vehicle, dr.name AS driver, wo.done_at AS said`,
    joins: `LEFT JOIN outlets ou ON ou.id = r.outlet_id LEFT JOIN route_run_stops st ON st.id = r.stop_id
      LEFT JOIN territories te ON te.id = st.territory_id LEFT JOIN routes ro ON ro.id = r.route_id
      LEFT JOIN vehicles ve ON ve.id = r.vehicle_id LEFT JOIN drivers dr ON dr.id = r.driver_id
      LEFT JOIN run_stop_words wo ON wo.run_id = r.run_id AND wo.outlet_id = r.outlet_id`,
  },
  sums: {
    hold: includesAllStops,
    source: (query) => `
      SELECT r.day, x.vehicle_id, r.driver_id, x.visits AS rows, x.stood_s AS duration, x.served AS "durationKnown"
      ${visitSums(query)}`,
  },
  chart: { by: 'day', column: null },
  opens: 'path',
  texts: reportTexts('outlet-visits'),
});
