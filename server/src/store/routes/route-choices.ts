import type { RouteOutlet } from '@milepost/contract/route-stop';
import type { Queryable } from '../database.ts';
import { andSeenDriver } from '../drivers/driver-rows.ts';
import type { Ref } from '../fleet/groups.ts';
import { firstRows, type Page } from '../page.ts';
import { andSeen, type Scope } from '../scope.ts';
import { andFound } from '../search/search-records.ts';
import { TERRITORY_ID, TERRITORY_JOINS } from '../territories/territories.ts';
import { hoursReader } from './route-plans.ts';
import { andSeenRoute, ROUTE_OUTLET } from './route-rows.ts';
import { getRoute } from './routes.ts';
import { andSeenDepot, andSeenOutlet } from '../common-records.ts';

type DepotRow = Ref & { place: { lat: number; lon: number } };

/** The vehicles, drivers and depots of the route's organisation, or of the caller's for a new one. */
export async function readRouteChoices(db: Queryable, scope: Scope, id: number | undefined) {
  const organisationId = id === undefined ? scope.organisationId : (await getRoute(db, scope, id)).organisationId;
  const [vehicles, drivers, depots] = await Promise.all([
    firstRows<Ref>(
      db,
      `SELECT v.id, v.registration AS name FROM vehicles v WHERE v.organisation_id = $1 AND v.deleted_at IS NULL AND v.moved_at IS NULL
       ${andSeen(scope)} ORDER BY lower(v.registration), v.id`,
      [organisationId],
    ),
    firstRows<Ref>(
      db,
      `SELECT d.id, d.name FROM drivers d WHERE d.organisation_id = $1 AND d.deleted_at IS NULL${andSeenDriver(scope)}
       ORDER BY lower(d.name), d.id`,
      [organisationId],
    ),
    firstRows<DepotRow>(
      db,
      `SELECT d.id, d.name, json_build_object('lat', d.lat, 'lon', d.lon) AS place FROM depots d
       WHERE d.organisation_id = $1 AND d.deleted_at IS NULL${andSeenDepot(scope, 'd')} ORDER BY lower(d.name), d.id`,
      [organisationId],
    ),
  ]);
  return {
    vehicles: vehicles.rows,
    vehiclesTotal: vehicles.total,
    drivers: drivers.rows,
    driversTotal: drivers.total,
    depots: depots.rows,
    depotsTotal: depots.total,
  };
}

type OutletRow = Omit<RouteOutlet, 'hours'> & { hours: string | null };

/**
 * The outlets that a route can include: those of its organisation that are active and have coordinates, by code; empty
 * for a route that is not visible.
 */
export async function readRouteOutlets(
  db: Queryable,
  scope: Scope,
  {
    routeId,
    search,
    territoryId,
    codes,
    outletIds,
  }: {
    routeId: number;
    search: string;
    territoryId?: number | undefined;
    codes?: readonly string[] | undefined;
    outletIds?: readonly number[] | undefined;
  },
): Promise<Page<RouteOutlet>> {
  const values: unknown[] = [scope.organisationIds, territoryId ?? null, routeId, codes ?? null, outletIds ?? null];
  const { rows, total } = await firstRows<OutletRow>(
    db,
    `SELECT ${ROUTE_OUTLET} FROM outlets u ${TERRITORY_JOINS}
     WHERE u.organisation_id = (SELECT r.organisation_id FROM routes r WHERE r.id = $3 AND r.organisation_id = ANY($1)
         AND r.deleted_at IS NULL${andSeenRoute(scope, 'r')})
       AND u.deleted_at IS NULL AND u.state = 'active' AND u.lat IS NOT NULL${andSeenOutlet(scope, 'u')}
       AND ($2::int IS NULL OR ${TERRITORY_ID} = $2)
       AND ($5::int[] IS NULL OR u.id = ANY($5))
       AND ($4::text[] IS NULL OR upper(u.code) IN (SELECT upper(code) FROM unnest($4::text[]) code))${andFound(search, 'u.words', values)} ORDER BY upper(u.code), u.id`,
    values,
  );
  const hours = hoursReader();
  return { rows: rows.map((row) => ({ ...row, hours: hours(row.hours) })), total };
}
