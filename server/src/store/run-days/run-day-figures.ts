import { MAX_DEPOTS } from '@milepost/contract/route-kinds';
import { MAX_COMPARED_TERRITORIES, type StopFigure } from '@milepost/contract/run-day-kinds';
import type { BehindStop, RunSums, TerritoryDay } from '@milepost/contract/run-day-operations';
import type { Queryable } from '../database.ts';
import { type Page, type PageRequest, pageSql } from '../page.ts';
import { refSql } from '../routes/route-rows.ts';
import { onlyRow } from '../rows.ts';
import { andSeen, type Scope } from '../scope.ts';
import { SOLD } from '../runs/write-run-trade.ts';
import { filterValues, iso, isoOf, type RunDayFilter, visibleRunsSql, VISIT_LATE } from './run-day-rows.ts';

const sum = (column: string, type = 'int') => `coalesce(sum(f.${column}), 0)::${type}`;

/**
 * SQL of a vehicle's load factor at the departure of a run `u`, the highest of its units, 0 to 1 or more; null if
 * unknown.
 */
const FILL = `CASE WHEN u.load IS NOT NULL THEN (SELECT greatest((u.load->>'kgOut')::float8 / nullif(c.load_kg, 0),
    (u.load->>'m3Out')::float8 / nullif(c.load_m3, 0), (u.load->>'cratesOut')::float8 / nullif(c.load_crates, 0))
  FROM run_vehicles w JOIN vehicles c ON c.id = w.vehicle_id WHERE w.run_id = u.id ORDER BY w.from_time LIMIT 1) END`;

/** SQL of `RunSums` for runs `u` with their facts `f`. */
export const SUMS = `count(*)::int AS runs, ${sum('planned')} AS planned, ${sum('visited')} AS visited,
  ${sum('missed')} AS missed, ${sum('unknown')} AS unknown, ${sum('skipped')} AS skipped, ${sum('unplanned')} AS unplanned,
  ${sum('in_sequence')} AS "inSequence", ${sum('windows')} AS windows, ${sum('on_time')} AS "onTime", ${sum('late')} AS late,
  ${sum('stood_s', 'float8')} AS "stoodS", ${sum('lasted_s', 'float8')} AS "lastedS",
  ${sum('driven_m', 'float8')} AS "drivenM",
  coalesce(sum(f.visited + f.unplanned) FILTER (WHERE f.driven_m IS NOT NULL), 0)::int AS "dropsDriven",
  coalesce(sum(u.driving_m) FILTER (WHERE f.driven_m IS NOT NULL), 0)::float8 AS "plannedM", ${sum('doubts')} AS doubts,
  coalesce(sum(${FILL}), 0)::float8 AS fill, count(${FILL})::int AS filled, ${sum('delivered', 'float8')} AS delivered,
  ${sum('returned', 'float8')} AS returned, ${sum('sold')} AS sold, ${sum('sold_of')} AS "soldOf", ${sum('cold')} AS cold,
  ${sum('cold_of')} AS "coldOf"`;

/** The sums of the runs of a day, except cancelled ones. */
export async function readRunSums(db: Queryable, scope: Scope, filter: RunDayFilter): Promise<RunSums> {
  const found = await db.query<RunSums>(
    `SELECT ${SUMS} FROM route_runs u LEFT JOIN run_facts f ON f.run_id = u.id
      WHERE ${visibleRunsSql(scope)} AND u.day = $4 AND u.state = 'planned'`,
    [...filterValues(scope, filter), filter.day],
  );
  return onlyRow(found);
}

/** The number of outlets due on a day, and of those visited by any run. */
export async function readCoverage(
  db: Queryable,
  scope: Scope,
  filter: RunDayFilter,
): Promise<{ due: number; covered: number }> {
  const found = await db.query<{ due: number; covered: number }>(
    `SELECT count(*) FILTER (WHERE due)::int AS due, count(*) FILTER (WHERE due AND served)::int AS covered FROM (
       SELECT bool_or(v.stop_id IS NOT NULL) AS due, bool_or(v.served) AS served FROM run_visits v
        WHERE v.run_id IN (SELECT u.id FROM route_runs u
          WHERE ${visibleRunsSql(scope)} AND u.day = $4 AND u.state = 'planned') GROUP BY v.outlet_id) o`,
    [...filterValues(scope, filter), filter.day],
  );
  return onlyRow(found);
}

/** The sums of a day by the territories of its stops; largest first. */
export async function readTerritoryDays(
  db: Queryable,
  scope: Scope,
  filter: RunDayFilter,
): Promise<{ territories: TerritoryDay[]; territoriesTotal: number }> {
  const { rows } = await db.query<TerritoryDay & { total: number }>(
    `SELECT CASE WHEN t.id IS NOT NULL THEN json_build_object('id', t.id, 'name', t.name, 'colour', t.colour) END AS territory,
            count(*)::int AS runs, sum(w.planned)::int AS planned, sum(w.visited)::int AS visited,
            sum(w.missed)::int AS missed, sum(w.unknown)::int AS unknown, sum(w.late)::int AS late,
            sum(w.windows)::int AS windows, sum(w.on_time)::int AS "onTime", sum(w.stood_s)::float8 AS "stoodS",
            count(*) OVER ()::int AS total
       FROM route_runs u JOIN run_territories w ON w.run_id = u.id LEFT JOIN territories t ON t.id = w.territory_id
      WHERE ${visibleRunsSql(scope)} AND u.day = $4 AND u.state = 'planned' AND ($2::int IS NULL OR w.territory_id = $2)
      GROUP BY t.id ORDER BY sum(w.planned) DESC, t.name, t.id LIMIT ${MAX_COMPARED_TERRITORIES}`,
    [...filterValues(scope, filter), filter.day],
  );
  return {
    territories: rows.map(({ total: _total, ...row }) => row),
    territoriesTotal: rows[0]?.total ?? 0,
  };
}

