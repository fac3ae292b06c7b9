import { fault } from '@milepost/contract/fault';
import { AppError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import { BRANCH } from '../organisations/branch.ts';
import { onlyRow } from '../rows.ts';

/**
 * For one organisation. All its geofences are sent to maps together, and held in memory while its vehicles are tracked.
 */
const FENCE_QUOTA = { fences: 50_000, corners: 1_000_000 } as const;
/** For all organisations of a branch: each one with vehicles uses memory for its geofences. */
const BRANCH_QUOTA = { fences: 150_000, corners: 3_000_000 } as const;

/** The maximum number of geofences in a reply, over all organisations. */
export const MAX_MAPPED_FENCES = FENCE_QUOTA.fences;

type Quota = 'most-fences' | 'most-corners' | 'most-fences-together' | 'most-corners-together';

const refuse = (code: Quota, most: number) => {
  throw new AppError('conflict', fault(code, { most }));
};

/**
 * Checks the quota after geofences were added or changed, in their transaction. The parts of an unfinished import also
 * count.
 * @throws AppError `conflict` if the organisation, or its branch in total, exceeds the quota
 */
export async function checkFenceQuota(db: Queryable, organisationId: number): Promise<void> {
  const counted = await db.query<{ fences: number; corners: number; allFences: number; allCorners: number }>(
    `WITH RECURSIVE ${BRANCH}, there AS (
       SELECT g.organisation_id, o.corners FROM geofences g JOIN geofence_outlines o ON o.geofence_id = g.id
       WHERE (g.organisation_id = $1 OR g.organisation_id IN (SELECT id FROM tree))
         AND (g.deleted_at IS NULL OR g.deleted_at = 'infinity'))
     SELECT (count(*) FILTER (WHERE organisation_id = $1))::int AS fences,
            coalesce(sum(corners) FILTER (WHERE organisation_id = $1), 0)::float8 AS corners,
            (count(*) FILTER (WHERE organisation_id IN (SELECT id FROM tree)))::int AS "allFences",
            coalesce(sum(corners) FILTER (WHERE organisation_id IN (SELECT id FROM tree)), 0)::float8 AS "allCorners"
     FROM there`,
    [organisationId],
  );
  const { fences, corners, allFences, allCorners } = onlyRow(counted);
  if (fences > FENCE_QUOTA.fences) refuse('most-fences', FENCE_QUOTA.fences);
  if (corners > FENCE_QUOTA.corners) refuse('most-corners', FENCE_QUOTA.corners);
  if (allFences > BRANCH_QUOTA.fences) refuse('most-fences-together', BRANCH_QUOTA.fences);
  if (allCorners > BRANCH_QUOTA.corners) refuse('most-corners-together', BRANCH_QUOTA.corners);
}
