import { z } from 'zod';
import { rollDays, rollLate } from '../store/telemetry/roll-day.ts';
import { defineJob } from './define-job.ts';

/** A run ends by itself and the next goes on, so that no run is taken as failed. */
const MOST_MS = 10 * 60_000;

/** Makes the telemetry of days that are over, and again of those for which fixes came late. */
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
