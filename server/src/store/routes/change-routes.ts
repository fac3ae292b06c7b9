import type { ParsedInput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import { type Actor, audited, saving } from '../audit/audit.ts';
import { setDeleted } from '../audit/set-deleted.ts';
import { withConflicts } from '../conflicts.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { checkQuota } from '../quotas.ts';
import { onlyRow } from '../rows.ts';
import { organisationOf, type Scope } from '../scope.ts';
import { checkVersion } from '../versions.ts';
import { makeRuns } from './make-runs.ts';
import { lockRoute } from './routes.ts';

type RouteInput = ParsedInput<Operations['save-route']>;
export type RouteFields = Pick<RouteInput, 'name' | 'colour' | 'note' | 'archived'>;

/**
 * Adds a route, or changes one of the scope; its organisation cannot change. Archiving it deletes its unchanged future
 * runs.
 * @throws AppError `not-found`, `conflict` if the name is taken or somebody else saved it meanwhile
 * @returns its id
 */
export function saveRoute(database: Database, scope: Scope, actor: Actor, input: RouteInput): Promise<number> {
  return withConflicts(() =>
    inTransaction(database, async (db) => {
      const { id } = input;
      const organisationId =
        id === undefined ? organisationOf(scope, input.organisationId) : await lockRoute(db, scope, id);
      if (id !== undefined) await checkVersion(db, 'route', id, input.version);
      const saved = await audited(db, actor, saving('route', id), async () => {
        if (id === undefined) return insertRoute(db, organisationId, input);
        await db.query(
          `UPDATE routes SET name = $2, colour = $3, note = $4,
             archived_at = CASE WHEN $5 THEN coalesce(archived_at, now()) END, version = version + 1, updated_at = now()
           WHERE id = $1`,
          [id, input.name, input.colour, input.note, input.archived],
        );
        return id;
      });
      if (id === undefined) await checkQuota(db, 'route', organisationId);
      else await makeRuns(db, organisationId, id);
      return saved;
    }),
  );
}

/** Adds a route in the caller's transaction. @returns its id */
export async function insertRoute(db: Queryable, organisationId: number, fields: RouteFields): Promise<number> {
  const made = await db.query<{ id: number }>(
    `INSERT INTO routes (organisation_id, name, colour, note, archived_at)
     VALUES ($1, $2, $3, $4, CASE WHEN $5 THEN now() END) RETURNING id`,
    [organisationId, fields.name, fields.colour, fields.note, fields.archived],
  );
  return onlyRow(made).id;
}

/** Hides a route with its unchanged future runs, or restores a hidden one. @throws AppError as `saveRoute` */
export function setRouteDeleted(
  database: Database,
  scope: Scope,
  actor: Actor,
  id: number,
  deleted: boolean,
): Promise<void> {
  return withConflicts(() =>
    inTransaction(database, async (db) => {
      const organisationId = await lockRoute(db, scope, id, !deleted);
      await setDeleted(db, actor, 'route', id, deleted);
      await makeRuns(db, organisationId, id);
    }),
  );
}
