import { z } from 'zod';
import { inTransaction } from '../store/database.ts';
import { listUnlocated, locateOutlet } from '../store/outlets/locate-outlets.ts';
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
    if (counts.made + counts.recreated + counts.removed > 0) logger.info(counts, 'Created runs from route plans');
    for (const { organisationId, error } of failed) {
      logger.error({ organisationId, error }, 'The runs of an organisation could not be created');
    }
  },
});

const AT_ONCE = 100;
/** The next job continues. */
const WORK_MS = 50_000;

/** Finds the coordinates of outlets that have only an address, as after an import; does nothing without a geocoder. */
export const locateOutletsJob = defineJob({
  name: 'locate-outlets',
  input: z.null(),
  schedule: { cron: '* * * * *', timeZone: 'UTC' },
  run: async ({ database, places, logger }, _input, { signal }) => {
    const until = Date.now() + WORK_MS;
    let located = 0;
    let outlets = await listUnlocated(database, 0, AT_ONCE);
    for (let outlet = outlets.shift(); outlet && Date.now() < until; outlet = outlets.shift()) {
      signal.throwIfAborted();
      const place = await places.locate(outlet.address);
      // There is no geocoder, or it does not respond now.
      if (place === undefined) break;
      if (await locateOutlet(database, outlet, place)) located += 1;
      if (outlets.length === 0) outlets = await listUnlocated(database, outlet.id, AT_ONCE);
    }
    if (located > 0) logger.info({ outlets: located }, 'Outlets were located by their addresses');
  },
});
