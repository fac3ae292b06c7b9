import { z } from 'zod';
import { runExport } from '../reports/export/run-export.ts';
import {
  failDeadly,
  forgetDownloads,
  leftDownloads,
  MAX_PENDING_DOWNLOADS,
} from '../store/downloads/change-downloads.ts';
import { defineJob } from './define-job.ts';
import type { JobQueue } from './job-queue.ts';

const downloadId = z.object({ downloadId: z.int() });
type DownloadId = z.infer<typeof downloadId>;

/** Exports of each length running in a process: one organisation's year of trips must not delay all others. */
const AT_ONCE = 2;
/** More rows make a long export, which takes from half a minute to half an hour. */
const SHORT_ROWS = 50_000;

const exportJob = (name: string) =>
  defineJob<DownloadId>({
    name,
    input: downloadId,
    retry: { times: 2, afterS: 5, mostS: 60 },
    withinS: 1800,
    atOnce: AT_ONCE,
    run: async (context, { downloadId: id }, attempt) => {
      await runExport(context, id, { ...attempt, bell: true });
      // The export may have been cancelled and requested again meanwhile, when no other job of its key could be added.
      await runExport(context, id, { ...attempt, bell: true });
    },
  });

/** Writes a long report into a file, or one of unknown length. */
export const exportReportJob = exportJob('export-report');
/** The same for short ones, which wait behind no long one, not even of their own organisation. */
export const exportShortReportJob = exportJob('export-short-report');

interface Waiting {
  id: number;
  organisationId: number;
  /** Its number of rows; null when they are not counted yet. */
  total: number | null;
  /** The number of unfinished exports of the person. */
  before: number;
}

/**
 * A person's further exports wait for the first ones of everybody else, and an organisation has one of each length
 * running.
 */
export async function queueExport(queue: JobQueue, { id, organisationId, total, before }: Waiting): Promise<void> {
  await queue.add(
    total !== null && total <= SHORT_ROWS ? exportShortReportJob : exportReportJob,
    { downloadId: id },
    {
      key: String(id),
      priority: -before,
      group: String(organisationId),
    },
  );
}

/** Resumes exports whose job was lost. */
export const resumeExportsJob = defineJob({
  name: 'resume-exports',
  input: z.null(),
  schedule: { cron: '* * * * *', timeZone: 'UTC' },
  run: async ({ database, queue }) => {
    await failDeadly(database);
    for (const left of await leftDownloads(database))
      await queueExport(queue, { ...left, before: MAX_PENDING_DOWNLOADS });
  },
});

/** Removes expired files; their bytes are collected together with those of others. */
export const forgetDownloadsJob = defineJob({
  name: 'forget-downloads',
  input: z.null(),
  schedule: { cron: '50 4 * * *', timeZone: 'UTC' },
  run: ({ database }) => forgetDownloads(database),
});
