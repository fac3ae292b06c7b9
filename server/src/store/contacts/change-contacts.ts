import type { ContactKind } from '@milepost/contract/contact-kinds';
import type { Coordinates } from '@milepost/contract/common';
import { type Actor, audited, saving } from '../audit/audit.ts';
import { setDeleted } from '../audit/set-deleted.ts';
import { withConflicts } from '../conflicts.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { checkQuota } from '../quotas.ts';
import { onlyRow } from '../rows.ts';
import { organisationOf, type Scope, type VehicleLimit } from '../scope.ts';
import { checkVersion } from '../versions.ts';
import { noContact } from './contacts.ts';
import { andSeenContact } from '../common-records.ts';

export interface ContactFields {
  kind: ContactKind;
  name: string;
  phones: readonly string[];
  emails: readonly string[];
  address: string | null;
  place: Coordinates | null;
  note: string | null;
}

interface ContactInput extends ContactFields {
  id?: number | undefined;
  organisationId?: number | undefined;
  version?: number | undefined;
}

/**
 * Adds a contact, or changes one of the scope; its organisation cannot change.
 * @throws AppError `not-found`, `conflict` if the name is taken or somebody else saved it meanwhile
 * @returns its id
 */
export const saveContact = (database: Database, scope: Scope, actor: Actor, input: ContactInput): Promise<number> =>
  withConflicts(() => inTransaction(database, (db) => saveContactIn(db, scope, actor, input)));

/** The same in the caller's transaction. */
export async function saveContactIn(db: Queryable, scope: Scope, actor: Actor, input: ContactInput): Promise<number> {
  const { id } = input;
  if (id === undefined) return addContact(db, scope, organisationOf(scope, input.organisationId), actor, input);
  await lockContact(db, scope, id, false);
  await checkVersion(db, 'contact', id, input.version);
  return audited(db, actor, saving('contact', id), async () => {
    await db.query(
      `UPDATE contacts SET kind = $2, name = $3, phones = $4, emails = $5, address = $6, lat = $7, lon = $8,
         note = $9, version = version + 1, updated_at = now() WHERE id = $1`,
      [id, ...fieldValues(input)],
    );
    return id;
  });
}

/**
 * Adds a contact in the caller's transaction. A contact added by a limited person belongs to the vehicles and groups of
 * that limit, so that everybody who sees these also sees the contact.
 * @returns its id
 */
export const addContact = (
  db: Queryable,
  { limit }: Scope,
  organisationId: number,
  actor: Actor,
  fields: ContactFields,
): Promise<number> =>
  audited(db, actor, { subject: 'contact', id: null, action: 'create' }, async () => {
    const id = await insertContact(db, organisationId, fields, limit ?? undefined);
    await checkQuota(db, 'contact', organisationId);
    return id;
  });

export async function insertContact(
  db: Queryable,
  organisationId: number,
  fields: ContactFields,
  of: Pick<VehicleLimit, 'singleIds' | 'groupIds'> = { singleIds: [], groupIds: [] },
): Promise<number> {
  const made = await db.query<{ id: number }>(
    `INSERT INTO contacts (organisation_id, kind, name, phones, emails, address, lat, lon, note, vehicle_ids, group_ids)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id`,
    [organisationId, ...fieldValues(fields), of.singleIds, of.groupIds],
  );
  return onlyRow(made).id;
}

/** Hides a contact, or restores a hidden one. @throws AppError as `saveContact` */
export function setContactDeleted(
  database: Database,
  scope: Scope,
  actor: Actor,
  id: number,
  deleted: boolean,
): Promise<void> {
  return withConflicts(() =>
    inTransaction(database, async (db) => {
      await lockContact(db, scope, id, !deleted);
      await setDeleted(db, actor, 'contact', id, deleted);
    }),
  );
}

/** Locks the row until the transaction ends. */
export async function lockContact(db: Queryable, scope: Scope, id: number, deleted: boolean): Promise<void> {
  const { rowCount } = await db.query(
    `SELECT FROM contacts WHERE id = $1 AND organisation_id = ANY($2) AND (deleted_at IS NOT NULL) = $3
       ${andSeenContact(scope, 'contacts')} FOR UPDATE`,
    [id, scope.organisationIds, deleted],
  );
  if (!rowCount) throw noContact();
}

const fieldValues = ({ kind, name, phones, emails, address, place, note }: ContactFields): unknown[] => [
  kind,
  name,
  phones,
  emails,
  address,
  place?.lat ?? null,
  place?.lon ?? null,
  note,
];
