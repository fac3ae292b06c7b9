import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Database } from '../store/database.ts';
import { ensureDaysAhead } from '../store/partitions.ts';

export interface Jobs {
  /** Lets jobs under way finish. */
  stop(): Promise<void>;
}

const MAKE_PARTITIONS = 'make-partitions';
const END_SESSIONS = 'forget-ended-sessions';

/** Background work, kept and scheduled in the database, so that it is done once however many processes run. */
export async function startJobs(url: string, database: Database, logger: Logger): Promise<Jobs> {
  const boss = new PgBoss({ connectionString: url, max: 2, application_name: 'milepost-jobs' });
  boss.on('error', (error) => logger.warn({ reason: error.message }, 'Background work is disturbed'));
  await boss.start();
  const daily = async (name: string, cron: string, work: () => Promise<void>) => {
    await boss.createQueue(name);
    await boss.work(name, { pollingIntervalSeconds: 30 }, async () => {
      await work();
      logger.info({ job: name }, 'Done');
    });
    await boss.schedule(name, cron, null, { tz: 'UTC' });
  };
  await daily(MAKE_PARTITIONS, '5 12 * * *', () => ensureDaysAhead(database, Date.now()));
  await daily(END_SESSIONS, '35 3 * * *', async () => {
    await database.query(
      "DELETE FROM login_sessions WHERE coalesce(ended_at, expires_at) < now() - interval '90 days'",
    );
  });
  return { stop: () => boss.stop({ graceful: true, timeout: 10_000 }) };
}
