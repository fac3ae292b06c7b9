import { z } from 'zod';
import { rollDays, rollLate } from '../store/telemetry/roll-day.ts';
import { defineJob } from './define-job.ts';

/** The job ends early and the next one continues, so that none counts as failed. */
const MOST_MS = 10 * 60_000;

/** Aggregates the telemetry of past days, and again for those with late fixes. */
export const rollTelemetryJob = defineJob({
  name: 'roll-telemetry',
  input: z.null(),
  schedule: { cron: '*/10 * * * *', timeZone: 'UTC' },
  run: async ({ database }, _, { signal }) => {
    const until = AbortSignal.any([signal, AbortSignal.timeout(MOST_MS)]);
    await rollLate(database, until);
    await rollDays(database, until);
  },
});
