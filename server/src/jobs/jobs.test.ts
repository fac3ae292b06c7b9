import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createMemoryBus } from '../bus/memory-bus.ts';
import { inTransaction } from '../store/database.ts';
import { testDatabase, type TestDatabase } from '../testing/test-database.ts';
import { defineJob, type Job, TakesTooLong } from './define-job.ts';
import { createJobQueue, type JobQueue } from './job-queue.ts';
import { type Jobs, startJobs } from './jobs.ts';
import { fakePlaces } from '../testing/fake-places.ts';

const logger = pino({ level: 'silent' });
const within = { timeout: 20_000 };

let db: TestDatabase;
let queue: JobQueue;
let running: Jobs | null = null;
beforeAll(async () => {
  db = await testDatabase();
  queue = createJobQueue(db.database, logger);
}, 60_000);
afterEach(stop);
afterAll(async () => {
  await queue.close();
  await db.close();
});

async function start(jobs: Job[], added = 0.5): Promise<void> {
  const { url, database } = db;
  const pollS = { scheduled: 0.5, added, killed: 1 };
  const bus = createMemoryBus(logger);
  running = await startJobs({
    url,
    database,
    bus,
    logger,
    queue,
    mail: null,
    publicUrl: null,
    files: db.files,
    places: fakePlaces(() => null),
    jobs,
    pollS,
  });
}

async function stop(): Promise<void> {
  await running?.stop();
  running = null;
}

const recorder = (name: string) => {
  const seen: string[] = [];
  const job = defineJob({
    name,
    input: z.object({ word: z.string() }),
    run: async (_context, { word }) => void seen.push(word),
  });
  return { job, seen };
};

test('a job that was added before a worker runs is done once', { timeout: 30_000 }, async () => {
  const { job, seen } = recorder('added-before');
  expect(await queue.add(job, { word: 'one' })).toBe(true);
  await start([job]);
  await expect.poll(() => seen, within).toEqual(['one']);
  await stop();
  await start([job]);
  await queue.add(job, { word: 'two' });
  await expect.poll(() => seen, within).toEqual(['one', 'two']);
});

test('jobs do not wait for the times of a clock that was a year ahead', { timeout: 30_000 }, async () => {
  const { job, seen } = recorder('of-next-year');
  await queue.add(job, { word: 'added' });
  await queue.add(job, { word: 'tried' });
  await db.database.query(
    `UPDATE pgboss.job SET created_on = now() + interval '1 year', start_after = now() + interval '1 year',
       state = (CASE data ->> 'word' WHEN 'tried' THEN 'retry' ELSE 'created' END)::pgboss.job_state
     WHERE name = 'of-next-year'`,
  );
  await db.database.query("UPDATE pgboss.version SET cron_on = now() + interval '1 year'");
  await start([job]);
  await expect.poll(() => seen.toSorted(), within).toEqual(['added', 'tried']);
  const { rows } = await db.database.query('SELECT cron_on < now() AS settled FROM pgboss.version');
  expect(rows).toEqual([{ settled: true }]);
});

test('many waiting jobs are done one after the other, without a pause between them', { timeout: 30_000 }, async () => {
  const { job, seen } = recorder('many-waiting');
  for (const word of ['one', 'two', 'three']) await queue.add(job, { word });
  await start([job], 60);
  await expect.poll(() => seen, within).toHaveLength(3);
});

test('of a job with several workers, one of a group runs at a time', { timeout: 30_000 }, async () => {
  const underWay = new Map<string, number>();
  const most = { all: 0, group: 0 };
  let done = 0;
  const job = defineJob({
    name: 'two-at-once',
    input: z.object({ group: z.string() }),
    atOnce: 2,
    run: async (_context, { group }) => {
      underWay.set(group, (underWay.get(group) ?? 0) + 1);
      const counts = [...underWay.values()];
      most.all = Math.max(
        most.all,
        counts.reduce((sum, count) => sum + count, 0),
      );
      most.group = Math.max(most.group, ...counts);
      await new Promise((resolve) => setTimeout(resolve, 1500));
      underWay.set(group, (underWay.get(group) ?? 0) - 1);
      done += 1;
    },
  });
  for (const group of ['a', 'a', 'a', 'b']) await queue.add(job, { group }, { group });
  await start([job]);
  await expect.poll(() => done, within).toBe(4);
  expect(most).toEqual({ all: 2, group: 1 });
});

test('a job that a killed process left blocks its group for half a minute', { timeout: 30_000 }, async () => {
  const done: string[] = [];
  const job = defineJob({
    name: 'left-by-a-kill',
    input: z.object({ word: z.string() }),
    retry: { times: 2, afterS: 1, mostS: 1 },
    withinS: 1800,
    atOnce: 2,
    run: async (_context, { word }) => void done.push(word),
  });
  await queue.add(job, { word: 'left' }, { key: 'left', group: 'a' });
  await active({ started: '29 seconds', heard: '25 seconds' });
  await queue.add(job, { word: 'next' }, { key: 'next', group: 'a' });
  await start([job]);
  await expect.poll(() => done.toSorted(), within).toEqual(['left', 'next']);
});

test('two processes that poll concurrently begin one of a group', async () => {
  const { job } = recorder('same-moment');
  for (const word of ['a', 'b']) await queue.add(job, { word }, { group: 'same' });
  const begin = `UPDATE pgboss.job SET state = 'active' WHERE id = (SELECT id FROM pgboss.job
    WHERE name = 'same-moment' AND state = 'created' ORDER BY id LIMIT 1)`;
  await db.database.query(begin);
  await expect(db.database.query(begin)).rejects.toMatchObject({ code: '23505' });
});

