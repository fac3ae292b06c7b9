import { fault } from '@milepost/contract/fault';
import { AppError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import { checkFenceQuota } from '../geofences/fence-quota.ts';
import { MOST_ROWS } from '../page.ts';
import { BRANCH } from './branch.ts';

/** The organisations of one branch. */
const MOST_OF_BRANCH = 1000;
/** The organisations of the installation: as many as lists show. */
const MOST_IN_ALL = MOST_ROWS;

/**
 * Called after an organisation was added or moved, in its transaction.
 * @throws AppError `conflict` if the installation or the branch exceeds its limit, or the branch would have too many
 * geofences
 */
export async function checkOrganisationQuota(db: Queryable, id: number): Promise<void> {
  const { rows } = await db.query<{ branch: number; all: number }>(
    `WITH RECURSIVE ${BRANCH}
     SELECT (SELECT count(*)::int FROM tree) AS branch, (SELECT count(*)::int FROM organisations) AS all`,
    [id],
  );
  const { branch = 0, all = 0 } = rows[0] ?? {};
  if (branch > MOST_OF_BRANCH) throw new AppError('conflict', fault('most-kept', { most: MOST_OF_BRANCH }));
  if (all > MOST_IN_ALL) throw new AppError('conflict', fault('most-kept', { most: MOST_IN_ALL }));
  await checkFenceQuota(db, id);
}
