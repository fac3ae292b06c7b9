import { z } from 'zod';
import { runSchedule } from '../reports/schedules/run-schedule.ts';
import {
  type BegunRun,
  failDeadlyRuns,
  forgetRuns,
  leftRuns,
  takeDueSchedules,
} from '../store/report-schedules/change-runs.ts';
import type { Queryable } from '../store/database.ts';
import { defineJob } from './define-job.ts';
import type { JobQueue } from './job-queue.ts';

const runInput = z.object({ runId: z.int() });
type RunInput = z.infer<typeof runInput>;

/** Executions running in a process: one organisation's reports of a year must not delay all others. */
const AT_ONCE = 2;

/** Makes and sends a scheduled report. */
export const sendScheduledReportJob = defineJob<RunInput>({
  name: 'send-scheduled-report',
  input: runInput,
  retry: { times: 3, afterS: 10, mostS: 300 },
  withinS: 1800,
  atOnce: AT_ONCE,
  run: ({ mailer, ...context }, { runId }, attempt) =>
    runSchedule({ ...context, mailConfigured: mailer !== null }, runId, attempt),
});

/** Executions that only wait for their turn are queued again too, with the lowest priority. */
const LAST_PRIORITY = 1000;

/** A person's further executions wait for the first ones of everybody else, and an organisation has one running. */
export async function queueRun(
  queue: JobQueue,
  { id, organisationId, before }: BegunRun,
  db?: Queryable,
): Promise<void> {
  await queue.add(
    sendScheduledReportJob,
    { runId: id },
    { key: String(id), priority: -before, group: String(organisationId), ...(db && { db }) },
  );
}

/** Takes the schedules that are due, and resumes executions whose job was lost. */
export const takeReportSchedulesJob = defineJob({
  name: 'take-report-schedules',
  input: z.null(),
  schedule: { cron: '* * * * *', timeZone: 'UTC' },
  run: async ({ database, queue }) => {
    const taken = () => takeDueSchedules(database, new Date(), (db, run) => queueRun(queue, run, db));
    while ((await taken()) > 0);
    await failDeadlyRuns(database);
    for (const left of await leftRuns(database)) await queueRun(queue, { ...left, before: LAST_PRIORITY });
  },
});

export const forgetReportScheduleRunsJob = defineJob({
  name: 'forget-report-schedule-runs',
  input: z.null(),
  schedule: { cron: '55 4 * * *', timeZone: 'UTC' },
  run: ({ database }) => forgetRuns(database),
});
