import { z } from 'zod';
import { applyRetention } from '../store/retention/apply-retention.ts';
import { defineJob } from './define-job.ts';

/** After this it ends, and another job continues, so that none counts as failed. */
const MAX_MS = 10 * 60_000;

/** Deletes what is older than its organisation keeps it; see docs/operations/packed-days-and-retention.md. */
export const applyRetentionJob = defineJob({
  name: 'apply-retention',
  input: z.null(),
  schedule: { cron: '15 2 * * *', timeZone: 'UTC' },
  run: async ({ database, queue, logger }, _, { signal }) => {
    const complete = await applyRetention(database, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(MAX_MS)]),
    });
    if (complete) return;
    // The server stops: this job is tried again after the start.
    signal.throwIfAborted();
    logger.info('Retention continues in another job');
    await queue.add(continueRetentionJob, {});
  },
});

/** Continues a run of retention that took too long. */
export const continueRetentionJob = defineJob({
  name: 'continue-retention',
  input: z.object({}),
  run: (context, _, attempt) => applyRetentionJob.work(context, null, attempt),
});
