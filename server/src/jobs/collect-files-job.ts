import { z } from 'zod';
import { collectFiles } from '../files/collect-files.ts';
import { defineJob } from './define-job.ts';

/** Removes files without a record, and bytes without a file. */
export const collectFilesJob = defineJob({
  name: 'collect-files',
  input: z.null(),
  schedule: { cron: '20 4 * * *', timeZone: 'UTC' },
  run: async ({ database, logger, files }) => {
    const collected = await collectFiles(database, files, new Date());
    if (collected.files + collected.blobs > 0) logger.info(collected, 'Collected files that are nowhere');
  },
});
