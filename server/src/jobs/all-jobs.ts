import { bookRecurringJob } from './book-recurring-job.ts';
import { checkExpensesJob } from './check-expenses-job.ts';
import { collectFilesJob } from './collect-files-job.ts';
import { exportReportJob, forgetDownloadsJob, resumeExportsJob } from './export-job.ts';
import { workOnImport, tidyImportDrafts } from './import-job.ts';
import type { Job } from './define-job.ts';
import { remindDocumentsJob } from './remind-documents-job.ts';
import { forgetScheduleRuns, sendScheduledReport, takeSchedules } from './report-schedule-job.ts';
import { remindSubscriptionsJob } from './remind-subscriptions-job.ts';
import { serviceDuesJob } from './service-dues-job.ts';
import { remindTasksJob } from './remind-tasks-job.ts';
import { rollTelemetryJob } from './roll-telemetry-job.ts';
import { sendMail, sweepMails } from './send-mail-job.ts';
import { forgetEndedSessions, makePartitions, tidyCheckpoints, tidySessions } from './tidy-jobs.ts';

/** Every job that the role `jobs` works on. */
export const ALL_JOBS: readonly Job[] = [
  makePartitions,
  tidySessions,
  forgetEndedSessions,
  tidyCheckpoints,
  sendMail,
  sweepMails,
  remindDocumentsJob,
  remindSubscriptionsJob,
  serviceDuesJob,
  remindTasksJob,
  collectFilesJob,
  workOnImport,
  tidyImportDrafts,
  checkExpensesJob,
  bookRecurringJob,
  rollTelemetryJob,
  exportReportJob,
  resumeExportsJob,
  forgetDownloadsJob,
  takeSchedules,
  sendScheduledReport,
  forgetScheduleRuns,
];
