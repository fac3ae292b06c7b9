import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Bus } from '../bus/bus.ts';
import { createMailer } from '../mail/send-mail.ts';
import type { FileStore } from '../files/file-store.ts';
import type { Database } from '../store/database.ts';
import { ALL_JOBS } from './all-jobs.ts';
import type { Job, JobContext } from './define-job.ts';
import { type JobQueue, queueOf } from './job-queue.ts';
import { queueMail } from './send-mail-job.ts';

export interface Jobs {
  /** Lets jobs under way finish. */
  stop(): Promise<void>;
}

interface JobsOptions {
  url: string;
  database: Database;
  bus: Bus;
  logger: Logger;
  queue: JobQueue;
  /** The mail server; null keeps mails in the outbox. */
  mail: { smtpUrl: string; from: string } | null;
  publicUrl: string | null;
  files: FileStore;
  /** Default: all. */
  jobs?: readonly Job[];
  /** Seconds between looks at a queue: of jobs that run by the clock, to the minute, and of those that somebody adds. */
  pollS?: { scheduled: number; added: number };
}

const POLL_S = { scheduled: 30, added: 2 };
/** Jobs under way may take so long at the end; what is left of them is tried again after the next start. */
const STOP_WITHIN_MS = 10_000;

/** Works on the jobs kept in the database, each once however many processes have the role. */
export async function startJobs(options: JobsOptions): Promise<Jobs> {
  const { url, database, bus, logger, queue, mail, publicUrl, files, jobs = ALL_JOBS, pollS = POLL_S } = options;
  const boss = new PgBoss({ connectionString: url, max: 2, application_name: 'milepost-jobs', migrate: false });
  boss.on('error', (error) => logger.warn({ reason: error.message }, 'Background work is disturbed'));
  await boss.start();
  const mailer = mail && createMailer(database, logger, { ...mail, blobs: files.blobs });
  const stopping = new AbortController();
  const context: JobContext = { database, bus, logger, queue, mailer, publicUrl, files };
  for (const job of jobs) {
    await work(boss, job, { context, pollS: job.schedule ? pollS.scheduled : pollS.added, stopping: stopping.signal });
  }
  const unsubscribe = bus.subscribe('mail-waiting', ({ id, ofMany }) => {
    // A lost one is found by the sweep.
    if (mailer) queueMail(queue, id, ofMany ? -1 : 0).catch(() => {});
  });
  return {
    stop: async () => {
      unsubscribe();
      stopping.abort();
      await boss.stop({ graceful: true, timeout: STOP_WITHIN_MS });
      mailer?.close();
    },
  };
}

interface Worker {
  context: JobContext;
  pollS: number;
  stopping: AbortSignal;
}

async function work(boss: PgBoss, job: Job, { context, pollS, stopping }: Worker): Promise<void> {
  const { policy, ...changeable } = queueOf(job);
  await boss.createQueue(job.name, { policy, ...changeable });
  // The queue may be that of an older version.
  await boss.updateQueue(job.name, changeable);
  const inTurn = turnsOfGroups();
  for (let worker = 0; worker < job.atOnce; worker++)
    await startWorker(boss, job, { context, pollS, stopping, inTurn });
  if (job.schedule) {
    const { cron, timeZone: tz } = job.schedule;
    await boss.schedule(job.name, cron, null, { tz, missed: 'once' });
  } else {
    await boss.unschedule(job.name);
  }
}

type InTurn = (group: string | null | undefined, run: () => Promise<void>) => Promise<void>;

/** One of a group at a time: two workers that look at the same moment are both given one of it. */
function turnsOfGroups(): InTurn {
  const last = new Map<string, Promise<void>>();
  return async (group, run) => {
    if (!group) return run();
    const before = last.get(group);
    const done = (async () => {
      await before?.catch(() => {});
      await run();
    })();
    last.set(group, done);
    try {
      await done;
    } finally {
      if (last.get(group) === done) last.delete(group);
    }
  };
}

async function startWorker(
  boss: PgBoss,
  job: Job,
  { context, pollS, stopping, inTurn }: Worker & { inTurn: InTurn },
): Promise<void> {
  const options = {
    pollingIntervalSeconds: pollS,
    includeMetadata: true as const,
    ...(job.atOnce > 1 && { groupConcurrency: 1 }),
  };
  const worker = boss.work(job.name, options, async (batch) => {
    // The next follows at once: with a pause behind each, a thousand of one person would hold up everybody's for long.
    boss.notifyWorker(await worker);
    for (const one of batch) {
      const attempt = {
        last: one.retryCount >= job.retry.times,
        signal: AbortSignal.any([stopping, one.signal]),
      };
      try {
        await inTurn(one.groupId, () => job.work(context, one.data, attempt));
      } catch (error) {
        context.logger.warn({ job: job.name, error, last: attempt.last }, 'A job failed');
        throw error;
      }
      context.logger.debug({ job: job.name }, 'Done');
    }
  });
  await worker;
}
