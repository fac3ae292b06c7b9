import type { ServiceState } from '@milepost/contract/maintenance-kinds';
import { AppError } from '../../errors.ts';
import { andSeen, type Scope } from '../scope.ts';

/** SQL: true when a plan `p` covers a vehicle `v` now. */
export const PLAN_COVERS_VEHICLE_SQL = `v.organisation_id = p.organisation_id AND v.deleted_at IS NULL AND v.moved_at IS NULL AND (p.all_vehicles
  OR v.id = ANY(p.vehicle_ids) OR v.group_id = ANY(p.group_ids) OR v.type = ANY(p.types))`;

/** SQL of organisations with their present day, computed once for each. */
export const TODAYS = '(SELECT id, (now() AT TIME ZONE time_zone)::date AS today FROM organisations OFFSET 0)';

/** The same for a scope, whose organisations are `$1`: usually a single one, which makes the join cheap. */
export const LOCAL_DATES_IN_SCOPE_SQL = TODAYS.replace(' OFFSET', ' WHERE id = ANY($1) OFFSET');

/** Dues `d` with their organisation `o`. Dues of plans that no longer apply have been deleted. */
export const DUES = `service_dues d JOIN ${TODAYS} o ON o.id = d.organisation_id`;
export const SERVICE_DUES_IN_SCOPE_SQL = `service_dues d JOIN ${LOCAL_DATES_IN_SCOPE_SQL} o ON o.id = d.organisation_id`;

/**
 * SQL: true when the vehicle of a due `d` is not deleted. Few vehicles are deleted, so they are looked up instead of
 * joined.
 */
export const VEHICLE_EXISTS_SQL = 'd.vehicle_id NOT IN (SELECT id FROM vehicles WHERE deleted_at IS NOT NULL)';

/** SQL that joins the plan `p`, or the vehicle `v`. */
export const JOIN_PLAN = 'JOIN service_plans p ON p.id = d.plan_id';
export const JOIN_VEHICLE = 'JOIN vehicles v ON v.id = d.vehicle_id';
export const DUE_TABLES = `${DUES} ${JOIN_PLAN} ${JOIN_VEHICLE}`;

/** SQL of the state of a due `d`, by the day of the organisation `o`. */
export const STATE = `CASE WHEN d.due_on < o.today THEN 'overdue' WHEN d.soon_on <= o.today THEN 'soon' ELSE 'later' END`;

const AHEAD = 'coalesce(d.due_on >= o.today, true)';
/** SQL that is true for dues of a state. The day of an organisation differs from the server's by at most one. */
export const DUE_STATE_SQL: Record<ServiceState, string> = {
  overdue: 'd.due_on < current_date + 2 AND d.due_on < o.today',
  soon: `d.soon_on < current_date + 2 AND ${AHEAD} AND d.soon_on <= o.today`,
  later: `${AHEAD} AND coalesce(d.soon_on > o.today, true)`,
};

/** SQL (` AND …`) for records of vehicles within the limit of the scope. */
export const andSeenService = (scope: Scope, service = 'd'): string => andSeen(scope, `${service}.vehicle_id`);

export const noPlan = (): AppError => new AppError('not-found', 'no-service-plan');
export const noServiceRecord = (): AppError => new AppError('not-found', 'no-service-record');
