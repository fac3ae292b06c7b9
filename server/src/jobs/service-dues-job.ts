import { z } from 'zod';
import { remindServices } from '../notify/remind-services.ts';
import { listPlanIds, refreshDues } from '../store/maintenance/refresh-dues.ts';
import { inTransaction } from '../store/database.ts';
import { defineJob } from './define-job.ts';

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
