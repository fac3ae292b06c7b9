import type { PlainCode } from '@milepost/contract/fault';
import type { ParsedInput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import { fieldError } from '../../errors.ts';
import { type Actor, audited, saving } from '../audit/audit.ts';
import { withConflicts } from '../conflicts.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';
import { narrowGivenLimits } from '../people/given-limits.ts';
import { endLinksBeyondLimits } from '../people/vehicle-limits.ts';
import { checkVersion } from '../versions.ts';
import { andSeen, type Scope } from '../scope.ts';
import { checkVehicleLimit } from './vehicle-limit.ts';
import { bookUntilRemoval } from '../expenses/book-recurring.ts';
import { setUsualDriver } from '../drivers/change-drivers.ts';
import { install, lockInstallations, removeFromVehicle, reopenInstallation } from './change-installations.ts';
import { isDriverOf } from '../drivers/drivers.ts';
import { writeOwnValues } from '../own-fields/own-values.ts';
import { isPlaceOf } from '../places/places.ts';
import { setStatus } from './change-status.ts';
import { isGroupOf } from './groups.ts';
import { COLUMN_LIST, parametersFrom, valuesOf, type VehicleFields } from './vehicle-fields.ts';
import { lockVehicle, noVehicle } from './vehicles.ts';

type VehicleInput = ParsedInput<Operations['save-vehicle']>;

type Saved = { id: number; organisationId: number };

/** Adds or changes a vehicle with its driver and device. */
export function saveVehicle(database: Database, scope: Scope, actor: Actor, input: VehicleInput): Promise<Saved> {
  return withConflicts(() => inTransaction(database, (db) => saveVehicleIn(db, scope, actor, input)));
}

/** The same within a transaction. @param own the custom fields to write, see `writeOwnValues` */
export async function saveVehicleIn(
  db: Queryable,
  scope: Scope,
  actor: Actor,
  input: VehicleInput,
  own: 'all' | 'given' = 'all',
): Promise<Saved> {
  const at = input.deviceId === undefined ? null : await lockInstallations(db);
  const organisationId = input.id === undefined ? scope.organisationId : await lockVehicle(db, scope, input.id);
  if (input.id !== undefined) await checkVersion(db, 'vehicle', input.id, input.version);
  await checkBelongings(db, scope, organisationId, input);
  await checkVehicleLimit(db, scope, input);
  const id = await audited(db, actor, saving('vehicle', input.id), async () => {
    const vehicleId = input.id ?? (await insertVehicle(db, organisationId, input));
    if (input.id !== undefined) await changeVehicle(db, actor, vehicleId, input);
    await writeOwnValues(db, { kind: 'vehicle', id: vehicleId, organisationId }, input.own, own);
    await setStatus(db, vehicleId, input);
    await setUsualDriver(db, actor, vehicleId, input);
    if (at !== null && input.deviceId === null) await removeFromVehicle(db, vehicleId, at);
    if (at !== null && input.deviceId != null) await install(db, organisationId, input.deviceId, vehicleId, at);
    return vehicleId;
  });
  return { id, organisationId };
}

async function changeVehicle(db: Queryable, actor: Actor, id: number, input: VehicleInput): Promise<void> {
  const former = await updateVehicle(db, id, input);
  if (former === null || former === input.groupId) return;
  await narrowGivenLimits(db, actor);
  await endLinksBeyondLimits(db);
}

/**
 * Group, driver and home must belong to the vehicle's own organisation, since everyone who sees the vehicle sees their
 * names.
 */
async function checkBelongings(
  db: Queryable,
  scope: Scope,
  organisationId: number,
  input: VehicleInput,
): Promise<void> {
  const fields: Record<string, PlainCode> = {};
  if (input.groupId !== null && !(await isGroupOf(db, organisationId, input.groupId))) {
    fields.groupId = 'group-unavailable';
  }
  if (input.driverId !== null && !(await isDriverOf(db, organisationId, input.driverId))) {
    fields.driverId = 'driver-unavailable';
  }
  if (input.homePlaceId !== null && !(await isPlaceOf(db, scope, organisationId, input.homePlaceId))) {
    fields.homePlaceId = 'no-place';
  }
  if (Object.keys(fields).length > 0) throw fieldError('invalid', fields);
}

/** Hides a vehicle and removes its device. */
export function deleteVehicle(database: Database, scope: Scope, actor: Actor, id: number): Promise<number> {
  return inTransaction(database, async (db) => {
    const at = await lockInstallations(db);
    const organisationId = await lockVehicle(db, scope, id, { moved: true });
    await audited(db, actor, { subject: 'vehicle', id, action: 'delete' }, async () => {
      await removeFromVehicle(db, id, at);
      await markVehicleDeleted(db, id, at);
      return id;
    });
    return organisationId;
  });
}

/**
 * Undoes `deleteVehicle`; the device is installed again unless it is used elsewhere by now. Recurring expenses of the
 * meantime are not booked.
 */
export function restoreVehicle(database: Database, scope: Scope, actor: Actor, id: number): Promise<number> {
  return withConflicts(() =>
    inTransaction(database, async (db) => {
      await lockInstallations(db);
      let organisationId = 0;
      await audited(db, actor, { subject: 'vehicle', id, action: 'restore' }, async () => {
        const unmarked = await unmarkVehicleDeleted(db, scope, id);
        if (unmarked.deletedAt !== null) {
          await reopenInstallation(db, 'vehicle', id, unmarked.deletedAt);
          await bookUntilRemoval(db, id, unmarked.deletedAt);
        }
        organisationId = unmarked.organisationId;
        return id;
      });
      return organisationId;
    }),
  );
}

/** Adds a vehicle to an organisation; returns its id. */
export async function insertVehicle(db: Queryable, organisationId: number, fields: VehicleFields): Promise<number> {
  const made = await db.query<{ id: number }>(
    `INSERT INTO vehicles (organisation_id, ${COLUMN_LIST}) VALUES ($1, ${parametersFrom(2)}) RETURNING id`,
    [organisationId, ...valuesOf(fields)],
  );
  return onlyRow(made).id;
}

/** Changes a vehicle, whose row is locked; returns its former group. */
export async function updateVehicle(db: Queryable, id: number, fields: VehicleFields): Promise<number | null> {
  const { rows } = await db.query<{ former: number | null }>(
    `UPDATE vehicles v SET (${COLUMN_LIST}) = (${parametersFrom(2)}), version = v.version + 1
     FROM vehicles old WHERE v.id = $1 AND old.id = v.id RETURNING old.group_id AS former`,
    [id, ...valuesOf(fields)],
  );
  return rows[0]?.former ?? null;
}

export async function markVehicleDeleted(db: Queryable, id: number, at: string): Promise<void> {
  await db.query('UPDATE vehicles SET deleted_at = $2 WHERE id = $1', [id, at]);
}

/**
 * Undoes the deletion of a vehicle; returns its organisation and when it was deleted (null: it was not).
 * @throws AppError `not-found` outside the scope
 */
export async function unmarkVehicleDeleted(
  db: Queryable,
  scope: Scope,
  id: number,
): Promise<{ organisationId: number; deletedAt: string | null }> {
  const { rows } = await db.query<{ organisation_id: number; deleted_at: string | null }>(
    `WITH old AS (SELECT id, organisation_id, deleted_at FROM vehicles
                  WHERE id = $1 AND organisation_id = ANY($2)${andSeen(scope, 'id')} FOR UPDATE)
     UPDATE vehicles v SET deleted_at = NULL FROM old WHERE v.id = old.id
     RETURNING old.organisation_id, old.deleted_at::text`,
    [id, scope.organisationIds],
  );
  if (!rows[0]) throw noVehicle();
  return { organisationId: rows[0].organisation_id, deletedAt: rows[0].deleted_at };
}
