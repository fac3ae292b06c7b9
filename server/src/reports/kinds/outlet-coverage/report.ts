import { runsWhere, share } from '../../runs-asked.ts';
import type { ReportQuery } from '../../report-query.ts';
import { defineReport } from '../../report.ts';
import texts from './texts.json' with { type: 'json' };

/** Visits of each outlet in each territory that it was in on the day of the run. */
const byOutlet = (query: ReportQuery): string => `
  SELECT x.outlet_id, CASE WHEN x.stop_id IS NULL THEN coalesce(u.hand_territory_id, u.area_territory_id) ELSE s.territory_id END AS territory_id,
         count(x.stop_id) AS planned, count(*) FILTER (WHERE x.served AND x.stop_id IS NOT NULL) AS visited,
         count(*) FILTER (WHERE x.state = 'missed') AS missed, count(*) FILTER (WHERE x.stop_id IS NULL) AS unplanned,
         bool_or(x.served) AS reached, max(x.arrived_at) FILTER (WHERE x.served) AS last
  FROM route_runs r LEFT JOIN vehicles v ON v.id = r.vehicle_id JOIN run_visits x ON x.run_id = r.id
  LEFT JOIN route_run_stops s ON s.id = x.stop_id JOIN outlets u ON u.id = x.outlet_id
  WHERE ${runsWhere(query)} GROUP BY 1, 2`;

/** Whether the outlets that were due were visited, outlet by outlet or in each territory. */
export const outletCoverageReport = defineReport({
  purpose: 'distribution',
  menus: ['routes', 'outlets'],
  range: 'last-30',
  vehicles: true,
  searched: true,
  columns: [
    { key: 'territory', kind: 'text' },
    { key: 'code', kind: 'text' },
    { key: 'outlet', kind: 'text' },
    { key: 'class', kind: 'choice', choices: ['A', 'B', 'C'] },
    { key: 'due', kind: 'count', total: 'sum', known: true },
    { key: 'reached', kind: 'count', total: 'sum', known: true },
    { key: 'coverage', kind: 'share', averageBy: 'due' },
    { key: 'planned', kind: 'count', total: 'sum', known: true },
    { key: 'visited', kind: 'count', total: 'sum', known: true },
    { key: 'missed', kind: 'count', total: 'sum', known: true },
    { key: 'unplanned', kind: 'count', total: 'sum', known: true },
    // Without a total: an outlet of which nothing was in a part of the range is not in the report of that part.
    { key: 'wanted', kind: 'number', optional: true },
    { key: 'last', kind: 'moment', total: 'max' },
  ],
  own: [{ key: 'by', kind: 'choice', value: 'outlet', choices: ['outlet', 'territory'] }],
  once: true,
  sort: 'coverage',
  source: (query) => `
    WITH seen AS MATERIALIZED (
      SELECT c.*, t.name AS territory, u.code, u.name AS outlet, u.class, (c.planned > 0)::int AS due,
             (c.planned > 0 AND c.reached)::int AS met,
             u.visits_per_week * (${query.lastDay} - ${query.firstDay} + 1) / 7.0 AS wanted
      FROM (${byOutlet(query)}) c JOIN outlets u ON u.id = c.outlet_id LEFT JOIN territories t ON t.id = c.territory_id
      WHERE true${query.searched('u.code', 'u.name', 't.name')}
    )
    SELECT 'outlet ' || c.outlet_id || ' ' || coalesce(c.territory_id, 0) AS row_id, c.territory, c.code, c.outlet, c.class, c.due,
           c.met AS reached, CASE WHEN c.due = 1 THEN c.met::float8 END AS coverage, c.planned, c.visited, c.missed, c.unplanned,
           c.wanted::float8 AS wanted, c.last, '/settings/outlets/' || c.outlet_id AS path
    FROM seen c WHERE ${query.choice('by')} = 'outlet'
    UNION ALL
    SELECT 'territory ' || coalesce(c.territory_id, 0), min(c.territory), NULL, NULL, NULL, sum(c.due)::int, sum(c.met)::int,
           ${share('sum(c.met)', 'sum(c.due)')}, sum(c.planned)::int, sum(c.visited)::int, sum(c.missed)::int, sum(c.unplanned)::int,
           sum(c.wanted)::float8, max(c.last), '/settings/territory-settings'
    FROM seen c WHERE ${query.choice('by')} = 'territory' GROUP BY c.territory_id`,
  opens: 'path',
  texts,
});
