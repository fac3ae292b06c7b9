import { type FailedJob, MAX_FAILED_JOBS } from '@milepost/contract/server-status';
import type { Queryable } from '../database.ts';
import { FAILED_MAIL } from './failed-sends.ts';

/** Failed mails are listed by themselves; their jobs could not send them again. */
const MAIL_QUEUE = 'send-mail';

/** Each job of these does the same, whoever added it. */
const SAME_WORK = `('back-up', 'verify-backup')`;

/** Failed for good, and not done since by a later job of the same queue and key. */
const STILL_FAILED = `f.state = 'failed' AND f.name <> '${MAIL_QUEUE}' AND NOT EXISTS (
  SELECT FROM pgboss.job c WHERE c.name = f.name AND c.state = 'completed' AND c.completed_on > f.completed_on
    AND (c.singleton_key IS NOT DISTINCT FROM f.singleton_key OR f.name IN ${SAME_WORK}))`;

export interface QueueCounts {
  name: string;
  waiting: number;
  active: number;
  failed: number;
}

/** Queues with jobs that wait, run or have failed. */
export async function countQueues(db: Queryable): Promise<QueueCounts[]> {
  const { rows } = await db.query<QueueCounts>(
    `SELECT f.name, count(*) FILTER (WHERE f.state IN ('created', 'retry'))::int AS waiting,
       count(*) FILTER (WHERE f.state = 'active')::int AS active, count(*) FILTER (WHERE ${STILL_FAILED})::int AS failed
     FROM pgboss.job f WHERE f.state IN ('created', 'retry', 'active', 'failed') AND f.name NOT LIKE '\\_\\_%'
     GROUP BY f.name ORDER BY f.name`,
  );
  return rows.filter(({ waiting, active, failed }) => waiting + active + failed > 0);
}

/** Jobs that failed after their last attempt, newest first. */
export async function listFailedJobs(db: Queryable): Promise<{ rows: FailedJob[]; total: number }> {
  const { rows } = await db.query<Omit<FailedJob, 'failedAt'> & { failedAt: Date; total: number }>(
    `SELECT f.id, f.name AS queue, f.completed_on AS "failedAt", f.retry_count + 1 AS attempts,
       left(coalesce(f.output->>'message', f.output->'value'->>'message', f.output::text, ''), 500) AS reason,
       count(*) OVER ()::int AS total
     FROM pgboss.job f WHERE ${STILL_FAILED} ORDER BY f.completed_on DESC, f.id LIMIT ${MAX_FAILED_JOBS}`,
  );
  return {
    rows: rows.map(({ total: _total, failedAt, ...row }) => ({ ...row, failedAt: failedAt.toISOString() })),
    total: rows[0]?.total ?? 0,
  };
}

/** The number of mails of the last seven days that could not be sent and wait for a person, and of those that wait to be sent. */
export async function countMails(db: Queryable): Promise<{ failed: number; waiting: number }> {
  const { rows } = await db.query<{ failed: number; waiting: number }>(
    `SELECT (SELECT count(*)::int FROM mails WHERE ${FAILED_MAIL}) AS failed,
       (SELECT count(*)::int FROM mails WHERE state = 'waiting') AS waiting`,
  );
  return rows[0] ?? { failed: 0, waiting: 0 };
}
