import { z } from 'zod';
import { remindSubscriptions } from '../notify/remind-subscriptions.ts';
import { defineJob } from './define-job.ts';

/** Often, because the morning comes to each time zone at another moment. */
export const remindSubscriptionsJob = defineJob({
  name: 'remind-subscriptions',
  input: z.null(),
  schedule: { cron: '5,20,35,50 * * * *', timeZone: 'UTC' },
  run: ({ database, bus, logger, mailer, publicUrl }) =>
    remindSubscriptions({ database, bus, logger, mailConfigured: mailer !== null, publicUrl }, new Date()),
});