test('one of a higher priority comes before those that wait longer', { timeout: 30_000 }, async () => {
  const { job, seen } = recorder('urgent');
  for (const word of ['one', 'two']) await queue.add(job, { word }, { priority: -1 });
  await queue.add(job, { word: 'urgent' });
  await start([job]);
  await expect.poll(() => seen, within).toEqual(['urgent', 'one', 'two']);
});

test('a job exists with the transaction that added it, and not without', { timeout: 30_000 }, async () => {
  const { job, seen } = recorder('with-transaction');
  const undone = inTransaction(db.database, async (client) => {
    await queue.add(job, { word: 'undone' }, { db: client });
    throw new Error('rolled back');
  });
  await expect(undone).rejects.toThrow('rolled back');
  await inTransaction(db.database, async (client) => void (await queue.add(job, { word: 'kept' }, { db: client })));
  await start([job]);
  await expect.poll(() => seen, within).toEqual(['kept']);
});

test('one of a key waits; without a key all do', async () => {
  const { job } = recorder('keys');
  expect(await queue.add(job, { word: 'a' }, { key: 'same' })).toBe(true);
  expect(await queue.add(job, { word: 'b' }, { key: 'same' })).toBe(false);
  expect(await queue.add(job, { word: 'c' })).toBe(true);
  expect(await queue.add(job, { word: 'd' })).toBe(true);
});

test('a failing job is retried, and knows its last attempt', { timeout: 30_000 }, async () => {
  const lasts: boolean[] = [];
  const job = defineJob({
    name: 'fails',
    input: z.object({}),
    retry: { times: 1, afterS: 1, mostS: 1 },
    run: async (_context, _input, { last }) => {
      lasts.push(last);
      throw new Error('not today');
    },
  });
  await queue.add(job, {});
  await start([job]);
  await expect.poll(() => lasts, within).toEqual([false, true]);
  await expect.poll(failures, within).toEqual([{ fault: 'not today' }]);
});

test('stopping cancels the job in progress, and waits for it', { timeout: 30_000 }, async () => {
  const steps: string[] = [];
  const job = defineJob({
    name: 'long',
    input: z.object({}),
    run: async (_context, _input, { signal }) => {
      steps.push('began');
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      await db.database.query('SELECT pg_sleep(0.3)');
      steps.push('ended');
    },
  });
  await queue.add(job, {});
  await start([job]);
  await expect.poll(() => steps, within).toEqual(['began']);
  await stop();
  expect(steps).toEqual(['began', 'ended']);
});

const stateOfEndless = () =>
  db.database.query("SELECT state FROM pgboss.job WHERE name = 'endless'").then(({ rows }) => rows);

test('a job that takes too long is cancelled, and ends by itself', { timeout: 30_000 }, async () => {
  const reasons: unknown[] = [];
  const job = defineJob({
    name: 'endless',
    input: z.object({}),
    withinS: 3,
    run: async (_context, _input, { signal }) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      reasons.push(signal.reason);
    },
  });
  await queue.add(job, {});
  await start([job]);
  await expect.poll(() => reasons, within).toEqual([expect.any(TakesTooLong)]);
  await expect.poll(stateOfEndless, within).toEqual([{ state: 'completed' }]);
});

test('clock jobs missed while the machine was off are caught up once', { timeout: 60_000 }, async () => {
  let runs = 0;
  const job = defineJob({
    name: 'every-night',
    input: z.null(),
    schedule: { cron: '0 3 * * *', timeZone: 'Asia/Kolkata' },
    run: async () => void runs++,
  });
  await start([job]);
  await stop();
  const { rows } = await db.database.query(`SELECT cron, timezone FROM pgboss.schedule WHERE name = 'every-night'`);
  expect(rows).toEqual([{ cron: '0 3 * * *', timezone: 'Asia/Kolkata' }]);
  expect(runs).toBe(0);
  await offFor('3 days');
  await start([job]);
  await expect.poll(() => runs, within).toBe(1);
  await stop();
  // Waits for another check of the schedules and for everything that it queued.
  await db.database.query(`UPDATE pgboss.version SET cron_on = now() - interval '1 minute'`);
  await start([job]);
  await expect.poll(left, within).toEqual({ looked: true, jobs: 0 });
  expect(runs).toBe(1);
});

/** Turns the waiting job into one that a killed process had begun. */
async function active(ago: { started: string; heard: string }): Promise<void> {
  await db.database.query(
    `UPDATE pgboss.job SET state = 'active', started_on = now() - $1::interval, heartbeat_on = now() - $2::interval
     WHERE name = 'left-by-a-kill'`,
    [ago.started, ago.heard],
  );
}

/** True when the schedules were checked in the last seconds, with the number of unfinished jobs. */
async function left(): Promise<unknown> {
  const { rows } = await db.database.query(
    `SELECT cron_on BETWEEN now() - interval '30 seconds' AND now() - interval '1 second' AS looked,
            (SELECT count(*)::int FROM pgboss.job
             WHERE name IN ('every-night', '__pgboss__send-it') AND state IN ('created', 'retry', 'active')) AS jobs
     FROM pgboss.version`,
  );
  return rows[0];
}

/** Sets the last check of the schedules back by this time. */
async function offFor(time: string): Promise<void> {
  await db.database.query('UPDATE pgboss.version SET cron_on = now() - $1::interval', [time]);
  await db.database.query(`UPDATE pgboss.schedule SET created_on = created_on - interval '1 month'`);
}

async function failures(): Promise<unknown[]> {
  const { rows } = await db.database.query(`SELECT output->>'message' AS fault FROM pgboss.job WHERE state = 'failed'`);
  return rows;
}
