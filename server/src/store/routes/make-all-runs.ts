import { type Database, inTransaction } from '../database.ts';
import { learnDrivingOf } from '../distribution/learned-driving.ts';
import { makeRuns, type MadeRuns } from './make-runs.ts';

/** Creates the runs of all organisations, each in its own transaction. */
export async function makeAllRuns(database: Database, signal: AbortSignal) {
  const { rows } = await database.query<{ id: number }>('SELECT DISTINCT organisation_id AS id FROM routes ORDER BY 1');
  const counts: MadeRuns = { made: 0, recreated: 0, removed: 0 };
  const failed: { organisationId: number; error: unknown }[] = [];
  for (const { id } of rows) {
    if (signal.aborted) break;
    try {
      const { made, recreated, removed } = await inTransaction(database, async (db) => {
        await learnDrivingOf(db, id);
        return makeRuns(db, id);
      });
      counts.made += made;
      counts.recreated += recreated;
      counts.removed += removed;
    } catch (error) {
      failed.push({ organisationId: id, error });
    }
  }
  return { counts, failed };
}
