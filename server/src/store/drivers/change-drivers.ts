import type { PlainCode } from '@milepost/contract/fault';
import type { ParsedInput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import { fieldError } from '../../errors.ts';
import { type Actor, audited, saving } from '../audit/audit.ts';
import { checkUse } from '../availability/check-use.ts';
import { withConflicts } from '../conflicts.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { isGroupOf, type Ref } from '../fleet/groups.ts';
import { writeOwnValues } from '../own-fields/own-values.ts';
import { onlyRow } from '../rows.ts';
import { listLinkable } from '../people/list-users.ts';
import type { Manager } from '../roles/manager.ts';
import type { Scope } from '../scope.ts';
import { checkVersion } from '../versions.ts';
import { writeTags } from './driver-tags.ts';
import { lockDriver, noDriver } from './drivers.ts';

export type DriverInput = ParsedInput<Operations['save-driver']>;
type Saved = { id: number; organisationId: number };

/**
 * Adds a driver to the caller's organisation, or changes one of the scope.
 * @param linker a person who can connect accounts with drivers, otherwise null
 */
export function saveDriver(
  database: Database,
  scope: Scope,
  actor: Actor,
  input: DriverInput,
  linker: Manager | null,
): Promise<Saved> {
  return withConflicts(() => inTransaction(database, (db) => saveDriverIn(db, scope, actor, input, { linker })));
}

/** The same within a transaction. @param own the custom fields to write, see `writeOwnValues` */
export async function saveDriverIn(
  db: Queryable,
  scope: Scope,
  actor: Actor,
  input: DriverInput,
  { linker, own = 'all' }: { linker: Manager | null; own?: 'all' | 'given' },
): Promise<Saved> {
  const organisationId = input.id === undefined ? scope.organisationId : await lockDriver(db, scope, input.id);
  if (input.id !== undefined) await checkVersion(db, 'driver', input.id, input.version);
  await checkDriver(db, organisationId, input, linker);
  const id = await audited(db, actor, saving('driver', input.id), async () => {
    const driverId = input.id ?? (await insertDriver(db, organisationId, input.name));
    await updateDriver(db, driverId, input);
    await writeOwnValues(db, { kind: 'driver', id: driverId, organisationId }, input.own, own);
    if (input.tags) await writeTags(db, organisationId, driverId, input.tags);
    return driverId;
  });
  return { id, organisationId };
}

/** Adds a driver with only a name to the caller's organisation. */
export function nameDriver(database: Database, scope: Scope, actor: Actor, name: string): Promise<Ref> {
  return inTransaction(database, async (db) => {
    const id = await audited(db, actor, saving('driver', undefined), () =>
      insertDriver(db, scope.organisationId, name),
    );
    return { id, name };
  });
}

export async function insertDriver(db: Queryable, organisationId: number, name: string): Promise<number> {
  const made = await db.query<{ id: number }>(
    'INSERT INTO drivers (organisation_id, name) VALUES ($1, $2) RETURNING id',
    [organisationId, name],
  );
  return onlyRow(made).id;
}

/**
 * Groups and account must belong to the driver's organisation, since everyone who sees the driver sees their names.
 */
async function checkDriver(
  db: Queryable,
  organisationId: number,
  input: DriverInput,
  linker: Manager | null,
): Promise<void> {
  const fields: Record<string, PlainCode> = {};
  for (const groupId of input.groupIds) {
    if (!(await isGroupOf(db, organisationId, groupId))) fields['groupIds'] = 'group-unavailable';
  }
  const accountFault = await faultOfAccount(db, organisationId, input, linker);
  if (accountFault !== null) fields['userId'] = accountFault;
  if (input.hiredOn !== null && input.leftOn !== null && input.leftOn < input.hiredOn) {
    fields['leftOn'] = 'not-before-start';
  }
  if (Object.keys(fields).length > 0) throw fieldError('invalid', fields);
}

/**
 * A driver's account has access to that driver's runs, inspections and messages. Changing it therefore requires the
 * right to manage both the former and the new account.
 */
async function faultOfAccount(
  db: Queryable,
  organisationId: number,
  { id, userId }: DriverInput,
  linker: Manager | null,
): Promise<PlainCode | null> {
  const { rows } = await db.query<{ userId: number | null }>('SELECT user_id AS "userId" FROM drivers WHERE id = $1', [
    id ?? null,
  ]);
  const before = rows[0]?.userId ?? null;
  if (userId === before) return null;
  // An account that has since moved to another organisation is ignored.
  const found = await db.query<{ id: number }>('SELECT id FROM users WHERE id = ANY($1) AND organisation_id = $2', [
    [before, userId],
    organisationId,
  ]);
  const here = found.rows.map((one) => one.id);
  if (userId !== null && !here.includes(userId)) return 'no-user';
  if (linker === null) return 'account-link';
  const linkable = await listLinkable(db, linker, organisationId, here);
  return here.every((one) => linkable.has(one)) ? null : 'role-not-below';
}

/** Changes a driver, whose row is locked or new. */
export async function updateDriver(
  db: Queryable,
  id: number,
  input: Omit<DriverInput, 'id' | 'tags' | 'version' | 'own'>,
) {
  await db.query(
    `UPDATE drivers SET name = $2, number = $3, phone = $4, email = $5, licence_classes = $7,
       -- If the licence is among the documents, its number and last day come from there.
       licence_number = CASE WHEN licence_document(id) IS NULL THEN $6 ELSE licence_number END,
       licence_expires_on = CASE WHEN licence_document(id) IS NULL THEN $8::date ELSE licence_expires_on END, group_ids = $9, hired_on = $10, left_on = $11, emergency_name = $12,
       emergency_phone = $13, note = $14, user_id = $15, version = version + 1 WHERE id = $1`,
    [
      id,
      input.name,
      input.number,
      input.phone,
      input.email,
      input.licenceNumber,
      [...new Set(input.licenceClasses)],
      input.licenceExpiresOn,
      [...new Set(input.groupIds)].toSorted((a, b) => a - b),
      input.hiredOn,
      input.leftOn,
      input.emergencyName,
      input.emergencyPhone,
      input.note,
      input.userId,
    ],
  );
}

/**
 * Hides a driver. Tags and assignments end now, and future ones are deleted; the past stays, so that past trips keep
 * their driver.
 */
export function deleteDriver(database: Database, scope: Scope, actor: Actor, id: number): Promise<number> {
  return inTransaction(database, async (db) => {
    const organisationId = await lockDriver(db, scope, id);
    await audited(db, actor, { subject: 'driver', id, action: 'delete' }, async () => {
      await db.query('UPDATE drivers SET deleted_at = now() WHERE id = $1', [id]);
      await db.query('UPDATE driver_tags SET to_time = now() WHERE driver_id = $1 AND to_time IS NULL', [id]);
      await db.query('DELETE FROM driver_assignments WHERE driver_id = $1 AND from_time > now()', [id]);
      await db.query(
        `UPDATE driver_assignments SET to_time = now(), version = version + 1
          WHERE driver_id = $1 AND from_time <= now() AND (to_time IS NULL OR to_time > now())`,
        [id],
      );
      return id;
    });
    return organisationId;
  });
}

/**
 * Undoes `deleteDriver`. Restores the tags, and the vehicles of which it was the usual driver, unless somebody else has
 * them by now. Vehicles are not restored if the driver must not drive now, except with a reason that was given before.
 */
export function restoreDriver(database: Database, scope: Scope, actor: Actor, id: number): Promise<number> {
  return withConflicts(() =>
    inTransaction(database, async (db) => {
      const { rows } = await db.query<{ organisation_id: number; at: string }>(
        `SELECT organisation_id, deleted_at::text AS at FROM drivers
          WHERE id = $1 AND organisation_id = ANY($2) AND deleted_at IS NOT NULL AND erased_at IS NULL FOR UPDATE`,
        [id, scope.organisationIds],
      );
      const [removed] = rows;
      if (!removed) throw noDriver();
      await audited(db, actor, { subject: 'driver', id, action: 'restore' }, async () => {
        await db.query('UPDATE drivers SET deleted_at = NULL WHERE id = $1', [id]);
        await db.query(
          `UPDATE driver_tags t SET to_time = NULL WHERE t.driver_id = $1 AND t.to_time = $2
             AND NOT EXISTS (SELECT FROM driver_tags o WHERE o.organisation_id = t.organisation_id AND o.tag = t.tag
                              AND o.id <> t.id AND (o.to_time IS NULL OR o.to_time > t.to_time))`,
          [id, removed.at],
        );
        await db.query(
          `UPDATE driver_assignments a SET to_time = NULL, version = version + 1 WHERE a.driver_id = $1 AND a.to_time = $2 AND a.source = 'usual'
             AND NOT EXISTS (SELECT FROM driver_assignments o WHERE o.vehicle_id = a.vehicle_id AND o.source = 'usual'
                              AND o.id <> a.id AND (o.to_time IS NULL OR o.to_time > a.to_time))
             AND NOT EXISTS (SELECT FROM vehicles v WHERE v.id = a.vehicle_id AND v.moved_at IS NOT NULL)
             AND NOT EXISTS (SELECT FROM driver_obstacles x WHERE x.driver_id = a.driver_id AND x.from_time <= now()
                              AND x.to_time > now() AND NOT coalesce(a.override -> 'causes' ? x.cause, false))`,
          [id, removed.at],
        );
        return id;
      });
      return removed.organisation_id;
    }),
  );
}

/**
 * Sets the usual driver of the vehicle from now on, or removes it (null); idempotent.
 * @throws AppError `conflict` as `checkUse` for another driver who must not drive
 */
export async function setUsualDriver(
  db: Queryable,
  actor: Actor,
  vehicleId: number,
  { driverId, overrideReason }: { driverId: number | null; overrideReason: string | null },
): Promise<void> {
  const same = await db.query(
    `SELECT FROM driver_assignments WHERE vehicle_id = $1 AND to_time IS NULL AND source = 'usual' AND driver_id = $2`,
    [vehicleId, driverId],
  );
  if (same.rowCount) return;
  // The vehicle is not checked: its usual driver is known even while it is in the workshop.
  const use = { vehicleId: null, driverId, fromMs: Date.now(), toMs: null };
  const override = await checkUse(db, actor, use, { reason: overrideReason, formers: [] });
  await db.query(
    `UPDATE driver_assignments SET to_time = greatest(from_time, now()), version = version + 1
     WHERE vehicle_id = $1 AND to_time IS NULL AND source = 'usual' AND driver_id IS DISTINCT FROM $2::int`,
    [vehicleId, driverId],
  );
  if (driverId === null) return;
  await db.query(
    `INSERT INTO driver_assignments (vehicle_id, driver_id, override) VALUES ($1, $2, $3)
     ON CONFLICT (vehicle_id) WHERE to_time IS NULL AND source = 'usual' DO NOTHING`,
    [vehicleId, driverId, override],
  );
}
