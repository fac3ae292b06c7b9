import { fault } from '@milepost/contract/fault';
import { AppError } from '../../errors.ts';
import type { Queryable } from '../database.ts';

/** Of one organisation. All of them are sent to maps at once, and held in memory by whoever follows its vehicles. */
const FENCE_QUOTA = { fences: 50_000, corners: 1_000_000 } as const;

/** Fences of one answer, be they of however many organisations. */
export const MOST_MAPPED = FENCE_QUOTA.fences;

const CORNERS = `coalesce(jsonb_array_length(shape -> 'line'),
  (SELECT sum(jsonb_array_length(ring)) FROM jsonb_array_elements(shape -> 'rings') ring), 1)`;

/**
 * Asked after fences were added or changed, in their transaction; parts of an import that is not whole yet count too.
 * @throws AppError `conflict` where the organisation has more fences, or more corners in all, than its quota
 */
export async function checkFenceQuota(db: Queryable, organisationId: number): Promise<void> {
  const { rows } = await db.query<{ fences: number; corners: number }>(
    `SELECT count(*)::int AS fences, coalesce(sum(${CORNERS}), 0)::float8 AS corners FROM geofences
     WHERE organisation_id = $1 AND (deleted_at IS NULL OR deleted_at = 'infinity')`,
    [organisationId],
  );
  const { fences = 0, corners = 0 } = rows[0] ?? {};
  if (fences > FENCE_QUOTA.fences) throw new AppError('conflict', fault('most-fences', { most: FENCE_QUOTA.fences }));
  if (corners > FENCE_QUOTA.corners)
    throw new AppError('conflict', fault('most-corners', { most: FENCE_QUOTA.corners }));
}
