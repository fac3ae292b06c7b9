import { z } from 'zod';
import { tidySessions } from '../auth/sessions.ts';
import { collectFiles } from '../files/collect-files.ts';
import { forgetDeliveries } from '../store/alarm-delivery/forget-deliveries.ts';
import { tidyCheckpoints } from '../store/facts/tracking-states.ts';
import { ensureDaysAhead } from '../store/tracks/partitions.ts';
import { defineJob } from './define-job.ts';

export const makePartitionsJob = defineJob({
  name: 'make-partitions',
  input: z.null(),
  schedule: { cron: '5 12 * * *', timeZone: 'UTC' },
  run: ({ database }) => ensureDaysAhead(database, Date.now()),
});

export const tidySessionsJob = defineJob({
  name: 'tidy-sessions',
  input: z.null(),
  schedule: { cron: '*/5 * * * *', timeZone: 'UTC' },
  run: ({ database, bus }) => tidySessions(database, bus),
});

/**
 * The retention of account events and messages, and of the data for undoing bulk changes; see
 * docs/operations/people-and-scripts.md.
 */
export const forgetEndedSessionsJob = defineJob({
  name: 'forget-ended-sessions',
  input: z.null(),
  schedule: { cron: '35 3 * * *', timeZone: 'UTC' },
  run: async ({ database }) => {
    await database.query(
      "DELETE FROM login_sessions WHERE coalesce(ended_at, expires_at) < now() - interval '90 days'",
    );
    await database.query("DELETE FROM sign_ins WHERE at < now() - interval '400 days'");
    // The audit log keeps the changes for ever; the data deleted here is only for undoing them.
    await database.query("DELETE FROM bulk_changes WHERE at < now() - interval '90 days'");
    await forgetDeliveries(database);
  },
});

export const tidyCheckpointsJob = defineJob({
  name: 'tidy-checkpoints',
  input: z.null(),
  schedule: { cron: '50 3 * * *', timeZone: 'UTC' },
  run: ({ database }) => tidyCheckpoints(database),
});

/** Removes files without a record, and bytes without a file. */
export const collectFilesJob = defineJob({
  name: 'collect-files',
  input: z.null(),
  schedule: { cron: '20 4 * * *', timeZone: 'UTC' },
  run: async ({ database, logger, files }) => {
    const collected = await collectFiles(database, files, new Date());
    if (collected.files + collected.blobs > 0) logger.info(collected, 'Deleted files that no record uses');
  },
});
