import { z } from 'zod';
import { remindTasks } from '../notify/remind-tasks.ts';
import { defineJob } from './define-job.ts';

/** Often, because morning comes at a different moment in each time zone. */
export const remindTasksJob = defineJob({
  name: 'remind-tasks',
  input: z.null(),
  schedule: { cron: '*/15 * * * *', timeZone: 'UTC' },
  run: ({ database, bus, logger, mailer, publicUrl }) =>
    remindTasks({ database, bus, logger, mailConfigured: mailer !== null, publicUrl }, new Date()),
});
