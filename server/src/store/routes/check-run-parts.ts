import { fault } from '@milepost/contract/fault';
import { fieldError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import { andSeenDriver } from '../drivers/driver-rows.ts';
import { andSeen, type Scope } from '../scope.ts';
import { requireHere } from '../fleet/moved-vehicles.ts';
import { hoursReader } from './route-plans.ts';
import { ROUTE_OUTLET } from './route-rows.ts';
import { skipOf } from './run-times.ts';
import type { RouteOutlet, RouteStop } from '@milepost/contract/route-stop';
import { andSeenDepot, andSeenOutlet } from '../common-records.ts';

interface Parts {
  vehicleId: number | null;
  driverId: number | null;
  beginDepotId?: number | null;
  endDepotId?: number | null;
}

/**
 * Checks that the records of a plan or run exist and belong to its organisation.
 * @throws AppError `invalid` at the field, `conflict` for a vehicle that moved
 */
export async function checkParts(db: Queryable, scope: Scope, organisationId: number, parts: Parts): Promise<void> {
  const known = async (from: string, id: number | null | undefined) => {
    if (id === null || id === undefined) return true;
    const { rowCount } = await db.query(
      `SELECT FROM ${from} WHERE t.id = $1 AND t.organisation_id = $2 AND t.deleted_at IS NULL`,
      [id, organisationId],
    );
    return rowCount === 1;
  };
  const vehicles = `(SELECT v.* FROM vehicles v WHERE true${andSeen(scope)}) t`;
  const depots = `(SELECT d.* FROM depots d WHERE true${andSeenDepot(scope, 'd')}) t`;
  const drivers = `(SELECT d.* FROM drivers d WHERE true${andSeenDriver(scope)}) t`;
  if (!(await known(vehicles, parts.vehicleId))) throw fieldError('invalid', { vehicleId: 'no-vehicle' });
  if (parts.vehicleId !== null) await requireHere(db, [parts.vehicleId]);
  if (!(await known(drivers, parts.driverId))) throw fieldError('invalid', { driverId: 'no-driver' });
  if (!(await known(depots, parts.beginDepotId))) throw fieldError('invalid', { beginDepotId: 'no-depot' });
  if (!(await known(depots, parts.endDepotId))) throw fieldError('invalid', { endDepotId: 'no-depot' });
}

type StopWish = Pick<RouteStop, 'serviceS' | 'window'> & { outletId: number };
type OutletRow = Omit<RouteOutlet, 'hours'> & { hours: string | null };

/**
 * The outlets of stops, in order.
 * @param there outlets that stay although they are closed, deleted, without coordinates or not visible by now
 * @throws AppError `invalid` at `stops` if one belongs to another organisation, or is new and cannot be served
 */
export async function readStops<Wish extends StopWish>(
  db: Queryable,
  scope: Scope,
  organisationId: number,
  wishes: readonly Wish[],
  there: ReadonlySet<number>,
): Promise<(Wish & RouteStop)[]> {
  const { rows } = await db.query<OutletRow>(
    `SELECT ${ROUTE_OUTLET} FROM outlets u WHERE u.id = ANY($1) AND u.organisation_id = $2
       AND (u.id = ANY($3) OR (true${andSeenOutlet(scope, 'u')}))`,
    [wishes.map(({ outletId }) => outletId), organisationId, [...there]],
  );
  const hours = hoursReader();
  const outlets = new Map(rows.map((row) => [row.id, { ...row, hours: hours(row.hours) }]));
  return wishes.map((wish) => {
    const outlet = outlets.get(wish.outletId);
    if (!outlet) throw fieldError('invalid', { stops: 'no-outlet' });
    const stop = { ...wish, outlet };
    const skip = there.has(outlet.id) ? null : skipOf(stop);
    if (skip === 'outlet-deleted') throw fieldError('invalid', { stops: 'no-outlet' });
    if (skip) throw fieldError('invalid', { stops: fault(skip, { name: outlet.name }) });
    return stop;
  });
}
