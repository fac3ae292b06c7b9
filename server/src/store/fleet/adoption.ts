import type { VehicleType } from '@milepost/contract/vehicle-operations';
import { fieldError } from '../../errors.ts';
import { type Actor, audited } from '../audit/audit.ts';
import { awaitDevice } from '../devices/awaited-devices.ts';
import { withConflicts } from '../conflicts.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { insertDevice } from '../devices/change-devices.ts';
import { install, lockInstallations } from './change-installations.ts';
import { findKnownDevices } from '../devices/known-devices.ts';
import { onlyRow } from '../rows.ts';
import type { Scope } from '../scope.ts';
import { insertVehicle } from './change-vehicles.ts';
import { EMPTY_FIELDS } from './vehicle-fields.ts';
import { lockVehicle } from './vehicles.ts';

export interface Adoption {
  protocol: string;
  identity: string;
  /** The vehicle for the device, or the registration and type of a new one. */
  into: { vehicleId: number } | { registration: string; type: VehicleType };
}

/**
 * Registers a device and installs it in a vehicle, in one transaction. A device that is registered already is accepted
 * if it belongs to the organisation and is in no vehicle.
 * @throws AppError `conflict` if it belongs to another organisation or is in use, `not-found` for the vehicle
 */
export function adoptDevice(
  database: Database,
  scope: Scope,
  actor: Actor,
  adoption: Adoption,
): Promise<{ vehicleId: number; deviceId: number; organisationId: number }> {
  return withConflicts(() =>
    inTransaction(database, async (db) => {
      const at = await lockInstallations(db);
      const { into } = adoption;
      const given = 'vehicleId' in into ? into.vehicleId : null;
      const organisationId = given === null ? scope.organisationId : await lockVehicle(db, scope, given);
      const deviceId = await freeDevice(db, actor, organisationId, adoption);
      const vehicleId = await audited(db, actor, { subject: 'vehicle', id: given, action: 'adopt' }, async () => {
        const id =
          'vehicleId' in into ? into.vehicleId : await insertVehicle(db, organisationId, { ...EMPTY_FIELDS, ...into });
        await install(
          db,
          organisationId,
          deviceId,
          id,
          given === null ? await earliestInstallationAt(db, deviceId, at) : at,
        );
        return id;
      });
      if (actor.userId !== null) await awaitDevice(db, deviceId, actor.userId);
      return { vehicleId, deviceId, organisationId };
    }),
  );
}

/**
 * The start of a new vehicle's installation. A tracker is switched on before somebody registers it, so its data of the
 * preceding day also belongs to the vehicle, unless it was in another one.
 */
async function earliestInstallationAt(db: Queryable, deviceId: number, at: string): Promise<string> {
  const { rows } = await db.query<{ since: string }>(
    `SELECT greatest($2::timestamptz - interval '1 day', max(removed_at))::text AS since
     FROM installations WHERE device_id = $1`,
    [deviceId, at],
  );
  return onlyRow({ rows }).since;
}

async function freeDevice(db: Queryable, actor: Actor, organisationId: number, adoption: Adoption): Promise<number> {
  const [known] = await findKnownDevices(db, [adoption.identity]);
  if (!known) {
    const { identity, protocol } = adoption;
    const fields = { identity, protocol, model: null, simNumber: null };
    return audited(db, actor, { subject: 'device', id: null, action: 'adopt' }, () =>
      insertDevice(db, organisationId, fields),
    );
  }
  if (known.organisationId === organisationId && known.vehicleId === null) return known.deviceId;
  throw fieldError('conflict', { identity: 'device-registered' });
}
