import { LATE_AFTER_MIN, RUN_DAY_STATES } from '@milepost/contract/run-day-kinds';
import { andSeen, type Scope } from '../scope.ts';

/** A filter for the runs of a day. */
export interface RunDayFilter {
  day: string;
  territoryId?: number | undefined;
  depotId?: number | undefined;
}

const LATE = `interval '${LATE_AFTER_MIN} minutes'`;

/** SQL of `RunDayState` for a run `u` with its facts `f` and its forecast `e`. */
export const STATE = `CASE WHEN u.state = 'cancelled' THEN 'cancelled' WHEN f.unknown > 0 THEN 'unknown'
  WHEN f.ended_at IS NOT NULL OR f.closed_at IS NOT NULL THEN CASE WHEN f.missed > 0 THEN 'missed' ELSE 'done' END
  WHEN f.begun_at IS NULL THEN CASE WHEN u.starts_at + ${LATE} < now() THEN 'late' ELSE 'ahead' END
  WHEN e.late_stops > 0 THEN 'late' ELSE 'under-way' END`;

/** SQL of the rank of a state in `RUN_DAY_STATES`, by which runs are sorted. */
export const rankOf = (state: string): string => `array_position('{${RUN_DAY_STATES.join(',')}}'::text[], ${state})`;

/** SQL of a run's delay in seconds: at its latest stop, or of its start. */
export const LATE_S = `CASE WHEN f.ended_at IS NOT NULL OR f.closed_at IS NOT NULL THEN 0
  WHEN f.begun_at IS NULL THEN greatest(0, extract(epoch FROM now() - u.starts_at))
  ELSE coalesce(e.late_s, 0) END::float8`;

/** SQL of the tables for both. */
export const RUN_TABLES = `route_runs u JOIN routes r ON r.id = u.route_id LEFT JOIN vehicles v ON v.id = u.vehicle_id
  LEFT JOIN drivers d ON d.id = u.driver_id LEFT JOIN run_facts f ON f.run_id = u.id
  LEFT JOIN run_expected e ON e.run_id = u.id`;

/** SQL of the requested runs, with parameters 1 organisations, 2 territory, 3 depot. */
export const visibleRunsSql = (scope: Scope): string => `u.organisation_id = ANY($1)${andSeen(scope, 'u.vehicle_id')}
  AND ($2::int IS NULL OR EXISTS (SELECT FROM run_territories w WHERE w.run_id = u.id AND w.territory_id = $2))
  AND ($3::int IS NULL OR u.begin_depot_id = $3 OR u.end_depot_id = $3)`;

export const filterValues = (scope: Scope, { territoryId, depotId }: Omit<RunDayFilter, 'day'>) => [
  scope.organisationIds,
  territoryId ?? null,
  depotId ?? null,
];

/** SQL: true when a visit `v` of a stop `s` was late: after its window, or without one well after its planned time. */
export const VISIT_LATE = `(v.served AND coalesce(v.arrived_at > coalesce(s.window_to, s.planned_arrival + ${LATE}), false))`;

export const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
export const isoOf = (ms: number): string => new Date(ms).toISOString();
