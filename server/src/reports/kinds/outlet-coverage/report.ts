import { share, visitsSql } from '../../runs-sql.ts';
import type { ReportQuery } from '../../report-query.ts';
import { defineReport } from '../../report.ts';
import { reportTexts } from '../../report-texts.ts';

/**
 * Visits of each outlet: planned ones in each territory that it was in when the run was created, and unplanned ones.
 * OFFSET 0, so that runs are read one by one from a covering index instead of reading the visits of all runs.
 */
const byStop = (query: ReportQuery): string => `
  SELECT x.outlet_id, x.stop_id IS NOT NULL AS planned, x.territory_id, count(*) AS visits, count(*) FILTER (WHERE x.served) AS served,
         count(*) FILTER (WHERE x.state = 'missed') AS missed, max(x.arrived_at) FILTER (WHERE x.served) AS last
  ${visitsSql(
    query,
    `CROSS JOIN LATERAL (SELECT x.outlet_id, x.territory_id, x.stop_id, x.state, x.served, x.arrived_at, x.vehicle_id
       FROM run_visits x WHERE x.run_id = r.id OFFSET 0) x`,
  )} GROUP BY 1, 2, 3`;

/** The same by outlet and territory: unplanned visits count in the present territory of the outlet. */
const byOutlet = (query: ReportQuery): string => `
  SELECT s.outlet_id, CASE WHEN s.planned THEN s.territory_id ELSE coalesce(u.hand_territory_id, u.area_territory_id) END AS territory_id,
         coalesce(sum(s.visits) FILTER (WHERE s.planned), 0) AS planned, coalesce(sum(s.served) FILTER (WHERE s.planned), 0) AS visited,
         sum(s.missed) AS missed, coalesce(sum(s.visits) FILTER (WHERE NOT s.planned), 0) AS unplanned,
         sum(s.served) > 0 AS reached, max(s.last) AS last
  FROM (${byStop(query)}) s JOIN outlets u ON u.id = s.outlet_id GROUP BY 1, 2`;

/** The due outlets that were visited and those that were not, by outlet or by territory. */
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
    // Without a total: an outlet that had nothing in a part of the range is not in the report of that part.
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
  texts: reportTexts('outlet-coverage'),
});
