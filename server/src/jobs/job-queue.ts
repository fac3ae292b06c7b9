import { type Db, PgBoss, type Queue } from 'pg-boss';
import type { Logger } from 'pino';
import { codeOf } from '../fault.ts';
import type { Database, Queryable } from '../store/database.ts';
import type { Job } from './define-job.ts';

interface AddOptions {
  /** A transaction: the job exists if it commits. */
  db?: Queryable;
  /** Only one job of a key waits or runs. Default: any number. */
  key?: string;
  /** Waiting jobs with a higher priority come first. Default: 0. */
  priority?: number;
  /** With `atOnce`, one job of a group runs at a time. */
  group?: string;
  /** Not before this moment. */
  after?: Date;
}

/** The queue in which any process leaves work for the one with the role `jobs`. */
export interface JobQueue {
  /** False when a job of this key already waits or runs. */
  add<Input>(job: Job<Input>, input: Input & (object | null), options?: AddOptions): Promise<boolean>;
  /** Gives a failed job one more attempt. False when there is none, or one of its key waits already. */
  retry(queue: string, id: string): Promise<boolean>;
  /** Deletes a failed job. False when there is none. */
  discard(queue: string, id: string): Promise<boolean>;
  close(): Promise<void>;
}

/** PostgreSQL's code of a violated unique index. */
const UNIQUE_VIOLATION = '23505';

/** Opens nothing before the first job is added. */
export function createJobQueue(database: Database, logger: Logger): JobQueue {
  let opening: Promise<PgBoss> | null = null;
  const made = new Map<string, Promise<void>>();
  const open = async () => {
    const boss = new PgBoss({
      db: asDb(database),
      schedule: false,
      supervise: false,
      migrate: false,
      registerInstance: false,
    });
    boss.on('error', (error) => logger.warn({ reason: error.message }, 'The job queue reported an error'));
    return boss.start();
  };
  const opened = () => (opening ??= open().catch(forgetting(() => (opening = null))));
  const ready = async (job: Job) => {
    const boss = await opened();
    const making = made.get(job.name) ?? boss.createQueue(job.name, queueOf(job));
    made.set(job.name, making);
    await making.catch(forgetting(() => made.delete(job.name)));
    return boss;
  };
  return {
    add: async (job, input, { db, key, priority = 0, group, after } = {}) => {
      const boss = await ready(job);
      // Without a key, every job gets a unique one; otherwise the queue's policy would allow only one job.
      const singletonKey = key ?? crypto.randomUUID();
      const options = {
        singletonKey,
        priority,
        ...(db && { db: asDb(db) }),
        ...(group !== undefined && { group: { id: group } }),
        ...(after && { startAfter: after }),
      };
      return (await boss.send(job.name, input, options)) !== null;
    },
    retry: async (name, id) => {
      const boss = await opened();
      if (!(await hasFailed(boss, name, id))) return false;
      try {
        await boss.retry(name, id);
        return true;
      } catch (error) {
        if (codeOf(error) === UNIQUE_VIOLATION) return false;
        throw error;
      }
    },
    discard: async (name, id) => {
      const boss = await opened();
      if (!(await hasFailed(boss, name, id))) return false;
      await boss.deleteJob(name, id);
      return true;
    },
    close: async () => {
      const boss = await opening?.catch(() => null);
      await boss?.stop({ graceful: false });
    },
  };
}

async function hasFailed(boss: PgBoss, name: string, id: string): Promise<boolean> {
  // The library fails for a name in another form.
  if (!/^[\w.-]+$/.test(name) || (await boss.getQueue(name)) === null) return false;
  const [job] = await boss.findJobs(name, { id });
  return job?.state === 'failed';
}

const asDb = (db: Queryable): Db => ({ executeSql: (text, values) => db.query(text, values) });

const forgetting = (forget: () => void) => (error: unknown) => {
  forget();
  throw error;
};

/** A job without a heartbeat for this long was killed: it is retried, and delays nobody. */
const HEARTBEAT_TIMEOUT_S = 30;

/** The settings of a queue for storing and retrying its jobs. */
export const queueOf = ({ retry, withinS }: Job): Omit<Queue, 'name'> => ({
  policy: 'exclusive',
  retryLimit: retry.times,
  retryDelay: retry.afterS,
  retryBackoff: true,
  retryDelayMax: retry.mostS,
  expireInSeconds: withinS,
  heartbeatSeconds: HEARTBEAT_TIMEOUT_S,
});
