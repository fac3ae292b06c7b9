import { z } from 'zod';
import { remindDocuments } from '../notify/remind-documents.ts';
import { defineJob } from './define-job.ts';

/** Often, because the morning comes to each time zone at another moment. */
export const remindDocumentsJob = defineJob({
  name: 'remind-documents',
  input: z.null(),
  schedule: { cron: '*/15 * * * *', timeZone: 'UTC' },
  run: ({ database, bus, logger, mailer, publicUrl }) =>
    remindDocuments({ database, bus, logger, mailConfigured: mailer !== null, publicUrl }, new Date()),
});
