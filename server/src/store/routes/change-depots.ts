import { fault } from '@milepost/contract/fault';
import type { ParsedInput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import { AppError } from '../../errors.ts';
import { type Actor, audited, saving } from '../audit/audit.ts';
import { setDeleted } from '../audit/set-deleted.ts';
import { withConflicts } from '../conflicts.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { checkQuota } from '../quotas.ts';
import { onlyRow } from '../rows.ts';
import { organisationOf, type Scope } from '../scope.ts';
import { checkVersion } from '../versions.ts';
import { lockDepot } from './depots.ts';
import { makeRuns } from './make-runs.ts';

type DepotInput = ParsedInput<Operations['save-depot']>;
export type DepotFields = Pick<DepotInput, 'name' | 'place' | 'radiusM'>;

/**
 * Adds a depot, or changes one of the scope; its organisation cannot change. A change of its coordinates changes the
 * planned times of future runs.
 * @throws AppError `not-found`, `conflict` if the name is taken or somebody else saved it meanwhile
 * @returns its id
 */
export function saveDepot(database: Database, scope: Scope, actor: Actor, input: DepotInput): Promise<number> {
  return withConflicts(() =>
    inTransaction(database, async (db) => {
      const { id } = input;
      const organisationId =
        id === undefined ? organisationOf(scope, input.organisationId) : await lockDepot(db, scope, id);
      if (id !== undefined) await checkVersion(db, 'depot', id, input.version);
      const saved = await audited(db, actor, saving('depot', id), async () => {
        if (id === undefined) return insertDepot(db, organisationId, input);
        await db.query(
          `UPDATE depots SET name = $2, lat = $3, lon = $4, radius_m = $5, version = version + 1, updated_at = now()
           WHERE id = $1`,
          [id, input.name, input.place.lat, input.place.lon, input.radiusM],
        );
        return id;
      });
      if (id === undefined) await checkQuota(db, 'depot', organisationId);
      else await makeRuns(db, organisationId);
      return saved;
    }),
  );
}

/** Adds a depot in the caller's transaction. @returns its id */
export async function insertDepot(db: Queryable, organisationId: number, fields: DepotFields): Promise<number> {
  const { name, place, radiusM } = fields;
  const made = await db.query<{ id: number }>(
    'INSERT INTO depots (organisation_id, name, lat, lon, radius_m) VALUES ($1, $2, $3, $4, $5) RETURNING id',
    [organisationId, name, place.lat, place.lon, radiusM],
  );
  return onlyRow(made).id;
}

/**
 * Hides a depot, or restores a hidden one.
 * @throws AppError as `saveDepot`, and `conflict` if a current plan uses it
 */
export function setDepotDeleted(
  database: Database,
  scope: Scope,
  actor: Actor,
  id: number,
  deleted: boolean,
): Promise<void> {
  return withConflicts(() =>
    inTransaction(database, async (db) => {
      await lockDepot(db, scope, id, !deleted);
      if (deleted) await checkUnused(db, id);
      await setDeleted(db, actor, 'depot', id, deleted);
    }),
  );
}

async function checkUnused(db: Queryable, id: number): Promise<void> {
  const { rows } = await db.query<{ name: string }>(
    `SELECT r.name FROM route_plans p JOIN routes r ON r.id = p.route_id AND r.deleted_at IS NULL AND r.archived_at IS NULL
     JOIN organisations o ON o.id = r.organisation_id
     WHERE $1 IN (p.begin_depot_id, p.end_depot_id) AND p.deleted_at IS NULL
       AND (p.valid_to IS NULL OR p.valid_to >= (now() AT TIME ZONE o.time_zone)::date)
     ORDER BY lower(r.name) LIMIT 1`,
    [id],
  );
  if (rows[0]) throw new AppError('conflict', fault('depot-in-use', { route: rows[0].name }));
}
