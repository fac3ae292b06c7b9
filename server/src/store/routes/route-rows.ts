import { andSeen, type Scope } from '../scope.ts';

/** SQL, ` AND …`: routes with a plan or a run of a vehicle within the limit of the scope. */
export const andSeenRoute = (scope: Scope, route: string): string =>
  scope.limit === null
    ? ''
    : ` AND (EXISTS (SELECT FROM route_plans seen WHERE seen.route_id = ${route}.id AND seen.deleted_at IS NULL
          ${andSeen(scope, 'seen.vehicle_id')})
        OR EXISTS (SELECT FROM route_runs seen WHERE seen.route_id = ${route}.id${andSeen(scope, 'seen.vehicle_id')}))`;

/** SQL of an id with a name, or NULL if there is none. */
export const refSql = (alias: string, name = 'name'): string =>
  `CASE WHEN ${alias}.id IS NOT NULL THEN json_build_object('id', ${alias}.id, 'name', ${alias}.${name}) END`;

/** SQL of a depot with its coordinates, or NULL. */
export const depotSql = (alias: string): string =>
  `CASE WHEN ${alias}.id IS NOT NULL THEN json_build_object('id', ${alias}.id, 'name', ${alias}.name,
     'place', json_build_object('lat', ${alias}.lat, 'lon', ${alias}.lon)) END`;

/** SQL of the fields of `RouteOutlet` from an outlet `u`; `hours` is still a text. */
export const ROUTE_OUTLET = `u.id, u.code, u.name, u.state, u.deleted_at IS NOT NULL AS deleted, u.hours,
  CASE WHEN u.lat IS NOT NULL THEN json_build_object('lat', u.lat, 'lon', u.lon) END AS place, u.service_min * 60 AS "serviceS"`;

/** SQL of the minutes of a time of day. */
export const minutesSql = (time: string): string => `(extract(epoch FROM ${time}) / 60)::int`;

/** SQL of a time of day from minutes, up to 24:00. */
export const timeSql = (minutes: string): string => `((${minutes}) / 60 || ':' || (${minutes}) % 60)::time`;
