import { fault } from '@milepost/contract/fault';
import type { DocumentHolder, DocumentKind } from '@milepost/contract/document-kinds';
import { AppError, type FieldFaults, fieldError } from '../../errors.ts';
import { type Actor, audited, saving } from '../audit/audit.ts';
import { setDeleted } from '../audit/set-deleted.ts';
import { withConflicts } from '../conflicts.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { requireCome, requireHere } from '../fleet/moved-vehicles.ts';
import { isDriverSeen } from '../drivers/drivers.ts';
import { linkFiles } from '../files/link-files.ts';
import type { Viewer } from '../files/records.ts';
import { onlyRow } from '../rows.ts';
import { andSeen, organisationOf, type Scope } from '../scope.ts';
import { wordsOfKind } from '../../texts/names.ts';
import { checkVersion } from '../versions.ts';
import { andSeenDocument, DOCUMENTS } from './document-rows.ts';
import { noDocument } from './documents.ts';

export interface DocumentInput {
  id?: number | undefined;
  kind: DocumentKind;
  holder: DocumentHolder;
  vehicleId: number | null;
  driverId: number | null;
  organisationId?: number | undefined;
  number: string | null;
  issuer: string | null;
  issuedOn: string | null;
  validFrom: string | null;
  validUntil: string | null;
  cost: number | null;
  currency: string | null;
  note: string | null;
  renewsId: number | null;
  version?: number | undefined;
}

type NewDocument = DocumentInput & { fileIds?: readonly number[] };

interface Stored {
  id: number;
  organisationId: number;
  kind: DocumentKind;
  vehicleId: number | null;
  driverId: number | null;
  currency: string | null;
  renewsId: number | null;
}

/**
 * Adds a document, or changes one of the scope; its organisation cannot change. With `renewsId` it renews that
 * document.
 * @throws AppError `not-found`, `invalid` at a field, `conflict` if somebody else saved or renewed it meanwhile
 * @returns its id
 */
export const saveDocument = (database: Database, viewer: Viewer, actor: Actor, input: NewDocument): Promise<number> =>
  withConflicts(() => inTransaction(database, (db) => saveDocumentIn(db, viewer, actor, input)));

/** The same in the caller's transaction. */
export async function saveDocumentIn(
  db: Queryable,
  viewer: Viewer,
  actor: Actor,
  { fileIds = [], ...input }: NewDocument,
): Promise<number> {
  const { scope } = viewer;
  const before = input.id === undefined ? null : await lockDocument(db, scope, input.id, false);
  if (before) await checkVersion(db, 'document', before.id, input.version);
  const organisationId = await organisationOfHolder(db, scope, input, before);
  if (before && before.organisationId !== organisationId) throw fieldError('invalid', AT_HOLDER[input.holder]);
  const renewed = before || input.renewsId === null ? null : await lockDocument(db, scope, input.renewsId, false);
  if (renewed) checkRenewal(renewed, input);
  const currency = input.cost === null ? null : await currencyFor(db, organisationId, input, before);
  const saved = await audited(db, actor, saving('document', before?.id), async () => {
    if (before) return updateDocument(db, before.id, { ...input, currency });
    const id = await insertDocument(db, organisationId, { ...input, currency });
    if (renewed) await markRenewed(db, renewed.id);
    return id;
  });
  const files = { recordKind: 'document', recordId: saved } as const;
  if (fileIds.length > 0) await linkFiles(db, viewer, actor, files, fileIds);
  return saved;
}

/**
 * Hides a document, or restores a hidden one. The document that it renewed is updated accordingly. @throws AppError as
 * `saveDocument`
 */
export function setDocumentDeleted(
  database: Database,
  scope: Scope,
  actor: Actor,
  id: number,
  deleted: boolean,
): Promise<void> {
  return withConflicts(() =>
    inTransaction(database, async (db) => {
      const { renewsId } = await lockDocument(db, scope, id, !deleted);
      await setDeleted(db, actor, 'document', id, deleted);
      if (renewsId !== null) await markRenewed(db, renewsId);
    }),
  );
}

/** Locks the row of a document that is `deleted`, or of one that is not, until the transaction ends. */
export async function lockDocument(db: Queryable, scope: Scope, id: number, deleted: boolean): Promise<Stored> {
  const { rows } = await db.query<Stored>(
    `SELECT d.id, d.organisation_id AS "organisationId", d.kind, d.vehicle_id AS "vehicleId", d.driver_id AS "driverId",
            d.currency, d.renews_id AS "renewsId"
     FROM ${DOCUMENTS} WHERE d.id = $1 AND d.organisation_id = ANY($2) AND (d.deleted_at IS NOT NULL) = $3 AND NOT d.holder_gone
       ${andSeenDocument(scope)}
     FOR UPDATE OF d`,
    [id, scope.organisationIds, deleted],
  );
  if (!rows[0]) throw noDocument();
  return rows[0];
}

