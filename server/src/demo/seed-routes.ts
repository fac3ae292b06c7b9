import { addDays } from '@milepost/contract/route-days';
import { DEPOT_M, DWELL_S } from '@milepost/contract/route-kinds';
import type { Coordinates } from '@milepost/contract/common';
import { z } from 'zod';
import type { Queryable } from '../store/database.ts';
import { insertDepot } from '../store/routes/change-depots.ts';
import { insertPlan } from '../store/routes/change-route-plans.ts';
import { insertRoute } from '../store/routes/change-routes.ts';
import { makeRuns } from '../store/routes/make-runs.ts';
import { todayAt } from '../store/routes/routes.ts';
import { numberOfOutlet } from './seed-outlets.ts';

/** The colours of the routes of each trade, by the beginning of their names. */
const COLOURS: readonly (readonly [name: string, colours: readonly [string, string]])[] = [
  ['Waste', ['#15803d', '#65a30d']],
  ['Courier', ['#7c3aed', '#c026d3']],
  ['Cold', ['#0284c7', '#0d9488']],
];

/** A tour that the simulator drives with a vehicle; its stops are indices in the city's list of shops. */
export const DemoTour = z.object({
  name: z.string().min(1),
  identity: z.string().min(1),
  depot: z.string(),
  weekdays: z.array(z.int().min(1).max(7)),
  startMinute: z.int(),
  stops: z.array(z.int()),
});
type DemoTour = z.infer<typeof DemoTour>;

interface DemoDepot extends Coordinates {
  id: string;
  name: string;
}

/**
 * Gives the demo its depots, and the routes that its vehicles really drive, with runs from the beginning of its past
 * on. Shops that are closed or have no coordinates are on none, although the vehicle goes there.
 */
export async function seedRoutes(
  db: Queryable,
  organisationId: number,
  { depots, tours }: { depots: readonly DemoDepot[]; tours: readonly DemoTour[] },
  pastDays: number,
): Promise<void> {
  const { rowCount: present } = await db.query('SELECT FROM depots WHERE organisation_id = $1 LIMIT 1', [
    organisationId,
  ]);
  if (present) return;
  const depotIds = new Map<string, number>();
  for (const { id, name, lat, lon } of depots) {
    depotIds.set(id, await insertDepot(db, organisationId, { name, place: { lat, lon }, radiusM: DEPOT_M.usual }));
  }
  const since = addDays(await todayAt(db, organisationId), -Math.ceil(pastDays));
  for (const [index, tour] of tours.entries()) {
    const [, colours] = COLOURS.find(([name]) => tour.name.startsWith(name)) ?? [];
    const routeId = await insertRoute(db, organisationId, {
      name: tour.name,
      colour: colours?.[index % 2] ?? '#2563d9',
      note: null,
      archived: false,
    });
    const depotId = depotIds.get(tour.depot) ?? null;
    const driven = await drivenBy(db, organisationId, tour.identity);
    const stops = await outletsOf(db, organisationId, tour.stops);
    await insertPlan(db, routeId, {
      validFrom: since,
      validTo: null,
      weekdays: tour.weekdays,
      everyWeeks: 1,
      startMin: tour.startMinute,
      beginDepotId: depotId,
      endDepotId: depotId,
      vehicleId: driven?.vehicleId ?? null,
      driverId: driven?.driverId ?? null,
      shortestDwellS: DWELL_S.usual,
      override: null,
      stops: stops.map((outletId) => ({ outletId, serviceS: null, window: null })),
    });
  }
  await makeRuns(db, organisationId, undefined, since);
  await seedLoads(db, organisationId);
}

/**
 * The loads of the runs until tomorrow: by vehicle, slightly different each day. Refrigerated loads have a temperature
 * range.
 */
async function seedLoads(db: Queryable, organisationId: number): Promise<void> {
  await db.query(
    `UPDATE route_runs u SET load = jsonb_build_object('cratesOut', s.stops * (3 + u.id % 3), 'cratesBack', s.stops / 4,
         'kgOut', round((v.load_kg * (0.55 + 0.05 * (u.id % 8)))::numeric, 0), 'kgBack', NULL,
         'm3Out', round((v.load_m3 * (0.5 + 0.06 * (u.id % 7)))::numeric, 1), 'm3Back', NULL,
         'minC', CASE WHEN r.name LIKE 'Cold%' THEN 2 END, 'maxC', CASE WHEN r.name LIKE 'Cold%' THEN 8 END,
         'products', '[]'::jsonb)
       FROM routes r, vehicles v, (SELECT run_id, count(*)::int AS stops FROM route_run_stops GROUP BY run_id) s
      WHERE u.organisation_id = $1 AND r.id = u.route_id AND v.id = u.vehicle_id AND s.run_id = u.id
        AND r.name NOT LIKE 'Waste%'
        AND u.day <= current_date + 1`,
    [organisationId],
  );
}

/** The vehicle with a device, and its usual driver. */
async function drivenBy(db: Queryable, organisationId: number, identity: string) {
  const { rows } = await db.query<{ vehicleId: number; driverId: number | null }>(
    `SELECT i.vehicle_id AS "vehicleId", (SELECT a.driver_id FROM driver_assignments a
       WHERE a.vehicle_id = i.vehicle_id AND a.to_time IS NULL AND a.source = 'usual' LIMIT 1) AS "driverId"
     FROM devices d JOIN installations i ON i.device_id = d.id AND i.removed_at IS NULL
     WHERE d.organisation_id = $1 AND d.identity = $2`,
    [organisationId, identity],
  );
  return rows[0];
}

/** Outlets by their indices in the city's list, as far as they can be served. */
async function outletsOf(db: Queryable, organisationId: number, numbers: readonly number[]): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT o.id FROM unnest($2::text[]) WITH ORDINALITY AS wanted(code, n)
     JOIN outlets o ON o.organisation_id = $1 AND split_part(o.code, '-', 2) = wanted.code
     WHERE o.state = 'active' AND o.lat IS NOT NULL ORDER BY wanted.n`,
    [organisationId, numbers.map(numberOfOutlet)],
  );
  return rows.map(({ id }) => id);
}