/** The depots at which the runs of a day begin or end. */
export async function readDepotsOfDay(db: Queryable, scope: Scope, filter: RunDayFilter) {
  const { rows } = await db.query<{ id: number; name: string; total: number }>(
    `SELECT d.id, d.name, count(*) OVER ()::int AS total FROM route_runs u JOIN depots d ON d.id IN (u.begin_depot_id, u.end_depot_id)
      WHERE ${visibleRunsSql(scope)} AND u.day = $4 GROUP BY d.id ORDER BY d.name, d.id LIMIT ${MAX_DEPOTS}`,
    [...filterValues(scope, { territoryId: filter.territoryId }), filter.day],
  );
  return { depots: rows.map(({ id, name }) => ({ id, name })), depotsTotal: rows[0]?.total ?? 0 };
}

const ON_TIME = 'v.arrived_at BETWEEN s.window_from AND s.window_to';
const hasEntry = (what: string) =>
  `EXISTS (SELECT FROM run_stop_words w WHERE w.run_id = v.run_id AND w.outlet_id = v.outlet_id AND ${what})`;
/** SQL: true when a stop is counted in a figure. */
const FIGURE_CONDITIONS: Record<StopFigure, string> = {
  planned: 's.id IS NOT NULL',
  visited: 'v.served AND s.id IS NOT NULL',
  missed: `v.state = 'missed'`,
  unknown: `v.state = 'unknown'`,
  skipped: `v.state = 'skipped'`,
  unplanned: `v.state = 'unplanned'`,
  late: VISIT_LATE,
  'on-time': `v.served AND ${ON_TIME}`,
  unvisited: 's.id IS NOT NULL AND NOT v.served',
  doubts: 'v.doubt IS NOT NULL',
  returned: hasEntry('w.returned > 0'),
  sold: `v.served AND s.id IS NOT NULL AND ${hasEntry(SOLD)}`,
};

interface FigureStopRow extends Omit<
  BehindStop,
  'plannedAt' | 'arrivedAt' | 'departedAt' | 'windowFrom' | 'windowTo' | 'expectedAt' | 'errorS'
> {
  plannedAt: Date | null;
  arrivedAt: Date | null;
  departedAt: Date | null;
  windowFrom: Date | null;
  windowTo: Date | null;
  awaited: { at: number; errorS: number } | null;
}

/** The stops of a figure of a day, by planned or otherwise actual time. */
export async function listFigureStops(
  db: Queryable,
  scope: Scope,
  params: RunDayFilter & Omit<PageRequest, 'search'> & { figure: StopFigure },
): Promise<Page<BehindStop>> {
  const values = [...filterValues(scope, params), params.day];
  const from = `run_visits v LEFT JOIN route_run_stops s ON s.id = v.stop_id JOIN route_runs u ON u.id = v.run_id
    WHERE ${visibleRunsSql(scope)} AND u.day = $4 AND u.state = 'planned' AND ${FIGURE_CONDITIONS[params.figure]}
      AND ($2::int IS NULL OR s.territory_id = $2)`;
  const counted = await db.query<{ total: number }>(`SELECT count(*)::int AS total FROM ${from}`, values);
  const { rows } = await db.query<FigureStopRow>(
    `WITH page AS (
       SELECT v.id, row_number() OVER () AS place FROM (SELECT v.id FROM ${from}
         ${pageSql(params, { planned: 'coalesce(s.planned_arrival, v.arrived_at)' }, 'v.run_id, v.outlet_id')}) v
     )
     SELECT v.outlet_id AS "outletId", p.name, p.code, v.state, s.planned_arrival AS "plannedAt",
            v.arrived_at AS "arrivedAt", v.departed_at AS "departedAt", s.window_from AS "windowFrom",
            s.window_to AS "windowTo", coalesce(${VISIT_LATE}, false) AS late, v.doubt, u.id AS "runId",
            json_build_object('id', r.id, 'name', r.name, 'colour', r.colour) AS route,
            ${refSql('c', 'registration')} AS vehicle,
            CASE WHEN v.state = 'planned' AND f.ended_at IS NULL THEN
              jsonb_path_query_first(e.stops, '$[*] ? (@.outletId == $id)', jsonb_build_object('id', v.outlet_id)) END AS awaited
       FROM page g JOIN run_visits v ON v.id = g.id LEFT JOIN route_run_stops s ON s.id = v.stop_id
       JOIN outlets p ON p.id = v.outlet_id JOIN route_runs u ON u.id = v.run_id JOIN routes r ON r.id = u.route_id
       LEFT JOIN vehicles c ON c.id = v.vehicle_id${andSeen(scope, 'c.id')} LEFT JOIN run_facts f ON f.run_id = u.id
       LEFT JOIN run_expected e ON e.run_id = u.id ORDER BY g.place`,
    values,
  );
  return {
    rows: rows.map(({ awaited, ...row }) => ({
      ...row,
      plannedAt: iso(row.plannedAt),
      arrivedAt: iso(row.arrivedAt),
      departedAt: iso(row.departedAt),
      windowFrom: iso(row.windowFrom),
      windowTo: iso(row.windowTo),
      expectedAt: awaited ? isoOf(awaited.at) : null,
      errorS: awaited?.errorS ?? null,
    })),
    total: onlyRow(counted).total,
  };
}
