import { z } from 'zod';
import { addUpDays, addUpLate } from '../store/driven/add-up-days.ts';
import { defineJob } from './define-job.ts';

/** A run ends by itself and the next goes on, so that no run is taken as failed. */
const MOST_MS = 10 * 60_000;

/** Adds up what vehicles did on days that are over, and again where facts of such a day changed. */
export const addUpDrivingJob = defineJob({
  name: 'add-up-driving',
  input: z.null(),
  schedule: { cron: '5-59/10 * * * *', timeZone: 'UTC' },
  run: async ({ database }, _, { signal }) => {
    const until = AbortSignal.any([signal, AbortSignal.timeout(MOST_MS)]);
    await addUpLate(database, until);
    await addUpDays(database, until);
  },
});
