import type { Fence, FenceRow, MapFence } from '@milepost/contract/fence-routes';
import type { Queryable } from '../database.ts';
import { type Page, type PageRequest, pageSql, firstRows } from '../page.ts';
import { everyWordIn, searchPatterns } from '../search/every-word.ts';
import { andSeenFence, type Scope } from '../scope.ts';
import { MOST_MAPPED } from './fence-quota.ts';
import {
  FENCE_COLUMNS,
  FENCE_TABLES,
  type FenceRecord,
  type ListRecord,
  type MapRecord,
  noFence,
  ROW_COLUMNS,
  toFence,
  toListRow,
} from './fence-rows.ts';
import { mapShape } from './map-shape.ts';

const SORTS = { name: 'lower(g.name)', areaM2: 'g.area_m2', updatedAt: 'g.updated_at' };

/** A page of fences; those that bear all of the tags. */
export async function listFences(
  db: Queryable,
  scope: Scope,
  request: PageRequest & { tags: readonly string[] },
): Promise<Page<FenceRow>> {
  const where = `g.organisation_id = ANY($1) AND g.deleted_at IS NULL${andSeenFence(scope, 'g')} AND g.tags @> $2::text[]
    AND ${everyWordIn('$3', 'g.name', 'g.description', "array_to_string(g.tags, ' ')")}`;
  const values = [scope.organisationIds, request.tags, searchPatterns(request.search)];
  const [page, count] = await Promise.all([
    db.query<ListRecord>(
      `SELECT ${ROW_COLUMNS} FROM ${FENCE_TABLES} WHERE ${where} ${pageSql(request, SORTS, 'g.id')}`,
      values,
    ),
    db.query<{ total: number }>(`SELECT count(*)::int AS total FROM geofences g WHERE ${where}`, values),
  ]);
  return { rows: page.rows.map(toListRow), total: count.rows[0]?.total ?? 0 };
}

/** All fences of the scope as maps draw them, by name. */
export async function readMapFences(db: Queryable, scope: Scope): Promise<Page<MapFence>> {
  const { rows, total } = await firstRows<MapRecord>(
    db,
    `SELECT id, name, colour, tags, area_m2 AS "areaM2", shape, south, north, west, east FROM geofences g
     WHERE organisation_id = ANY($1) AND deleted_at IS NULL${andSeenFence(scope, 'g')} ORDER BY lower(name), id`,
    [scope.organisationIds],
    MOST_MAPPED,
  );
  const fences = rows.map<MapFence>(({ south, north, west, east, shape, ...row }) => ({
    ...row,
    box: [west, south, east, north],
    shape: mapShape(shape, { south, north }),
  }));
  return { rows: fences, total };
}

/** The whole records of those of the fences that are in the scope, by name. */
export async function readFences(db: Queryable, scope: Scope, ids: readonly number[]): Promise<Fence[]> {
  const { rows } = await db.query<FenceRecord>(
    `SELECT ${FENCE_COLUMNS} FROM ${FENCE_TABLES}
     WHERE g.id = ANY($1) AND g.organisation_id = ANY($2) AND g.deleted_at IS NULL${andSeenFence(scope, 'g')} ORDER BY lower(g.name), g.id`,
    [ids, scope.organisationIds],
  );
  return rows.map((row) => toFence(row, scope));
}

/** @throws AppError `not-found` outside the scope or removed */
export async function getFence(db: Queryable, scope: Scope, id: number): Promise<Fence> {
  const [fence] = await readFences(db, scope, [id]);
  if (!fence) throw noFence();
  return fence;
}
