import type { Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';
import type { Scope } from '../scope.ts';

/**
 * The points of all outlines on one map: as many as the corners that one organisation's geofences can have, since a map
 * also shows those of all organisations below.
 */
export const MAX_MAP_POINTS = 1_000_000;

interface Records {
  /** SQL after FROM: the records as `r`, their outlines as `o`. */
  from: string;
  /** SQL of the records that the caller can see; $1 are the organisations. */
  where: string;
  most: number;
}

/**
 * Selects the records of one map: all if they are within the limits. Otherwise, the own organisation's come first, then
 * those of the organisations with the smallest total, so that one with excessive data does not displace the others.
 * @returns `chosen`, SQL (` AND …`) for the records; empty if all are shown
 */
export async function drawnRecords(
  db: Queryable,
  { organisationId, organisationIds }: Scope,
  { from, where, most }: Records,
): Promise<{ chosen: string; total: number }> {
  const counted = await db.query<{ total: number; points: number }>(
    `SELECT count(*)::int AS total, coalesce(sum(coalesce(o.points, o.corners)), 0)::float8 AS points
     FROM ${from} WHERE ${where}`,
    [organisationIds],
  );
  const { total, points } = onlyRow(counted);
  if (total <= most && points <= MAX_MAP_POINTS) return { chosen: '', total };
  const chosen = ` AND r.id IN (
    WITH seen AS (SELECT r.id, r.organisation_id, coalesce(o.points, o.corners)::int8 AS points FROM ${from} WHERE ${where}),
      sizes AS (SELECT organisation_id, sum(points) AS size FROM seen GROUP BY organisation_id),
      counted AS (
        SELECT id, row_number() OVER way AS place, sum(points) OVER way AS points FROM seen JOIN sizes USING (organisation_id)
        WINDOW way AS (ORDER BY organisation_id <> ${organisationId}, size, organisation_id, id))
    SELECT id FROM counted WHERE place <= ${most} AND points <= ${MAX_MAP_POINTS})`;
  return { chosen, total };
}
