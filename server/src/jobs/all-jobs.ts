import { addUpDrivingJob } from './add-up-driving-job.ts';
import { bookRecurringExpensesJob } from './book-recurring-job.ts';
import { checkExpensesJob } from './check-expenses-job.ts';
import { collectFilesJob } from './collect-files-job.ts';
import { exportReportJob, exportShortReportJob, forgetDownloadsJob, resumeExportsJob } from './export-job.ts';
import { workOnImportJob, tidyImportsJob } from './import-job.ts';
import type { Job } from './define-job.ts';
import { locateOutletsJob } from './locate-outlets-job.ts';
import { lookBackFencesJob } from './look-back-fences-job.ts';
import { makeRunsJob } from './make-runs-job.ts';
import { remindDocumentsJob } from './remind-documents-job.ts';
import { forgetReportScheduleRunsJob, sendScheduledReportJob, takeReportSchedulesJob } from './report-schedule-job.ts';
import { remindSubscriptionsJob } from './remind-subscriptions-job.ts';
import { serviceDuesJob } from './service-dues-job.ts';
import { remindTasksJob } from './remind-tasks-job.ts';
import { rollTelemetryJob } from './roll-telemetry-job.ts';
import { sendMailJob, sweepMailsJob } from './send-mail-job.ts';
import { forgetEndedSessionsJob, makePartitionsJob, tidyCheckpointsJob, tidySessionsJob } from './tidy-jobs.ts';

/** Every job that the role `jobs` works on. */
export const ALL_JOBS: readonly Job[] = [
  makePartitionsJob,
  tidySessionsJob,
  forgetEndedSessionsJob,
  tidyCheckpointsJob,
  sendMailJob,
  sweepMailsJob,
  remindDocumentsJob,
  remindSubscriptionsJob,
  serviceDuesJob,
  remindTasksJob,
  collectFilesJob,
  workOnImportJob,
  tidyImportsJob,
  checkExpensesJob,
  bookRecurringExpensesJob,
  locateOutletsJob,
  lookBackFencesJob,
  makeRunsJob,
  rollTelemetryJob,
  addUpDrivingJob,
  exportReportJob,
  exportShortReportJob,
  resumeExportsJob,
  forgetDownloadsJob,
  takeReportSchedulesJob,
  sendScheduledReportJob,
  forgetReportScheduleRunsJob,
];
