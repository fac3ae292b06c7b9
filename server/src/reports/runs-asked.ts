import { andSeen } from '../store/scope.ts';
import type { Asked, ReportQuery } from './report-query.ts';

/**
 * SQL of the runs `r` of the range whose time has come, with their facts `f`, route `o`, vehicle `v`, its group `g` and driver
 * `d`: those of vehicles that the caller sees, and those without a vehicle where the caller sees all.
 * @param more joins of the report's own
 */
export const runsAsked = (query: ReportQuery, more = ''): string => `
  FROM route_runs r JOIN run_facts f ON f.run_id = r.id JOIN routes o ON o.id = r.route_id
  LEFT JOIN vehicles v ON v.id = r.vehicle_id LEFT JOIN vehicle_groups g ON g.id = v.group_id
  LEFT JOIN drivers d ON d.id = r.driver_id ${more}
  WHERE ${runsWhere(query)}`;

/** The same for facts that need neither names nor groups: runs `r` and vehicle `v`. */
export const runsWhere = ({ firstDay, lastDay, organisation, scope, chosen }: ReportQuery): string => `
  r.state = 'planned' AND r.day BETWEEN ${firstDay} AND ${lastDay}
  AND ${organisation('r.organisation_id')}${andSeen(scope, 'r.vehicle_id')}${chosen('v')}`;

/** SQL of the part of a whole, 0 to 1; null where there is no whole. */
export const share = (part: string, whole: string): string => `(${part})::float8 / nullif(${whole}, 0)`;

/** ` AND …` for the outlets in whose code or name words are searched, by the SQL of an outlet's id; nothing where none are. */
export const searchedOutlet = (query: ReportQuery, id: string): string => {
  const words = query.searched('u.code', 'u.name');
  return words === '' ? '' : ` AND ${id} IN (SELECT u.id FROM outlets u WHERE true${words})`;
};

/** SQL of the sums `s` of what happened at the stops of the runs `r`. */
export const visitSums = (query: ReportQuery): string => `
  FROM route_runs r JOIN run_visit_sums s ON s.run_id = r.id LEFT JOIN vehicles v ON v.id = r.vehicle_id
  WHERE ${runsWhere(query)}`;

/** Whether all stops of a run are asked for, so that its sums hold. */
export const ofAllStops = ({ search, own }: Asked): boolean => search === '' && own['show'] === 'all';
