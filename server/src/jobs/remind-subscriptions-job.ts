import { z } from 'zod';
import { remindSubscriptions } from '../notify/remind-subscriptions.ts';
import { defineJob } from './define-job.ts';

/** Often, because morning comes at a different moment in each time zone. */
export const remindSubscriptionsJob = defineJob({
  name: 'remind-subscriptions',
  input: z.null(),
  schedule: { cron: '5,20,35,50 * * * *', timeZone: 'UTC' },
  run: ({ database, bus, logger, mailer, publicUrl }) =>
    remindSubscriptions({ database, bus, logger, mailConfigured: mailer !== null, publicUrl }, new Date()),
});
