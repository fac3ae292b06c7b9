import type { PlainCode } from '@milepost/contract/fault';
import type { ParsedInput } from '@milepost/contract/route';
import type { RouteTable } from '@milepost/contract/routes';
import { fieldError } from '../../errors.ts';
import { type Actor, audited } from '../audit/audit.ts';
import { withConflicts } from '../conflicts.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import {
  insertDevice,
  markDeviceDeleted,
  setDeviceSecret,
  unmarkDeviceDeleted,
  updateDevice,
} from '../devices/devices.ts';
import { assignDriver, isDriverOf, saveDriver } from './drivers.ts';
import { isGroupOf, type Named, saveGroup } from './groups.ts';
import { install, lockInstallations, removeDevice, removeFromVehicle, reopenInstallation } from './installations.ts';
import type { Scope } from '../scope.ts';
import { insertVehicle, lockVehicle, markVehicleDeleted, unmarkVehicleDeleted, updateVehicle } from './vehicles.ts';

/** Changes that touch several tables, each in one transaction. All return the organisation whose fleet changed. */

type VehicleInput = ParsedInput<RouteTable['save-vehicle']>;

/** Adds or changes a vehicle with its driver and device. */
export function saveVehicle(
  database: Database,
  scope: Scope,
  actor: Actor,
  input: VehicleInput,
): Promise<{ id: number; organisationId: number }> {
  return withConflicts(() =>
    inTransaction(database, async (db) => {
      const at = input.deviceId === undefined ? null : await lockInstallations(db);
      const organisationId = input.id === undefined ? scope.organisationId : await lockVehicle(db, scope, input.id);
      await checkBelongings(db, organisationId, input);
      const id = await audited(db, actor, change('vehicle', input.id), async () => {
        const vehicleId = input.id ?? (await insertVehicle(db, organisationId, input));
        if (input.id !== undefined) await updateVehicle(db, vehicleId, input);
        await assignDriver(db, vehicleId, input.driverId);
        if (at !== null && input.deviceId === null) await removeFromVehicle(db, vehicleId, at);
        if (at !== null && input.deviceId != null) await install(db, organisationId, input.deviceId, vehicleId, at);
        return vehicleId;
      });
      return { id, organisationId };
    }),
  );
}

/** Group and driver must be of the vehicle's own organisation: who sees the vehicle sees their names. */
async function checkBelongings(db: Queryable, organisationId: number, input: VehicleInput): Promise<void> {
  const fields: Record<string, PlainCode> = {};
  if (input.groupId !== null && !(await isGroupOf(db, organisationId, input.groupId))) {
    fields.groupId = 'group-unavailable';
  }
  if (input.driverId !== null && !(await isDriverOf(db, organisationId, input.driverId))) {
    fields.driverId = 'driver-unavailable';
  }
  if (Object.keys(fields).length > 0) throw fieldError('invalid', fields);
}

/** Hides a vehicle and takes its device out. */
export function deleteVehicle(database: Database, scope: Scope, actor: Actor, id: number): Promise<number> {
  return inTransaction(database, async (db) => {
    const at = await lockInstallations(db);
    const organisationId = await lockVehicle(db, scope, id);
    await audited(db, actor, { subject: 'vehicle', id, action: 'delete' }, async () => {
      await removeFromVehicle(db, id, at);
      await markVehicleDeleted(db, id, at);
      return id;
    });
    return organisationId;
  });
}

/** Undoes `deleteVehicle`; the device comes back too unless it is used elsewhere by now. */
export function restoreVehicle(database: Database, scope: Scope, actor: Actor, id: number): Promise<number> {
  return withConflicts(() =>
    inTransaction(database, async (db) => {
      await lockInstallations(db);
      let organisationId = 0;
      await audited(db, actor, { subject: 'vehicle', id, action: 'restore' }, async () => {
        const unmarked = await unmarkVehicleDeleted(db, scope, id);
        if (unmarked.deletedAt !== null) await reopenInstallation(db, 'vehicle', id, unmarked.deletedAt);
        organisationId = unmarked.organisationId;
        return id;
      });
      return organisationId;
    }),
  );
}

