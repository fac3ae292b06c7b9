import type { Fence, FenceRow, MapFence } from '@milepost/contract/fence-operations';
import type { FenceShape } from '@milepost/contract/fence-shape-types';
import type { Queryable } from '../database.ts';
import { jsonText } from '../outlines/json-text.ts';
import { storeFenceOutlines, outlineOfFence } from '../outlines/store-outlines.ts';
import { drawnRecords } from '../outlines/drawn-records.ts';
import { type Page, type PageRequest, pageSql } from '../page.ts';
import { everyWordIn, searchPatterns } from '../search/every-word.ts';
import { andSeenFence } from '../common-records.ts';
import { type Scope } from '../scope.ts';
import { MAX_MAPPED_FENCES } from './fence-quota.ts';
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

const SORTS = { name: 'lower(g.name)', areaM2: 'g.area_m2', updatedAt: 'g.updated_at' };

/** A page of geofences that have all of the tags. */
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

/**
 * The geofences of the scope for maps, by name. If a tree has more than the limit of one organisation, those that
 * `drawnRecords` omits are missing.
 */
export async function readMapFences(db: Queryable, scope: Scope): Promise<Page<MapFence>> {
  await storeFenceOutlines(db, scope);
  const where = `r.organisation_id = ANY($1) AND r.deleted_at IS NULL${andSeenFence(scope, 'r')}`;
  const { chosen, total } = await drawnRecords(db, scope, {
    from: 'geofences r JOIN geofence_outlines o ON o.geofence_id = r.id',
    where,
    most: MAX_MAPPED_FENCES,
  });
  const { rows } = await db.query<MapRecord>(
    `SELECT r.id, r.name, r.colour, r.tags, r.area_m2 AS "areaM2", r.south, r.north, r.west, r.east, o.outline,
            CASE WHEN o.outline IS NULL THEN r.shape END AS shape
     FROM geofences r JOIN geofence_outlines o ON o.geofence_id = r.id
     WHERE ${where}${chosen} ORDER BY lower(r.name), r.id LIMIT ${MAX_MAPPED_FENCES}`,
    [scope.organisationIds],
  );
  const fences = rows.map<MapFence>(({ south, north, west, east, shape, outline, ...row }) => ({
    ...row,
    box: [west, south, east, north],
    // The geofence was redrawn since the outlines were computed.
    shape: jsonText<FenceShape>(outline ?? (shape ? outlineOfFence({ shape, south, north }).outline : 'null')),
  }));
  return { rows: fences, total };
}

/** The full records of these geofences in the scope, by name. */
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
