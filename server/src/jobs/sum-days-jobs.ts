import { z } from 'zod';
import { addUpDays, sumLateDays } from '../store/driven/add-up-days.ts';
import { rollDays, rollLate } from '../store/telemetry/roll-day.ts';
import { defineJob } from './define-job.ts';

/** The job ends early and the next one continues, so that none counts as failed. */
const MAX_MS = 10 * 60_000;

/** Sums the driving of vehicles on past days, and again when facts of such a day changed. */
export const addUpDrivingJob = defineJob({
  name: 'add-up-driving',
  input: z.null(),
  schedule: { cron: '5-59/10 * * * *', timeZone: 'UTC' },
  run: async ({ database }, _, { signal }) => {
    const until = AbortSignal.any([signal, AbortSignal.timeout(MAX_MS)]);
    await sumLateDays(database, until);
    await addUpDays(database, until);
  },
});

/** Aggregates the telemetry of past days, and again for those with late fixes. */
export const rollTelemetryJob = defineJob({
  name: 'roll-telemetry',
  input: z.null(),
  schedule: { cron: '*/10 * * * *', timeZone: 'UTC' },
  run: async ({ database }, _, { signal }) => {
    const until = AbortSignal.any([signal, AbortSignal.timeout(MAX_MS)]);
    await rollLate(database, until);
    await rollDays(database, until);
  },
});
