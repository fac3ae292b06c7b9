import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { tidySessions } from '../auth/sessions.ts';
import type { Bus } from '../bus/bus.ts';
import { createMailer } from '../mail/send-mail.ts';
import type { Database } from '../store/database.ts';
import { forgetDeliveries } from '../store/alarm-rules/forget-deliveries.ts';
import { listLeftMails } from '../store/mail/mails.ts';
import { tidyCheckpoints } from '../store/facts/tracking-states.ts';
import { ensureDaysAhead } from '../store/tracks/partitions.ts';
import { startMailQueue } from './mail-queue.ts';

export interface Jobs {
  /** Lets jobs under way finish. */
  stop(): Promise<void>;
}

interface JobsOptions {
  url: string;
  database: Database;
  bus: Bus;
  logger: Logger;
  /** The mail server; null keeps mails in the outbox. */
  mail: { smtpUrl: string; from: string } | null;
}

const MAKE_PARTITIONS = 'make-partitions';
const TIDY_SESSIONS = 'tidy-sessions';
const SWEEP_MAILS = 'sweep-mails';
const FORGET_SESSIONS = 'forget-ended-sessions';
const TIDY_CHECKPOINTS = 'tidy-checkpoints';

/** Background work, kept and scheduled in the database, so that it is done once however many processes run. */
export async function startJobs({ url, database, bus, logger, mail }: JobsOptions): Promise<Jobs> {
  const boss = new PgBoss({ connectionString: url, max: 2, application_name: 'milepost-jobs' });
  boss.on('error', (error) => logger.warn({ reason: error.message }, 'Background work is disturbed'));
  await boss.start();
  const recurring = async (name: string, cron: string, work: () => Promise<void>) => {
    await boss.createQueue(name);
    await boss.work(name, { pollingIntervalSeconds: 30 }, async () => {
      await work();
      logger.debug({ job: name }, 'Done');
    });
    await boss.schedule(name, cron, null, { tz: 'UTC' });
  };
  await recurring(MAKE_PARTITIONS, '5 12 * * *', () => ensureDaysAhead(database, Date.now()));
  await recurring(TIDY_SESSIONS, '*/5 * * * *', () => tidySessions(database, bus));
  await recurring(FORGET_SESSIONS, '35 3 * * *', async () => {
    await database.query(
      "DELETE FROM login_sessions WHERE coalesce(ended_at, expires_at) < now() - interval '90 days'",
    );
    await database.query("DELETE FROM sign_ins WHERE at < now() - interval '400 days'");
    await database.query("DELETE FROM notifications WHERE at < now() - interval '90 days'");
    await forgetDeliveries(database);
  });
  await recurring(TIDY_CHECKPOINTS, '50 3 * * *', () => tidyCheckpoints(database));
  const mailer = mail && createMailer(database, logger, mail.smtpUrl, mail.from);
  const mails = mailer && (await startMailQueue(boss, bus, mailer));
  if (mails) {
    await recurring(SWEEP_MAILS, '*/5 * * * *', async () => {
      for (const id of await listLeftMails(database)) await mails.queue(id);
    });
  }
  return {
    stop: async () => {
      mails?.stop();
      await boss.stop({ graceful: true, timeout: 10_000 });
      mailer?.close();
    },
  };
}
