import { z } from 'zod';
import { placesOrNone } from '../places.ts';
import { runSchedule } from '../reports/schedules/run-schedule.ts';
import { forgetRuns, leftRuns, takeDueSchedules } from '../store/report-schedules/change-runs.ts';
import { defineJob } from './define-job.ts';

const runInput = z.object({ runId: z.int() });
type RunInput = z.infer<typeof runInput>;

/** Makes and sends a scheduled report. */
export const sendScheduledReport = defineJob<RunInput>({
  name: 'send-scheduled-report',
  input: runInput,
  retry: { times: 3, afterS: 10, mostS: 300 },
  withinS: 1800,
  run: async ({ mailer, ...context }, { runId }, { last, signal }) => {
    const services = { ...context, mailConfigured: mailer !== null, placeAt: placesOrNone() };
    await runSchedule(services, runId, { last, signal });
  },
});

/** Takes the schedules whose turn has come, and goes on with runs that a killed process left. */
export const takeSchedules = defineJob({
  name: 'take-report-schedules',
  input: z.null(),
  schedule: { cron: '* * * * *', timeZone: 'UTC' },
  run: async ({ database, queue }) => {
    const taken = () =>
      takeDueSchedules(database, new Date(), async (db, runId) => {
        await queue.add(sendScheduledReport, { runId }, { db });
      });
    while ((await taken()) > 0);
    for (const runId of await leftRuns(database)) await queue.add(sendScheduledReport, { runId });
  },
});

export const forgetScheduleRuns = defineJob({
  name: 'forget-report-schedule-runs',
  input: z.null(),
  schedule: { cron: '55 4 * * *', timeZone: 'UTC' },
  run: ({ database }) => forgetRuns(database),
});
