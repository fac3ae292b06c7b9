import { z } from 'zod';
import { remindDocuments } from '../notify/remind-documents.ts';
import { remindServices } from '../notify/remind-services.ts';
import { remindSubscriptions } from '../notify/remind-subscriptions.ts';
import { remindTasks } from '../notify/remind-tasks.ts';
import { inTransaction } from '../store/database.ts';
import { listPlanIds, refreshDues } from '../store/maintenance/refresh-dues.ts';
import { defineJob } from './define-job.ts';

/** Often, because morning comes at a different moment in each time zone. */
export const remindDocumentsJob = defineJob({
  name: 'remind-documents',
  input: z.null(),
  schedule: { cron: '*/15 * * * *', timeZone: 'UTC' },
  run: ({ database, bus, logger, mailer, publicUrl }) =>
    remindDocuments({ database, bus, logger, mailConfigured: mailer !== null, publicUrl }, new Date()),
});

/** Often, because morning comes at a different moment in each time zone. */
export const remindSubscriptionsJob = defineJob({
  name: 'remind-subscriptions',
  input: z.null(),
  schedule: { cron: '5,20,35,50 * * * *', timeZone: 'UTC' },
  run: ({ database, bus, logger, mailer, publicUrl }) =>
    remindSubscriptions({ database, bus, logger, mailConfigured: mailer !== null, publicUrl }, new Date()),
});

/** Often, because morning comes at a different moment in each time zone. */
export const remindTasksJob = defineJob({
  name: 'remind-tasks',
  input: z.null(),
  schedule: { cron: '*/15 * * * *', timeZone: 'UTC' },
  run: ({ database, bus, logger, mailer, publicUrl }) =>
    remindTasks({ database, bus, logger, mailConfigured: mailer !== null, publicUrl }, new Date()),
});

/** Calculates what is due from the distance and hours since, and reminds people of it. */
export const serviceDuesJob = defineJob({
  name: 'service-dues',
  input: z.null(),
  schedule: { cron: '7 * * * *', timeZone: 'UTC' },
  async run({ database, bus, logger, mailer, publicUrl }) {
    for (const id of await listPlanIds(database)) await inTransaction(database, (db) => refreshDues(db, id));
    await remindServices({ database, bus, logger, mailConfigured: mailer !== null, publicUrl }, new Date());
  },
});
