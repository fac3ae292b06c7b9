import { addDays } from '@milepost/contract/route-days';
import { DEPOT_M, DWELL_S } from '@milepost/contract/route-kinds';
import { metresBetween } from '@milepost/contract/fence-geometry';
import type { Place } from '@milepost/contract/common';
import type { Queryable } from '../store/database.ts';
import { insertDepot } from '../store/routes/change-depots.ts';
import { insertPlan } from '../store/routes/change-route-plans.ts';
import { insertRoute } from '../store/routes/change-routes.ts';
import { makeRuns } from '../store/routes/make-runs.ts';
import { todayAt } from '../store/routes/routes.ts';

/** What each group of vehicles does, on weekdays: which outlets, and from when. */
const TRADES = [
  { group: 'Waste', name: 'Waste', colours: ['#15803d', '#65a30d'], startMin: 360, code: 'S-%', stops: 10 },
  { group: 'Courier', name: 'Courier', colours: ['#7c3aed', '#c026d3'], startMin: 480, code: 'C-%', stops: 12 },
  { group: 'Cold', name: 'Cold chain', colours: ['#0284c7', '#0d9488'], startMin: 375, code: 'S-%', stops: 8 },
] as const;

const WEEKDAYS = [1, 2, 3, 4, 5];

type Stop = Place & { id: number };
type Depot = Place & { id: number };
type Driven = { vehicleId: number; driverId: number | null };

/**
 * Gives the demo its depots, and a route of each trade in each of its territories, driven on weekdays, with runs from the
 * begin of its past on.
 */
export async function seedRoutes(
  db: Queryable,
  organisationId: number,
  places: readonly (Place & { name: string })[],
  pastDays: number,
): Promise<void> {
  const { rowCount: present } = await db.query('SELECT FROM routes WHERE organisation_id = $1 LIMIT 1', [
    organisationId,
  ]);
  if (present) return;
  const depots: Depot[] = [];
  for (const { name, lat, lon } of places) {
    const id = await insertDepot(db, organisationId, { name, place: { lat, lon }, radiusM: DEPOT_M.usual });
    depots.push({ id, lat, lon });
  }
  const { rows: territories } = await db.query<{ id: number; name: string }>(
    'SELECT id, name FROM territories WHERE organisation_id = $1 AND deleted_at IS NULL ORDER BY id',
    [organisationId],
  );
  const since = addDays(await todayAt(db, organisationId), -Math.ceil(pastDays));
  for (const trade of TRADES) {
    const vehicles = await vehiclesOf(db, organisationId, trade.group, territories.length);
    // No outlet is on two routes of one trade.
    for (const [index, territory] of territories.entries()) {
      const outlets = await outletsOf(db, territory.id, trade.code);
      const depot = nearest(depots, outlets[0]);
      const routeId = await insertRoute(db, organisationId, {
        name: `${trade.name} ${territory.name.replace('Montevideo ', '')}`,
        colour: trade.colours[index % trade.colours.length] ?? '#2563d9',
        note: null,
        archived: false,
      });
      await insertPlan(db, routeId, {
        validFrom: since,
        validTo: null,
        weekdays: WEEKDAYS,
        everyWeeks: 1,
        startMin: trade.startMin,
        beginDepotId: depot?.id ?? null,
        endDepotId: depot?.id ?? null,
        vehicleId: vehicles[index]?.vehicleId ?? null,
        driverId: vehicles[index]?.driverId ?? null,
        shortestDwellS: DWELL_S.usual,
        stops: inOrder(depot, outlets, trade.stops).map(({ id }) => ({ outletId: id, serviceS: null, window: null })),
      });
    }
  }
  await makeRuns(db, organisationId, undefined, since);
}

/** The first vehicles of a group, with their usual drivers. */
async function vehiclesOf(db: Queryable, organisationId: number, group: string, most: number): Promise<Driven[]> {
  const { rows } = await db.query<Driven>(
    `SELECT v.id AS "vehicleId", (SELECT a.driver_id FROM driver_assignments a
       WHERE a.vehicle_id = v.id AND a.to_time IS NULL AND a.source = 'usual' LIMIT 1) AS "driverId"
     FROM vehicles v JOIN vehicle_groups g ON g.id = v.group_id
     WHERE v.organisation_id = $1 AND g.name ILIKE $2 || '%' ORDER BY v.id LIMIT $3`,
    [organisationId, group, most],
  );
  return rows;
}

/** Outlets of a territory that can be served. */
async function outletsOf(db: Queryable, territoryId: number, code: string): Promise<Stop[]> {
  const { rows } = await db.query<Stop>(
    `SELECT id, lat, lon FROM outlets WHERE area_territory_id = $1 AND code LIKE $2 AND state = 'active' AND lat IS NOT NULL
     ORDER BY id`,
    [territoryId, code],
  );
  return rows;
}

function nearest<At extends Place>(places: readonly At[], to: Place | undefined): At | undefined {
  if (!to) return places[0];
  return places.toSorted((a, b) => metresBetween(a, to) - metresBetween(b, to))[0];
}

/** So many outlets, each the nearest to the one before. */
function inOrder(from: Place | undefined, outlets: readonly Stop[], most: number): Stop[] {
  const left = [...outlets];
  const order: Stop[] = [];
  let here = from ?? outlets[0];
  while (order.length < most && left.length > 0) {
    const next = nearest(left, here);
    if (!next) break;
    left.splice(left.indexOf(next), 1);
    order.push(next);
    here = next;
  }
  return order;
}
