import { z } from 'zod';
import { remindDocuments } from '../notify/remind-documents.ts';
import { defineJob } from './define-job.ts';

/** Often, because morning comes at a different moment in each time zone. */
export const remindDocumentsJob = defineJob({
  name: 'remind-documents',
  input: z.null(),
  schedule: { cron: '*/15 * * * *', timeZone: 'UTC' },
  run: ({ database, bus, logger, mailer, publicUrl }) =>
    remindDocuments({ database, bus, logger, mailConfigured: mailer !== null, publicUrl }, new Date()),
});
