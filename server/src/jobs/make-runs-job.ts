import { z } from 'zod';
import { inTransaction } from '../store/database.ts';
import { makeAllRuns } from '../store/routes/make-all-runs.ts';
import { makeRuns } from '../store/routes/make-runs.ts';
import { defineJob } from './define-job.ts';

/**
 * Creates the runs of the coming days, and recreates those affected by a change: an outlet was closed, a vehicle was
 * deleted or taken out of service. Runs of one organisation are recreated immediately when a change should not wait.
 */
export const makeRunsJob = defineJob({
  name: 'make-route-runs',
  input: z.object({ organisationId: z.number() }).nullable(),
  schedule: { cron: '23 * * * *', timeZone: 'UTC' },
  run: async ({ database, logger }, input, { signal }) => {
    if (input) {
      await inTransaction(database, (db) => makeRuns(db, input.organisationId));
      return;
    }
    const { counts, failed } = await makeAllRuns(database, signal);
    if (counts.made + counts.remade + counts.removed > 0) logger.info(counts, 'Made runs of routes');
    for (const { organisationId, error } of failed) {
      logger.error({ organisationId, error }, 'The runs of an organisation could not be made');
    }
  },
});
