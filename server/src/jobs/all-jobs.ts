import { addUpDrivingJob, rollTelemetryJob } from './sum-days-jobs.ts';
import { bookRecurringExpensesJob, checkExpensesJob } from './expense-jobs.ts';
import {
  collectFilesJob,
  forgetEndedSessionsJob,
  makePartitionsJob,
  tidyCheckpointsJob,
  tidySessionsJob,
} from './tidy-jobs.ts';
import { exportReportJob, exportShortReportJob, forgetDownloadsJob, resumeExportsJob } from './export-job.ts';
import { workOnImportJob, tidyImportsJob } from './import-job.ts';
import type { Job } from './define-job.ts';
import { packDaysJob } from './pack-days-job.ts';
import { locateOutletsJob, makeRunsJob } from './distribution-jobs.ts';
import { lookBackFencesJob } from './look-back-fences-job.ts';
import { remindDocumentsJob, remindSubscriptionsJob, remindTasksJob, serviceDuesJob } from './reminder-jobs.ts';
import { forgetReportScheduleRunsJob, sendScheduledReportJob, takeReportSchedulesJob } from './report-schedule-job.ts';
import { applyRetentionJob, continueRetentionJob } from './retention-job.ts';
import { sendMailJob, sweepMailsJob } from './send-mail-job.ts';

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
  packDaysJob,
  addUpDrivingJob,
  exportReportJob,
  exportShortReportJob,
  resumeExportsJob,
  forgetDownloadsJob,
  takeReportSchedulesJob,
  sendScheduledReportJob,
  forgetReportScheduleRunsJob,
  applyRetentionJob,
  continueRetentionJob,
];
