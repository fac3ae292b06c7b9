import { VehicleType } from '@milepost/contract/vehicle-operations';
import { z } from 'zod';
import { type Database, inTransaction, type Queryable } from '../store/database.ts';
import { insertDevice } from '../store/devices/change-devices.ts';
import { insertDriver } from '../store/drivers/change-drivers.ts';
import { saveGroup } from '../store/fleet/change-groups.ts';
import { onlyRow } from '../store/rows.ts';
import type { Scope } from '../store/scope.ts';
import { insertVehicle } from '../store/fleet/change-vehicles.ts';
import { EMPTY_FIELDS } from '../store/fleet/vehicle-fields.ts';
import { seedDocuments } from './seed-documents.ts';
import { seedInspections } from './seed-inspections.ts';
import { seedMaintenance } from './seed-maintenance.ts';
import { seedWorkOrders } from './seed-work-orders.ts';
import { seedBudgets, seedExpenses } from './seed-expenses.ts';
import { type Seeded, seedDrivers, seedUsualDriver } from './seed-drivers.ts';
import { seedOutlets } from './seed-outlets.ts';
import { DemoTour, seedRoutes } from './seed-routes.ts';
import { seedMessages } from './seed-messages.ts';
import { seedTasks } from './seed-tasks.ts';
import { seedSubscriptions } from './seed-subscriptions.ts';
import { seedVehicleRecords } from './seed-vehicles.ts';
import { seedRules } from './seed-rules.ts';
import { seedSensors } from './seed-sensors.ts';

/** The number of days before the demo's past at which its devices were installed. */
const INSTALLED_DAYS_BEFORE = 1;

const TECHNICIANS = ['Marcelo Rivas', 'Inés Duarte', 'Pablo Sosa'];

const name = z.string().min(1);

/** The stored part of the output of `simulator --print-fleet`. */
const DemoFleet = z.object({
  vehicles: z.array(
    z.object({
      identity: name,
      protocol: name,
      registration: name,
      group: name,
      type: VehicleType.catch('other'),
      make: name.nullish().default(null),
      model: name.nullish().default(null),
      driver: name.nullish().default(null),
      tag: name.nullish().default(null),
      deviceModel: name.nullish().default(null),
      doorContact: z.boolean().default(false),
      thermometer: z.boolean().default(false),
    }),
  ),
  depots: z.array(z.object({ id: z.string().default(''), name, lat: z.number(), lon: z.number() })).default([]),
  tours: z.array(DemoTour).default([]),
});
export type DemoVehicle = z.infer<typeof DemoFleet>['vehicles'][number];

/**
 * Stores the demo's fleet in the root organisation, with geofences, rules, documents, bills, services, tasks, outlets,
 * routes and a subscription, when the database has no vehicle yet (removed ones count).
 * @param fleet the output of the simulator; @throws ZodError when it is something else
 * @param pastDays how far back its history will reach
 * @returns the number of vehicles created
 */
export async function seedDemo(database: Database, fleet: unknown, pastDays = 7): Promise<number> {
  const { vehicles, depots, tours } = DemoFleet.parse(fleet);
  return inTransaction(database, async (db) => {
    await db.query(`SELECT pg_advisory_xact_lock(hashtext('seedDemo'))`);
    const { rowCount: present } = await db.query('SELECT FROM vehicles LIMIT 1');
    if (present) return 0;
    const root = await db.query<{ id: number }>('SELECT id FROM organisations WHERE parent_id IS NULL ORDER BY id');
    const organisationId = onlyRow(root).id;
    const scope: Scope = { organisationId, organisationIds: [organisationId], root: true, limit: null };
    const groups = await ids(vehicles, 'group', (group) => saveGroup(db, scope, { name: group }));
    const drivers = await ids(vehicles, 'driver', async (driver) => ({
      id: await insertDriver(db, organisationId, driver),
    }));
    const made: Seeded[] = [];
    for (const vehicle of vehicles) made.push(await insertOne(db, organisationId, vehicle, groups, drivers, pastDays));
    await seedDrivers(db, organisationId, made, groups);
    await seedSensors(db, organisationId, made);
    await seedRules(db, organisationId, depots, groups);
    await seedDocuments(db, organisationId);
    await seedExpenses(db, organisationId, pastDays);
    await seedSubscriptions(db, organisationId);
    await seedVehicleRecords(db, organisationId);
    await seedMaintenance(db, organisationId);
    await seedWorkOrders(db, organisationId);
    await seedInspections(db, organisationId);
    await seedBudgets(db, organisationId);
    await seedTasks(db, organisationId);
    await seedOutlets(db, organisationId);
    await seedRoutes(db, organisationId, { depots, tours }, pastDays);
    await seedMessages(db, organisationId);
    return vehicles.length;
  });
}

/** Creates one row for each name that the vehicles refer to; returns their ids. */
async function ids(
  vehicles: readonly DemoVehicle[],
  field: 'group' | 'driver',
  make: (value: string) => Promise<{ id: number }>,
): Promise<Map<string, number>> {
  const made = new Map<string, number>();
  for (const value of new Set(vehicles.map((vehicle) => vehicle[field]))) {
    if (value !== null) made.set(value, (await make(value)).id);
  }
  return made;
}

async function insertOne(
  db: Queryable,
  organisationId: number,
  vehicle: DemoVehicle,
  groups: ReadonlyMap<string, number>,
  drivers: ReadonlyMap<string, number>,
  pastDays: number,
): Promise<Seeded> {
  const vehicleId = await insertVehicle(db, organisationId, {
    ...EMPTY_FIELDS,
    ...vehicle,
    groupId: groups.get(vehicle.group) ?? null,
  });
  const { identity, protocol, deviceModel } = vehicle;
  const deviceId = await insertDevice(db, organisationId, { identity, protocol, model: deviceModel, simNumber: null });
  await db.query(
    `INSERT INTO installations (device_id, vehicle_id, installed_at, technician, place)
     VALUES ($1, $2, now() - make_interval(days => $3), $4, 'Taller Rambla')`,
    [deviceId, vehicleId, Math.ceil(pastDays) + INSTALLED_DAYS_BEFORE, TECHNICIANS[vehicleId % TECHNICIANS.length]],
  );
  const driverId = vehicle.driver === null ? null : (drivers.get(vehicle.driver) ?? null);
  if (driverId !== null) await seedUsualDriver(db, vehicleId, driverId);
  return { vehicle, vehicleId, driverId };
}