const AT_HOLDER: Record<DocumentHolder, FieldFaults> = {
  vehicle: { vehicleId: 'no-vehicle' },
  driver: { driverId: 'no-driver' },
  organisation: { organisationId: 'no-organisation' },
};

/**
 * The organisation of the document's holder. @throws AppError `invalid` at the holder if the caller does not see it
 */
async function organisationOfHolder(
  db: Queryable,
  scope: Scope,
  input: DocumentInput,
  before: Stored | null,
): Promise<number> {
  const { holder, vehicleId, driverId } = input;
  if (holder === 'organisation') {
    if (scope.limit !== null) throw new AppError('denied', 'limit-all');
    return organisationOf(scope, input.organisationId);
  }
  const { rows } = await db.query<{ id: number }>(
    holder === 'vehicle'
      ? `SELECT organisation_id AS id FROM vehicles v
         WHERE v.id = $1 AND v.organisation_id = ANY($2) AND v.deleted_at IS NULL${andSeen(scope)}`
      : 'SELECT organisation_id AS id FROM drivers WHERE id = $1 AND organisation_id = ANY($2) AND deleted_at IS NULL',
    [holder === 'vehicle' ? vehicleId : driverId, scope.organisationIds],
  );
  const seen = holder === 'vehicle' || (await isDriverSeen(db, scope, driverId ?? 0));
  if (!rows[0] || !seen) throw fieldError('invalid', AT_HOLDER[input.holder]);
  if (holder === 'vehicle' && vehicleId !== null) {
    await requireHere(db, [vehicleId], { former: before?.vehicleId, day: input.issuedOn ?? input.validFrom });
    // A document that is valid beyond the move moves with the vehicle.
    await requireCome(db, scope, vehicleId, { former: before?.vehicleId, day: input.validUntil });
  }
  return rows[0].id;
}

const holderOf = ({ vehicleId, driverId }: Pick<Stored, 'vehicleId' | 'driverId'>) => `${vehicleId}/${driverId}`;

function checkRenewal(renewed: Stored, input: DocumentInput): void {
  const same = renewed.kind === input.kind && holderOf(renewed) === holderOf(idsOf(input));
  if (!same) throw fieldError('invalid', { kind: 'renews-same' });
}

const idsOf = ({ holder, vehicleId, driverId }: DocumentInput) => ({
  vehicleId: holder === 'vehicle' ? vehicleId : null,
  driverId: holder === 'driver' ? driverId : null,
});

/** @throws AppError `invalid` for a currency that is neither the organisation's nor the document's former one */
async function currencyFor(
  db: Queryable,
  organisationId: number,
  { currency }: DocumentInput,
  before: Stored | null,
): Promise<string> {
  const found = await db.query<{ currency: string }>('SELECT currency FROM organisations WHERE id = $1', [
    organisationId,
  ]);
  const own = onlyRow(found).currency;
  if (currency === null || currency === own || currency === before?.currency) return currency ?? own;
  throw fieldError('invalid', { cost: fault('other-currency', { currency: own }) });
}

function fieldValues(input: DocumentInput): unknown[] {
  const { vehicleId, driverId } = idsOf(input);
  const { kind, number, issuer, issuedOn, validFrom, validUntil, cost, currency, note } = input;
  return [
    kind,
    vehicleId,
    driverId,
    number,
    issuer,
    issuedOn,
    validFrom,
    validUntil,
    cost,
    currency,
    note,
    wordsOfKind(kind),
  ];
}

export async function insertDocument(db: Queryable, organisationId: number, input: DocumentInput): Promise<number> {
  const made = await db.query<{ id: number }>(
    `INSERT INTO documents (organisation_id, renews_id, kind, vehicle_id, driver_id, number, issuer, issued_on, valid_from,
       valid_until, cost, currency, note, kind_words)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) RETURNING id`,
    [organisationId, input.renewsId, ...fieldValues(input)],
  );
  return onlyRow(made).id;
}

async function updateDocument(db: Queryable, id: number, input: DocumentInput): Promise<number> {
  await db.query(
    `UPDATE documents SET kind = $2, vehicle_id = $3, driver_id = $4, number = $5, issuer = $6, issued_on = $7,
       valid_from = $8, until_set_at = CASE WHEN valid_until IS DISTINCT FROM $9::date THEN now() ELSE until_set_at END,
       valid_until = $9, cost = $10, currency = $11, note = $12, kind_words = $13, version = version + 1, updated_at = now()
     WHERE id = $1`,
    [id, ...fieldValues(input)],
  );
  return id;
}

/** Updates whether another, not deleted document renews it. */
export async function markRenewed(db: Queryable, id: number): Promise<void> {
  await db.query(
    `UPDATE documents SET renewed = EXISTS (SELECT FROM documents e WHERE e.renews_id = $1 AND e.deleted_at IS NULL)
     WHERE id = $1`,
    [id],
  );
}
