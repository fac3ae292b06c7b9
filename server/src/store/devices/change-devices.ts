import type { ParsedInput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import { AppError } from '../../errors.ts';
import { type Actor, audited, saving } from '../audit/audit.ts';
import { withConflicts } from '../conflicts.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { lockInstallations, removeDevice, reopenInstallation } from '../fleet/change-installations.ts';
import { onlyRow } from '../rows.ts';
import { andSeenDevice, type Scope } from '../scope.ts';
import { checkVersion } from '../versions.ts';
import { lockDevice, noDevice } from './devices.ts';
import { normalIdentity } from './identity.ts';

type DeviceInput = ParsedInput<Operations['save-device']>;
type Saved = { id: number; organisationId: number };

/** Adds or changes a device. @throws AppError `not-found`, `conflict` if somebody else saved it meanwhile */
export function saveDevice(database: Database, scope: Scope, actor: Actor, input: DeviceInput): Promise<Saved> {
  return withConflicts(() => inTransaction(database, (db) => saveDeviceIn(db, scope, actor, input)));
}

/** The same within a transaction. */
export async function saveDeviceIn(
  db: Queryable,
  scope: Scope,
  actor: Actor,
  { id: given, version, ...fields }: DeviceInput,
): Promise<Saved> {
  // A new device is in no vehicle, so a limited person could not see it.
  if (given === undefined && scope.limit !== null) throw new AppError('denied', 'limit-device');
  if (given !== undefined) {
    await lockDevice(db, scope, given);
    await checkVersion(db, 'device', given, version);
  }
  let { organisationId } = scope;
  const id = await audited(db, actor, saving('device', given), async () => {
    if (given === undefined) return insertDevice(db, organisationId, fields);
    organisationId = await updateDevice(db, scope, given, fields);
    return given;
  });
  return { id, organisationId };
}

/** Requires a secret from a device, given by its hash, or with null no longer. */
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

/** Hides a device and removes it from its vehicle. */
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

/** Undoes `deleteDevice`; the device returns to its vehicle unless that has another one by now. */
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

export interface DeviceFields {
  identity: string;
  protocol: string | null;
  model: string | null;
  simNumber: string | null;
  /** Left out: unchanged. */
  networks?: readonly string[] | undefined;
}

/** Adds a device to an organisation; returns its id. */
export async function insertDevice(db: Queryable, organisationId: number, fields: DeviceFields): Promise<number> {
  const made = await db.query<{ id: number }>(
    `INSERT INTO devices (organisation_id, identity, protocol, model, sim_number, networks)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
    [
      organisationId,
      normalIdentity(fields.identity),
      fields.protocol,
      fields.model,
      fields.simNumber,
      fields.networks ?? [],
    ],
  );
  return onlyRow(made).id;
}

/** Changes a device; returns its organisation. @throws AppError `not-found` */
export async function updateDevice(db: Queryable, scope: Scope, id: number, fields: DeviceFields): Promise<number> {
  const { rows } = await db.query<{ organisation_id: number }>(
    `UPDATE devices SET identity = $3, protocol = $4, model = $5, sim_number = $6, networks = coalesce($7, networks),
       version = version + 1
     WHERE id = $1 AND organisation_id = ANY($2) AND deleted_at IS NULL${andSeenDevice(scope, 'devices.id')}
     RETURNING organisation_id`,
    [
      id,
      scope.organisationIds,
      normalIdentity(fields.identity),
      fields.protocol,
      fields.model,
      fields.simNumber,
      fields.networks ?? null,
    ],
  );
  if (!rows[0]) throw noDevice();
  return rows[0].organisation_id;
}

/** Sets the hash of the secret, null for none; returns the organisation. @throws AppError `not-found` */
export async function setDeviceSecret(db: Queryable, scope: Scope, id: number, hash: Buffer | null): Promise<number> {
  const { rows } = await db.query<{ organisation_id: number }>(
    `UPDATE devices SET secret_hash = $3, secret_since = CASE WHEN $3::bytea IS NULL THEN NULL ELSE now() END
     WHERE id = $1 AND organisation_id = ANY($2) AND deleted_at IS NULL${andSeenDevice(scope, 'devices.id')}
     RETURNING organisation_id`,
    [id, scope.organisationIds, hash],
  );
  if (!rows[0]) throw noDevice();
  return rows[0].organisation_id;
}

/** Hides a device; returns its organisation. @throws AppError `not-found` */
export async function markDeviceDeleted(db: Queryable, scope: Scope, id: number, at: string): Promise<number> {
  const { rows } = await db.query<{ organisation_id: number }>(
    `UPDATE devices SET deleted_at = $3
     WHERE id = $1 AND organisation_id = ANY($2) AND deleted_at IS NULL${andSeenDevice(scope, 'devices.id')}
     RETURNING organisation_id`,
    [id, scope.organisationIds, at],
  );
  if (!rows[0]) throw noDevice();
  return rows[0].organisation_id;
}

/**
 * Undoes the deletion of a device; returns its organisation and when it was deleted (null: it was not).
 * @throws AppError `not-found` outside the scope
 */
export async function unmarkDeviceDeleted(
  db: Queryable,
  scope: Scope,
  id: number,
): Promise<{ organisationId: number; deletedAt: string | null }> {
  const { rows } = await db.query<{ organisation_id: number; deleted_at: string | null }>(
    `WITH old AS (SELECT id, organisation_id, deleted_at FROM devices
                  WHERE id = $1 AND organisation_id = ANY($2)${andSeenDevice(scope, 'devices.id')} FOR UPDATE)
     UPDATE devices d SET deleted_at = NULL FROM old WHERE d.id = old.id
     RETURNING old.organisation_id, old.deleted_at::text`,
    [id, scope.organisationIds],
  );
  if (!rows[0]) throw noDevice();
  return { organisationId: rows[0].organisation_id, deletedAt: rows[0].deleted_at };
}
