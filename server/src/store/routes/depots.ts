import type { Depot } from '@milepost/contract/depot-operations';
import { AppError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import { type Page, type PageRequest, pageSql } from '../page.ts';
import { onlyRow } from '../rows.ts';
import type { Scope } from '../scope.ts';
import { andEveryWord } from '../search/found-by-words.ts';
import { andSeenDepot } from '../common-records.ts';

const COLUMNS = `d.id, d.organisation_id AS "organisationId", d.name, json_build_object('lat', d.lat, 'lon', d.lon) AS place,
  d.radius_m AS "radiusM", d.version`;
const SORTS = { name: 'lower(d.name)' };

/** A page of depots by name. */
export async function listDepots(db: Queryable, scope: Scope, request: PageRequest): Promise<Page<Depot>> {
  const values: unknown[] = [scope.organisationIds];
  const where = `d.organisation_id = ANY($1) AND d.deleted_at IS NULL${andSeenDepot(scope, 'd')}${andEveryWord(
    request.search,
    values,
    (pattern) => [`search_words(d.name) LIKE ${pattern}`],
  )}`;
  const [page, count] = await Promise.all([
    db.query<Depot>(`SELECT ${COLUMNS} FROM depots d WHERE ${where} ${pageSql(request, SORTS, 'd.id')}`, values),
    db.query<{ total: number }>(`SELECT count(*)::int AS total FROM depots d WHERE ${where}`, values),
  ]);
  return { rows: page.rows, total: onlyRow(count).total };
}

/** @throws AppError `not-found` outside the scope or deleted */
export async function getDepot(db: Queryable, scope: Scope, id: number): Promise<Depot> {
  const { rows } = await db.query<Depot>(
    `SELECT ${COLUMNS} FROM depots d WHERE d.id = $1 AND d.organisation_id = ANY($2) AND d.deleted_at IS NULL${andSeenDepot(scope, 'd')}`,
    [id, scope.organisationIds],
  );
  if (!rows[0]) throw noDepot();
  return rows[0];
}

/**
 * Locks the row of a depot until the transaction ends, and returns its organisation.
 * @throws AppError `not-found` outside the scope
 */
export async function lockDepot(db: Queryable, scope: Scope, id: number, deleted = false): Promise<number> {
  const { rows } = await db.query<{ organisation_id: number }>(
    `SELECT organisation_id FROM depots
     WHERE id = $1 AND organisation_id = ANY($2) AND (deleted_at IS NOT NULL) = $3${andSeenDepot(scope, 'depots')} FOR UPDATE`,
    [id, scope.organisationIds, deleted],
  );
  if (!rows[0]) throw noDepot();
  return rows[0].organisation_id;
}

const noDepot = () => new AppError('not-found', 'no-depot');
