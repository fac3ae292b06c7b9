import { PUNCTUALITY, TIMED } from '../../../store/runs/write-visit-sums.ts';
import { includesAllStops, visitsSql, visitSums } from '../../runs-sql.ts';
import { defineReport } from '../../report.ts';
import { reportTexts } from '../../report-texts.ts';

const STATES = ['onTime', 'early', 'late', 'missed', 'unknown'] as const;

/** Each stop with a time window, and whether it was reached within it. */
export const punctualityReport = defineReport({
  purpose: 'distribution',
  menus: ['routes'],
  range: 'last-7',
  columns: [
    { key: 'day', kind: 'day', known: true },
    { key: 'route', kind: 'text' },
    { key: 'outlet', kind: 'text' },
    { key: 'vehicle', kind: 'vehicle' },
    { key: 'driver', kind: 'driver' },
    { key: 'planned', kind: 'moment' },
    { key: 'from', kind: 'moment', known: true },
    { key: 'to', kind: 'moment', known: true },
    { key: 'arrival', kind: 'moment' },
    { key: 'state', kind: 'choice', choices: STATES, known: true },
    { key: 'late', kind: 'duration', total: 'max' },
    { key: 'early', kind: 'duration', total: 'max', optional: true },
    { key: 'onTime', kind: 'share', averageBy: 'served' },
  ],
  own: [{ key: 'show', kind: 'choice', value: 'all', choices: ['all', ...STATES] }],
  time: 'day',
  sort: 'day',
  direction: 'desc',
  // Names are looked up for the displayed page only, because a month has a hundred thousand stops.
  source: (query) => `
    SELECT s.*, r_state.state
    FROM (
      SELECT x.id AS row_id, r.id AS run_id, r.day, r.route_id, x.outlet_id, x.vehicle_id, r.driver_id,
             x.stop_id, x.window_from AS "from", x.window_to AS "to",
             CASE WHEN x.served THEN x.arrived_at END AS arrival, x.served::int AS served, x.state AS visit,
             ${PUNCTUALITY.late} AS late, ${PUNCTUALITY.early} AS early, ${PUNCTUALITY.onTime} AS "onTime",
             '/settings/runs/' || r.id AS path
      ${visitsSql(query, `JOIN run_visits x ON x.run_id = r.id AND ${TIMED}`)}) s
    CROSS JOIN LATERAL (SELECT CASE WHEN s.served = 0 THEN s.visit WHEN s.late IS NOT NULL THEN 'late'
      WHEN s.early IS NOT NULL THEN 'early' ELSE 'onTime' END AS state) r_state
    WHERE ${query.choice('show')} IN ('all', r_state.state)`,
  late: {
    keys: ['route', 'outlet', 'vehicle', 'driver', 'planned'],
    columns: `ro.name AS route, ou.name AS outlet, ve.registration AS vehicle, dr.name AS driver,
      st.planned_arrival AS planned`,
    joins: `LEFT JOIN routes ro ON ro.id = r.route_id LEFT JOIN outlets ou ON ou.id = r.outlet_id
      LEFT JOIN vehicles ve ON ve.id = r.vehicle_id LEFT JOIN drivers dr ON dr.id = r.driver_id
      LEFT JOIN route_run_stops st ON st.id = r.stop_id`,
  },
  sums: {
    hold: includesAllStops,
    source: (query) => `
      SELECT r.day, x.vehicle_id, r.driver_id, x.timed AS rows, x.late_s AS late, x.late AS "lateKnown", x.early_s AS early,
             x.early AS "earlyKnown", x.on_time AS "onTime", x.timed_served AS "onTimeKnown", x.timed_served AS "onTimeWeight"
      ${visitSums(query)} AND x.timed > 0`,
  },
  chart: { by: 'day', column: 'onTime' },
  opens: 'path',
  texts: reportTexts('punctuality'),
});
