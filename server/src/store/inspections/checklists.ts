import type { Checklist } from '@milepost/contract/inspection-operations';
import type { VehicleType } from '@milepost/contract/vehicle-operations';
import { AppError } from '../../errors.ts';
import { type Actor, audited, saving } from '../audit/audit.ts';
import { setDeleted } from '../audit/set-deleted.ts';
import { withConflicts } from '../conflicts.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { type Page, type PageRequest, pageSql } from '../page.ts';
import { everyWordIn, searchPatterns } from '../search/every-word.ts';
import { onlyRow } from '../rows.ts';
import type { Scope } from '../scope.ts';
import { checkVersion } from '../versions.ts';

const COLUMNS = 'id, organisation_id AS "organisationId", name, types, items, version';

export async function listChecklists(db: Queryable, scope: Scope, request: PageRequest): Promise<Page<Checklist>> {
  const where = `organisation_id = ANY($1) AND deleted_at IS NULL AND ${everyWordIn('$2', 'name')}`;
  const values = [scope.organisationIds, searchPatterns(request.search)];
  const [page, count] = await Promise.all([
    db.query<Checklist>(
      `SELECT ${COLUMNS} FROM checklists WHERE ${where} ${pageSql(request, { name: 'lower(name)' }, 'id')}`,
      values,
    ),
    db.query<{ total: number }>(`SELECT count(*)::int AS total FROM checklists WHERE ${where}`, values),
  ]);
  return { rows: page.rows, total: onlyRow(count).total };
}

/** @throws AppError `not-found` outside the scope or deleted */
export async function getChecklist(db: Queryable, scope: Scope, id: number): Promise<Checklist> {
  const { rows } = await db.query<Checklist>(
    `SELECT ${COLUMNS} FROM checklists WHERE id = $1 AND organisation_id = ANY($2) AND deleted_at IS NULL`,
    [id, scope.organisationIds],
  );
  if (!rows[0]) throw noChecklist();
  return rows[0];
}

interface ChecklistFields {
  name: string;
  types: readonly VehicleType[];
  items: readonly string[];
}

/**
 * Adds a checklist of the caller's organisation, or changes one of the scope.
 * @throws AppError `not-found`, `conflict` if another one has its name, or somebody else saved it meanwhile
 * @returns its id
 */
export function saveChecklist(
  database: Database,
  scope: Scope,
  actor: Actor,
  input: ChecklistFields & { id?: number | undefined; version?: number | undefined },
): Promise<number> {
  return withConflicts(() =>
    inTransaction(database, async (db) => {
      const { id } = input;
      if (id !== undefined) {
        await lockChecklist(db, scope, id, false);
        await checkVersion(db, 'checklist', id, input.version);
      }
      return audited(db, actor, saving('checklist', id), async () => {
        if (id === undefined) return insertChecklist(db, scope.organisationId, input);
        await db.query(
          `UPDATE checklists SET name = $2, types = $3, items = $4, version = version + 1, updated_at = now() WHERE id = $1`,
          [id, input.name, input.types, input.items],
        );
        return id;
      });
    }),
  );
}

export async function insertChecklist(
  db: Queryable,
  organisationId: number,
  { name, types, items }: ChecklistFields,
): Promise<number> {
  const made = await db.query<{ id: number }>(
    'INSERT INTO checklists (organisation_id, name, types, items) VALUES ($1, $2, $3, $4) RETURNING id',
    [organisationId, name, types, items],
  );
  return onlyRow(made).id;
}

/** Hides a checklist, or restores a hidden one. @throws AppError `not-found`, `conflict` if its name is taken */
export function setChecklistDeleted(
  database: Database,
  scope: Scope,
  actor: Actor,
  id: number,
  deleted: boolean,
): Promise<void> {
  return withConflicts(() =>
    inTransaction(database, async (db) => {
      await lockChecklist(db, scope, id, !deleted);
      await setDeleted(db, actor, 'checklist', id, deleted);
    }),
  );
}

/** Locks the row until the transaction ends. */
async function lockChecklist(db: Queryable, scope: Scope, id: number, deleted: boolean): Promise<void> {
  const { rowCount } = await db.query(
    `SELECT FROM checklists WHERE id = $1 AND organisation_id = ANY($2) AND (deleted_at IS NOT NULL) = $3 FOR UPDATE`,
    [id, scope.organisationIds, deleted],
  );
  if (!rowCount) throw noChecklist();
}

const noChecklist = (): AppError => new AppError('not-found', 'no-checklist');
