import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Bus } from '../bus/bus.ts';
import { withLogContext } from '../log-context.ts';
import { createMailer } from '../mail/send-mail.ts';
import type { FileStore } from '../files/file-store.ts';
import type { Places } from '../places/places.ts';
import type { Database } from '../store/database.ts';
import { ALL_JOBS } from './all-jobs.ts';
import { WITH_OUR_CLIENT } from '../database/client.ts';
import { type Job, type JobContext, ServerStops, TakesTooLong } from './define-job.ts';
import { type JobQueue, queueOf } from './job-queue.ts';
import { settleQueueTimes, STEADY_CLOCK } from './queue-clock.ts';
import { queueMail } from './send-mail-job.ts';

export interface Jobs {
  /** Lets running jobs finish. */
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
  places: Places;
  packAfterDays?: number;
  /** Default: all. */
  jobs?: readonly Job[];
  /**
   * Seconds between polls of a queue: of scheduled jobs, which are exact to the minute; of added jobs; and for killed
   * ones.
   */
  pollS?: { scheduled: number; added: number; killed: number };
}

const POLL_S = { scheduled: 30, added: 2, killed: 15 };
/** The interval of heartbeats for a running job. */
const HEARTBEAT_S = 5;
/** Schedules follow a clock that was set after this time at most. */
const COMPARE_CLOCKS_S = 30;
const SETTLE_MS = 30_000;
/** The time for running jobs to finish at shutdown; unfinished ones are retried after the next start. */
const STOP_WITHIN_MS = 10_000;
/** A job is aborted when this part of its time limit remains, so that it ends before the queue counts it as failed. */
const LEFT_TO_END = 0.1;

/** Works on the jobs stored in the database, each once however many processes have the role. */
export async function startJobs(options: JobsOptions): Promise<Jobs> {
  const {
    url,
    database,
    bus,
    logger,
    queue,
    mail,
    publicUrl,
    files,
    places,
    packAfterDays,
    jobs = ALL_JOBS,
    pollS = POLL_S,
  } = options;
  const boss = new PgBoss({
    connectionString: url,
    max: 2,
    application_name: 'milepost-jobs',
    ...WITH_OUR_CLIENT,
    migrate: false,
    superviseIntervalSeconds: pollS.killed,
    monitorIntervalSeconds: pollS.killed,
    clock: STEADY_CLOCK,
    clockMonitorIntervalSeconds: COMPARE_CLOCKS_S,
  });
  boss.on('error', (error) => logger.warn({ reason: error.message }, 'The job worker reported an error'));
  const settle = async () => {
    if (await settleQueueTimes(database)) logger.warn('The clock was set back: jobs do not wait for times of before');
  };
  await settle();
  const settling = setInterval(() => void settle().catch(() => {}), SETTLE_MS).unref();
  await boss.start();
  const mailer = mail && createMailer(database, logger, { ...mail, publicUrl, blobs: files.blobs });
  const stopping = new AbortController();
  const context: JobContext = {
    database,
    bus,
    logger,
    queue,
    mailer,
    publicUrl,
    files,
    places,
    ...(packAfterDays !== undefined && { packAfterDays }),
  };
  for (const job of jobs) {
    await work(boss, job, { context, pollS: job.isAwaited ? pollS.added : pollS.scheduled, stopping: stopping.signal });
  }
  const unsubscribe = bus.subscribe('mail-waiting', ({ id, ofMany }) => {
    // Mails whose announcement was lost are found by the sweep.
    if (mailer) queueMail(queue, id, ofMany ? -1 : 0).catch(() => {});
  });
  return {
    stop: async () => {
      unsubscribe();
      clearInterval(settling);
      stopping.abort(new ServerStops());
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
  // The queue may have been created by an older version.
  await boss.updateQueue(job.name, changeable);
  for (let worker = 0; worker < job.atOnce; worker++) await startWorker(boss, job, { context, pollS, stopping });
  if (job.schedule) {
    const { cron, timeZone: tz } = job.schedule;
    await boss.schedule(job.name, cron, null, { tz, missed: 'once' });
  } else {
    await boss.unschedule(job.name);
  }
}

async function startWorker(boss: PgBoss, job: Job, { context, pollS, stopping }: Worker): Promise<void> {
  const options = {
    pollingIntervalSeconds: pollS,
    heartbeatRefreshSeconds: HEARTBEAT_S,
    includeMetadata: true as const,
    ...(job.atOnce > 1 && { groupConcurrency: 1 }),
  };
  const worker = boss.work(job.name, options, async (batch) => {
    // Polls again immediately: with a pause after each, a thousand jobs of one person would delay everybody else's.
    boss.notifyWorker(await worker);
    for (const one of batch) {
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(new TakesTooLong()), job.withinS * 1000 * (1 - LEFT_TO_END));
      const attempt = {
        last: one.retryCount >= job.retry.times,
        signal: AbortSignal.any([stopping, late.signal, one.signal]),
      };
      try {
        await withLogContext({ job: job.name }, () => job.work(context, one.data, attempt));
      } catch (error) {
        context.logger.warn({ job: job.name, error, last: attempt.last }, 'A job failed');
        throw error;
      } finally {
        clearTimeout(timer);
      }
      context.logger.debug({ job: job.name }, 'Done');
    }
  });
  await worker;
}
