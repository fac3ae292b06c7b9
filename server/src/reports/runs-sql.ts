import { andSeen } from '../store/scope.ts';
import type { ResolvedParams, ReportQuery } from './report-query.ts';

/**
 * SQL for the runs `r` of the range whose time has come, with their facts `f`, route `o`, vehicle `v`, its group `g`
 * and driver `d`: runs of vehicles that the caller sees, and runs without a vehicle if the caller sees all.
 * @param more joins of the report's own
 */
export const runsSql = (query: ReportQuery, more = ''): string => `
  FROM route_runs r JOIN run_facts f ON f.run_id = r.id JOIN routes o ON o.id = r.route_id
  LEFT JOIN vehicles v ON v.id = r.vehicle_id LEFT JOIN vehicle_groups g ON g.id = v.group_id
  LEFT JOIN drivers d ON d.id = r.driver_id ${more}
  WHERE ${runsWhere(query)}`;

/**
 * SQL for the stops or outlets `x` of runs `r`, each with the vehicle `v` that was there, otherwise the last one of the
 * run.
 * @param joined the joins that provide `x`
 */
export const visitsSql = (query: ReportQuery, joined: string): string => `
  FROM route_runs r ${joined} LEFT JOIN vehicles v ON v.id = x.vehicle_id WHERE ${visitsWhere(query, 'x.vehicle_id')}`;

/** The same for queries that need neither names nor groups: runs `r` and vehicle `v`. */
export const runsWhere = (query: ReportQuery): string => visitsWhere(query, 'r.vehicle_id');

const visitsWhere = ({ firstDay, lastDay, organisation, scope, chosen }: ReportQuery, vehicle: string): string => `
  r.state = 'planned' AND r.day BETWEEN ${firstDay} AND ${lastDay}
  AND ${organisation('r.organisation_id')}${andSeen(scope, vehicle)}${chosen('v')}`;

/** SQL for a part of a whole, 0 to 1; null when the whole is 0. */
export const share = (part: string, whole: string): string => `(${part})::float8 / nullif(${whole}, 0)`;

/**
 * SQL for adherence from the sums of a table: visited stops / planned stops with a known result; null until one was
 * visited or missed, as `adherenceOf` in the browser. Its weight in averages is the number of stops with a known
 * result.
 */
export const adherence = (sums: string): string =>
  `CASE WHEN ${sums}.visited + ${sums}.missed > 0 THEN ${share(`${sums}.visited`, `${sums}.planned - ${sums}.unknown`)} END`;

/**
 * ` AND …` for the outlets whose code or name matches the search words, by the SQL for an outlet's id; empty without a
 * search.
 */
export const searchedOutlet = (query: ReportQuery, id: string): string => {
  const words = query.searched('u.code', 'u.name');
  return words === '' ? '' : ` AND ${id} IN (SELECT u.id FROM outlets u WHERE true${words})`;
};

/** SQL for the sums `x` of what happened at the stops of the runs `r`, by vehicle. */
export const visitSums = (query: ReportQuery): string => visitsSql(query, 'JOIN run_visit_sums x ON x.run_id = r.id');

/** True when all stops of a run are included, so that its precomputed sums hold. */
export const includesAllStops = ({ search, own }: ResolvedParams): boolean => search === '' && own['show'] === 'all';
