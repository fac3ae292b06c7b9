import { z } from 'zod';
import { makeAllRuns } from '../store/routes/make-all-runs.ts';
import { defineJob } from './define-job.ts';

/** Makes the runs of the coming days, and anew those of which something has changed: an outlet was closed, a vehicle deleted. */
export const makeRunsJob = defineJob({
  name: 'make-route-runs',
  input: z.null(),
  schedule: { cron: '23 * * * *', timeZone: 'UTC' },
  run: async ({ database, logger }, _input, { signal }) => {
    const { counts, failed } = await makeAllRuns(database, signal);
    if (counts.made + counts.remade + counts.removed > 0) logger.info(counts, 'Made runs of routes');
    for (const { organisationId, error } of failed) {
      logger.error({ organisationId, error }, 'The runs of an organisation could not be made');
    }
  },
});
