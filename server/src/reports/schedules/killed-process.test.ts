import { pino } from 'pino';
import { PROTOCOLS } from '@milepost/protocols/registry';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ensureBasics } from '../../auth/bootstrap.ts';
import { portSetting } from '../../gateway/device-ports.ts';
import { createJobQueue, type JobQueue } from '../../jobs/job-queue.ts';
import { sendScheduledReportJob } from '../../jobs/report-schedule-job.ts';
import { leftRuns, takeDueSchedules } from '../../store/report-schedules/change-runs.ts';
import { testMailServer, type TestMailServer } from '../../testing/mail-server.ts';
import { type ServerProcess, startServerProcess } from '../../testing/server-process.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';

const FREE_PORTS = { PORT: '0', ...Object.fromEntries(PROTOCOLS.map((protocol) => [portSetting(protocol), '0'])) };
const within = { timeout: 60_000, interval: 200 };

let db: TestDatabase;
let server: TestMailServer;
let queue: JobQueue;
const running: ServerProcess[] = [];
beforeAll(async () => {
  db = await testDatabase();
  await ensureBasics(db.database, { adminPassword: 'a password of mine' });
  server = await testMailServer();
  queue = createJobQueue(db.database, pino({ level: 'silent' }));
}, 60_000);
afterEach(async () => {
  for (const one of running.splice(0)) {
    one.kill('SIGKILL');
    await one.exited;
  }
});
afterAll(async () => {
  await queue.close();
  await server.close();
  await db.close();
});

function startWorker(dataDir: string): ServerProcess {
  const settings = { DATABASE_URL: db.url, DATA_DIR: dataDir, ROLES: 'gateway,ingest,jobs', DEMO: 'false' };
  const mail = { SMTP_URL: server.url, MAIL_FROM: 'fleet@example.org' };
  const started = startServerProcess({ ...FREE_PORTS, ...settings, ...mail });
  running.push(started);
  return started;
}

/** Adds a schedule that has been due for a minute. */
async function addDue(): Promise<void> {
  await db.database.query(
    `INSERT INTO report_schedules (organisation_id, user_id, role_id, kind, params, year_before, formats, every, every_days,
       first_day, weekday, month_day, at_time, time_zone, people_ids, addresses, skip_empty, next_at)
     SELECT organisation_id, id, role_id, 'trips', '{}', false, '{csv,json}', 'day', 1, '2026-01-01', 1, 1,
       date_trunc('minute', now() AT TIME ZONE 'UTC')::time, 'UTC', '{}', '{boss@example.org}', false,
       date_trunc('minute', now())
     FROM users WHERE username = 'admin'`,
  );
}

const waitsForLock = async (table: string) => {
  const { rowCount } = await db.database.query(
    'SELECT FROM pg_locks WHERE NOT granted AND relation = $1::regclass AND database = (SELECT oid FROM pg_database WHERE datname = current_database())',
    [table],
  );
  return rowCount ?? 0;
};
const stateOfRuns = async () =>
  (await db.database.query<{ state: string }>('SELECT state FROM report_schedule_runs')).rows.map(({ state }) => state);
const add = (runId: number) => queue.add(sendScheduledReportJob, { runId });

test('a process killed between creating a report and sending it loses nothing and sends nothing twice', async () => {
  await addDue();
  await takeDueSchedules(db.database, new Date(), async (transaction, { id }) => {
    await queue.add(sendScheduledReportJob, { runId: id }, { db: transaction });
  });
  const dataDir = `${db.files.incoming}-killed`;
  // The files of the execution are made and its mail is written, but the transaction cannot commit.
  const holder = await db.database.connect();
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE mail_attachments IN ACCESS EXCLUSIVE MODE');
  const first = startWorker(dataDir);
  await expect.poll(() => waitsForLock('mail_attachments'), within).toBeGreaterThan(0);
  first.kill('SIGKILL');
  expect(await first.exited).toBeNull();
  await holder.query('ROLLBACK');
  holder.release();

  // Nothing was committed, and the execution counts as left by a killed process.
  await expect.poll(() => waitsForLock('mail_attachments'), within).toBe(0);
  expect(server.messages).toEqual([]);
  expect((await db.database.query('SELECT FROM mails')).rowCount).toBe(0);
  expect(await stateOfRuns()).toEqual(['running']);
  expect(await leftRuns(db.database)).toEqual([]);
  await db.database.query(`UPDATE report_schedule_runs SET touched_at = now() - interval '1 minute'`);
  const left = await leftRuns(db.database);
  expect(left).toHaveLength(1);
  // Found by two workers at the same time, as on two machines.
  for (const { id } of [...left, ...left]) await add(id);
  startWorker(dataDir);
  startWorker(dataDir);
  await expect.poll(() => server.messages.map(({ to }) => to), within).toEqual(['boss@example.org']);
  await expect.poll(stateOfRuns, within).toEqual(['sent']);
  expect(server.messages[0]?.text.match(/filename=/g)).toHaveLength(2);

  // Another attempt finds nothing to do.
  for (const { id } of left) await add(id);
  expect(await takeDueSchedules(db.database, new Date(), async () => {})).toBe(0);
  const mails = async () => (await db.database.query<{ state: string }>('SELECT state FROM mails')).rows;
  await expect.poll(mails, within).toEqual([{ state: 'sent' }]);
  expect(server.messages).toHaveLength(1);
}, 240_000);