/** Adds or changes a device. */
export function saveDevice(
  database: Database,
  scope: Scope,
  actor: Actor,
  { id: given, ...fields }: ParsedInput<RouteTable['save-device']>,
): Promise<{ id: number; organisationId: number }> {
  return withConflicts(() =>
    inTransaction(database, async (db) => {
      let { organisationId } = scope;
      const id = await audited(db, actor, change('device', given), async () => {
        if (given === undefined) return insertDevice(db, organisationId, fields);
        organisationId = await updateDevice(db, scope, given, fields);
        return given;
      });
      return { id, organisationId };
    }),
  );
}

/** Demands a secret of a device, by its hash, or with null none any more. */
export function changeDeviceSecret(
  database: Database,
  scope: Scope,
  actor: Actor,
  id: number,
  hash: Buffer | null,
): Promise<number> {
  return inTransaction(database, async (db) => {
    let organisationId = 0;
    await audited(db, actor, { subject: 'device', id, action: 'change' }, async () => {
      organisationId = await setDeviceSecret(db, scope, id, hash);
      return id;
    });
    return organisationId;
  });
}

/** Hides a device and takes it out of its vehicle. */
export function deleteDevice(database: Database, scope: Scope, actor: Actor, id: number): Promise<number> {
  return inTransaction(database, async (db) => {
    const at = await lockInstallations(db);
    let organisationId = 0;
    await audited(db, actor, { subject: 'device', id, action: 'delete' }, async () => {
      organisationId = await markDeviceDeleted(db, scope, id, at);
      await removeDevice(db, id, at);
      return id;
    });
    return organisationId;
  });
}

/** Undoes `deleteDevice`; it goes back into its vehicle unless that has another by now. */
export function restoreDevice(database: Database, scope: Scope, actor: Actor, id: number): Promise<number> {
  return withConflicts(() =>
    inTransaction(database, async (db) => {
      await lockInstallations(db);
      let organisationId = 0;
      await audited(db, actor, { subject: 'device', id, action: 'restore' }, async () => {
        const unmarked = await unmarkDeviceDeleted(db, scope, id);
        if (unmarked.deletedAt !== null) await reopenInstallation(db, 'device', id, unmarked.deletedAt);
        organisationId = unmarked.organisationId;
        return id;
      });
      return organisationId;
    }),
  );
}

/** Adds or renames a group. */
export function changeGroup(database: Database, scope: Scope, actor: Actor, input: NamedInput): Promise<SavedName> {
  return changeNamed(database, actor, 'group', input, (db) => saveGroup(db, scope, input));
}

/** Adds or renames a driver. */
export function changeDriver(database: Database, scope: Scope, actor: Actor, input: NamedInput): Promise<SavedName> {
  return changeNamed(database, actor, 'driver', input, (db) => saveDriver(db, scope, input));
}

interface NamedInput {
  id?: number | undefined;
  name: string;
}
type SavedName = Named & { organisationId: number };

function changeNamed(
  database: Database,
  actor: Actor,
  subject: 'group' | 'driver',
  { id }: NamedInput,
  save: (db: Queryable) => Promise<SavedName>,
): Promise<SavedName> {
  return inTransaction(database, async (db) => {
    let saved: SavedName | undefined;
    await audited(db, actor, change(subject, id), async () => {
      saved = await save(db);
      return saved.id;
    });
    if (!saved) throw new Error(`the ${subject} was not saved`);
    return saved;
  });
}

/** Names a change for the audit log: with an id it was there before. */
function change<Of extends 'vehicle' | 'device' | 'group' | 'driver'>(subject: Of, id: number | undefined) {
  return { subject, id: id ?? null, action: id === undefined ? 'create' : 'change' };
}
