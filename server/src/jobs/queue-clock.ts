import { type Clock, systemClock } from 'pg-boss';
import type { Queryable } from '../store/database.ts';

/**
 * The clock of the job worker: that of this process at its start, and steady since. Its timers wait for a moment, so with the
 * machine's clock they would fire without a pause, or not for a year, once that is set back. Schedules follow the clock
 * of the database, which the worker compares with this one.
 */
export const STEADY_CLOCK: Clock = { ...systemClock, now: () => performance.timeOrigin + performance.now() };

/** Schedules are looked at each minute. */
const AHEAD = `now() + interval '2 minutes'`;

/**
 * Sets times of the queue that are in the future to now: they are of a clock that was ahead, and schedules would wait for
 * them, as would jobs, and the search for jobs whose worker was killed.
 * @returns whether there were any
 */
export async function settleQueueTimes(db: Queryable): Promise<boolean> {
  const { rowCount } = await db.query(`UPDATE pgboss.version SET cron_on = now() WHERE cron_on > ${AHEAD}`);
  if (!rowCount) return false;
  for (const column of ['bam_on', 'flow_on', 'reindex_on', 'monitor_backoff_on']) {
    await db.query(`UPDATE pgboss.version SET ${column} = NULL WHERE ${column} > ${AHEAD}`);
  }
  for (const column of ['monitor_claim_on', 'monitor_on']) {
    await db.query(`UPDATE pgboss.queue SET ${column} = NULL WHERE ${column} > ${AHEAD}`);
  }
  await db.query(
    `UPDATE pgboss.job SET created_on = now(), start_after = now() + greatest(start_after - created_on, interval '0')
     WHERE state = 'created' AND created_on > ${AHEAD}`,
  );
  // No job waits longer for its next attempt.
  await db.query(
    `UPDATE pgboss.job SET start_after = now() WHERE state = 'retry' AND start_after > now() + interval '1 day'`,
  );
  await db.query(
    `UPDATE pgboss.job SET started_on = now(), heartbeat_on = least(heartbeat_on, now())
     WHERE state = 'active' AND started_on > ${AHEAD}`,
  );
  return true;
}
