import { fault } from '@milepost/contract/fault';
import { MAX_OWN_FIELDS, type OwnFieldRecord } from '@milepost/contract/own-field-kinds';
import type { OwnField } from '@milepost/contract/own-field-operations';
import { AppError, fieldError } from '../../errors.ts';
import { type Actor, audited, saving } from '../audit/audit.ts';
import { setDeleted } from '../audit/set-deleted.ts';
import { withConflicts } from '../conflicts.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';
import { andSeenDriver } from '../drivers/driver-rows.ts';
import { andSeenExpense } from '../expenses/expense-rows.ts';
import { andSeen, organisationOf, type Scope } from '../scope.ts';
import { checkVersion } from '../versions.ts';

const COLUMNS = `id, organisation_id AS "organisationId", kind, name, type, unit, choices, required, version`;
/** The tables of the records. */
export const OWN_FIELD_TABLES: Record<OwnFieldRecord, string> = {
  vehicle: 'vehicles',
  driver: 'drivers',
  expense: 'expenses',
  outlet: 'outlets',
};
const AND_SEEN: Record<OwnFieldRecord, (scope: Scope) => string> = {
  vehicle: (scope) => andSeen(scope, 'r.id'),
  driver: (scope) => andSeenDriver(scope, 'r'),
  expense: (scope) => andSeenExpense(scope, 'r'),
  outlet: () => '',
};

/** The custom fields of a kind of record in an organisation, in order of creation. */
export async function listOwnFields(db: Queryable, organisationId: number, kind: OwnFieldRecord): Promise<OwnField[]> {
  const { rows } = await db.query<OwnField>(
    `SELECT ${COLUMNS} FROM own_fields WHERE organisation_id = $1 AND kind = $2 AND deleted_at IS NULL ORDER BY id`,
    [organisationId, kind],
  );
  return rows;
}

/** The organisation whose fields a record has. @throws AppError `not-found` for a record that the caller cannot see */
export async function organisationOfRecord(
  db: Queryable,
  scope: Scope,
  kind: OwnFieldRecord,
  id: number,
): Promise<number> {
  const { rows } = await db.query<{ organisation_id: number }>(
    `SELECT r.organisation_id FROM ${OWN_FIELD_TABLES[kind]} r WHERE r.id = $1 AND r.organisation_id = ANY($2)${AND_SEEN[kind](scope)}`,
    [id, scope.organisationIds],
  );
  if (!rows[0]) throw new AppError('not-found', 'no-record');
  return rows[0].organisation_id;
}

type Input = Omit<OwnField, 'id' | 'organisationId' | 'version'> & {
  id?: number | undefined;
  organisationId?: number | undefined;
  version?: number | undefined;
};

/**
 * Adds a custom field or changes one of the scope; its kind and type cannot change.
 * @throws AppError `not-found` outside the scope, `conflict` if the name is taken, there are too many, or somebody else
 * saved it meanwhile
 */
export function saveOwnField(database: Database, scope: Scope, actor: Actor, input: Input): Promise<OwnField> {
  return withConflicts(() =>
    inTransaction(database, async (db) => {
      const former = input.id === undefined ? null : await lockField(db, scope, input.id, false);
      if (former) await checkVersion(db, 'own-field', former.id, input.version);
      if (former && (former.kind !== input.kind || former.type !== input.type)) {
        throw fieldError('invalid', { type: 'own-field-type' });
      }
      const organisationId = former?.organisationId ?? organisationOf(scope, input.organisationId);
      const id = await audited(db, actor, saving('own-field', input.id), () =>
        former ? updateField(db, former.id, input) : insertField(db, organisationId, input),
      );
      return onlyRow(await db.query<OwnField>(`SELECT ${COLUMNS} FROM own_fields WHERE id = $1`, [id]));
    }),
  );
}

/** Hides a field, or restores a hidden one. @throws AppError as `saveOwnField` */
export function setOwnFieldDeleted(
  database: Database,
  scope: Scope,
  actor: Actor,
  id: number,
  deleted: boolean,
): Promise<OwnField> {
  return withConflicts(() =>
    inTransaction(database, async (db) => {
      const field = await lockField(db, scope, id, !deleted);
      if (!deleted) await lockPlace(db, field.organisationId, field.kind);
      await setDeleted(db, actor, 'own-field', id, deleted);
      return field;
    }),
  );
}

async function lockField(db: Queryable, scope: Scope, id: number, deleted: boolean): Promise<OwnField> {
  const { rows } = await db.query<OwnField>(
    `SELECT ${COLUMNS} FROM own_fields
     WHERE id = $1 AND organisation_id = ANY($2) AND (deleted_at IS NOT NULL) = $3 FOR UPDATE`,
    [id, scope.organisationIds, deleted],
  );
  if (!rows[0]) throw new AppError('not-found', 'no-own-field');
  return rows[0];
}

async function insertField(db: Queryable, organisationId: number, input: Input): Promise<number> {
  await lockPlace(db, organisationId, input.kind);
  const made = await db.query<{ id: number }>(
    `INSERT INTO own_fields (organisation_id, kind, name, type, unit, choices, required)
     VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
    [organisationId, input.kind, input.name, input.type, unitOf(input), input.choices, input.required],
  );
  return onlyRow(made).id;
}

/** Checks that one more can be added; serialised until the transaction ends. @throws AppError `conflict` */
async function lockPlace(db: Queryable, organisationId: number, kind: OwnFieldRecord): Promise<void> {
  await db.query(`SELECT pg_advisory_xact_lock(hashtext('own-fields'), $1)`, [organisationId]);
  const { rowCount } = await db.query(
    'SELECT FROM own_fields WHERE organisation_id = $1 AND kind = $2 AND deleted_at IS NULL LIMIT $3',
    [organisationId, kind, MAX_OWN_FIELDS],
  );
  if (rowCount === MAX_OWN_FIELDS) throw new AppError('conflict', fault('most-own-fields', { most: MAX_OWN_FIELDS }));
}

async function updateField(db: Queryable, id: number, input: Input): Promise<number> {
  await db.query(
    'UPDATE own_fields SET name = $2, unit = $3, choices = $4, required = $5, version = version + 1 WHERE id = $1',
    [id, input.name, unitOf(input), input.choices, input.required],
  );
  return id;
}

const unitOf = ({ type, unit }: Input) => (type === 'number' ? unit : null);
