import type { Fault } from '@milepost/contract/fault';
import { type FieldFaults, fieldError } from '../../errors.ts';
import type { Actor } from '../audit/audit.ts';
import type { Queryable } from '../database.ts';
import type { Scope } from '../scope.ts';
import { getVehicle } from '../fleet/vehicles.ts';
import { getDriver } from '../drivers/drivers.ts';
import {
  driverFault,
  type DriverObstacle,
  readDriverObstacles,
  readVehicleObstacles,
  standingIn,
  type UseTime,
  vehicleFault,
  type VehicleObstacle,
} from './obstacles.ts';

/** The planned use of a vehicle and a driver in a time range. */
export interface Use extends UseTime {
  vehicleId: number | null;
  driverId: number | null;
}

/** The reason for using them in spite of obstacles, and the ids of these; stored with the record. */
export interface StoredOverride {
  reason: string;
  causes: readonly string[];
  by: string | null;
  at: string;
}

interface Standing {
  vehicle: VehicleObstacle[];
  driver: DriverObstacle[];
}

async function readStanding(db: Queryable, { vehicleId, driverId, ...time }: Use): Promise<Standing> {
  // Past times are a record of events, not a plan, so obstacles do not matter.
  const fromMs = Math.max(time.fromMs, Date.now());
  if (time.toMs !== null && time.toMs <= fromMs) return { vehicle: [], driver: [] };
  const vehicles = vehicleId === null ? null : await readVehicleObstacles(db, [vehicleId], fromMs);
  const drivers = driverId === null ? null : await readDriverObstacles(db, [driverId], fromMs);
  return {
    vehicle: standingIn(vehicles?.get(vehicleId ?? 0), { ...time, fromMs }),
    driver: standingIn(drivers?.get(driverId ?? 0), { ...time, fromMs }),
  };
}

/**
 * The first obstacle to the use of each.
 * @throws AppError `not-found` if the vehicle or driver is not in the scope
 */
export async function findObstacles(
  db: Queryable,
  scope: Scope,
  use: Use,
): Promise<{ vehicle: Fault | null; driver: Fault | null }> {
  if (use.vehicleId !== null) await getVehicle(db, scope, use.vehicleId);
  if (use.driverId !== null) await getDriver(db, scope, use.driverId);
  return faultsOf(await readStanding(db, use));
}

const faultsOf = ({ vehicle: [vehicle], driver: [driver] }: Standing) => ({
  vehicle: vehicle ? vehicleFault(vehicle) : null,
  driver: driver ? driverFault(driver) : null,
});

/**
 * The common rule of all plans: a vehicle that is out of service, or a driver who has left or has no valid licence,
 * requires a reason, which is stored with the record and so in the audit log. Without a new reason, earlier overrides
 * of the record, or of its plan, remain valid while they cover the present obstacles.
 * @returns the override to store; null without obstacles
 * @throws AppError `conflict` at `vehicleId` or `driverId`, and at `overrideReason`
 */
export async function checkUse(
  db: Queryable,
  actor: Actor,
  use: Use,
  { reason, formers }: { reason: string | null; formers: readonly (StoredOverride | null)[] },
): Promise<StoredOverride | null> {
  const standing = await readStanding(db, use);
  const causes = [...standing.vehicle, ...standing.driver].map(({ cause }) => cause);
  if (causes.length === 0) return null;
  if (reason !== null) return { reason, causes, by: actor.username, at: new Date().toISOString() };
  const covering = coveringOf(formers, causes);
  if (covering) return covering;
  const { vehicle, driver } = faultsOf(standing);
  const fields: FieldFaults = {
    ...(vehicle && { vehicleId: vehicle }),
    ...(driver && { driverId: driver }),
    overrideReason: 'enter-override-reason',
  };
  throw fieldError('conflict', fields);
}

/** One override that covers these causes, or a combination of all; null if they are not covered. */
function coveringOf(formers: readonly (StoredOverride | null)[], causes: readonly string[]): StoredOverride | null {
  const given = formers.filter((former) => former !== null);
  const [first] = given;
  const single = given.find((former) => covers(former, causes));
  if (single || !first) return single ?? null;
  const reason = [...new Set(given.map((former) => former.reason))].join('; ');
  const together = { ...first, reason, causes: given.flatMap((former) => former.causes) };
  return covers(together, causes) ? together : null;
}

export const covers = (override: StoredOverride, causes: readonly string[]): boolean =>
  causes.every((cause) => override.causes.includes(cause));

/** The stored override of a record, for a change of it. */
export async function readOverride(
  db: Queryable,
  table: 'driver_assignments' | 'route_plans' | 'route_runs',
  id: number | undefined,
): Promise<StoredOverride | null> {
  if (id === undefined) return null;
  const { rows } = await db.query<{ override: StoredOverride | null }>(`SELECT override FROM ${table} WHERE id = $1`, [
    id,
  ]);
  return rows[0]?.override ?? null;
}
