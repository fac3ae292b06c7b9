import type { ParsedInput } from '@milepost/contract/route';
import type { RouteTable } from '@milepost/contract/routes';
import { AppError } from '../errors.ts';
import { withConflicts } from './conflicts.ts';
import { type Database, inTransaction, type Queryable } from './database.ts';
import { insertDevice, markDeviceDeleted, unmarkDeviceDeleted, updateDevice } from './devices.ts';
import { assignDriver, isDriverOf } from './drivers.ts';
import { isGroupOf } from './groups.ts';
import { install, lockInstallations, removeDevice, removeFromVehicle, reopenInstallation } from './installations.ts';
import type { Scope } from './scope.ts';
import { insertVehicle, lockVehicle, markVehicleDeleted, unmarkVehicleDeleted, updateVehicle } from './vehicles.ts';

/** Changes that touch several tables, each in one transaction. All return the organisation whose fleet changed. */

type VehicleInput = ParsedInput<RouteTable['save-vehicle']>;

/** Adds or changes a vehicle with its driver and device. */
export function saveVehicle(
  database: Database,
  scope: Scope,
  input: VehicleInput,
): Promise<{ id: number; organisationId: number }> {
  return withConflicts(() =>
    inTransaction(database, async (db) => {
      const at = input.deviceId === undefined ? null : await lockInstallations(db);
      const organisationId = input.id === undefined ? scope.organisationId : await lockVehicle(db, scope, input.id);
      await checkBelongings(db, organisationId, input);
      let id = input.id;
      if (id === undefined) id = await insertVehicle(db, organisationId, input);
      else await updateVehicle(db, id, input);
      await assignDriver(db, id, input.driverId);
      if (at !== null && input.deviceId === null) await removeFromVehicle(db, id, at);
      if (at !== null && input.deviceId != null) await install(db, organisationId, input.deviceId, id, at);
      return { id, organisationId };
    }),
  );
}

/** Group and driver must be of the vehicle's own organisation: who sees the vehicle sees their names. */
async function checkBelongings(db: Queryable, organisationId: number, input: VehicleInput): Promise<void> {
  const fields: Record<string, string> = {};
  if (input.groupId !== null && !(await isGroupOf(db, organisationId, input.groupId))) {
    fields.groupId = 'This group is not available.';
  }
  if (input.driverId !== null && !(await isDriverOf(db, organisationId, input.driverId))) {
    fields.driverId = 'This driver is not available.';
  }
  const message = Object.values(fields).join(' ');
  if (message) throw new AppError('invalid', message, { fields });
}

/** Hides a vehicle and takes its device out. */
export function deleteVehicle(database: Database, scope: Scope, id: number): Promise<number> {
  return inTransaction(database, async (db) => {
    const at = await lockInstallations(db);
    const organisationId = await lockVehicle(db, scope, id);
    await removeFromVehicle(db, id, at);
    await markVehicleDeleted(db, id, at);
    return organisationId;
  });
}

/** Undoes `deleteVehicle`; the device comes back too unless it is used elsewhere by now. */
export function restoreVehicle(database: Database, scope: Scope, id: number): Promise<number> {
  return withConflicts(() =>
    inTransaction(database, async (db) => {
      await lockInstallations(db);
      const { organisationId, deletedAt } = await unmarkVehicleDeleted(db, scope, id);
      if (deletedAt !== null) await reopenInstallation(db, 'vehicle', id, deletedAt);
      return organisationId;
    }),
  );
}

/** Adds or changes a device. */
export function saveDevice(
  database: Database,
  scope: Scope,
  { id, ...fields }: ParsedInput<RouteTable['save-device']>,
): Promise<{ id: number; organisationId: number }> {
  return withConflicts(async () => {
    if (id !== undefined) return { id, organisationId: await updateDevice(database, scope, id, fields) };
    const { organisationId } = scope;
    return { id: await insertDevice(database, organisationId, fields), organisationId };
  });
}

/** Hides a device and takes it out of its vehicle. */
export function deleteDevice(database: Database, scope: Scope, id: number): Promise<number> {
  return inTransaction(database, async (db) => {
    const at = await lockInstallations(db);
    const organisationId = await markDeviceDeleted(db, scope, id, at);
    await removeDevice(db, id, at);
    return organisationId;
  });
}

/** Undoes `deleteDevice`; it goes back into its vehicle unless that has another by now. */
export function restoreDevice(database: Database, scope: Scope, id: number): Promise<number> {
  return withConflicts(() =>
    inTransaction(database, async (db) => {
      await lockInstallations(db);
      const { organisationId, deletedAt } = await unmarkDeviceDeleted(db, scope, id);
      if (deletedAt !== null) await reopenInstallation(db, 'device', id, deletedAt);
      return organisationId;
    }),
  );
}
