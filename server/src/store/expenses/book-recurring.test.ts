import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookRecurringExpenses } from './book-recurring.ts';
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts';

const SERIES = 120;
/** Weekly since 210 days ago, including that day and today. */
const PERIODS = 31;

let fixture: TestDatabase;
const running = new Set<ChildProcess>();
beforeAll(async () => {
  fixture = await testDatabase();
  await fixture.database.query(`INSERT INTO organisations (id, name) VALUES (50, 'Company')`);
  await fixture.database.query(
    `INSERT INTO recurring_expenses (organisation_id, kind, amount, currency, every, first_day, next_day)
     SELECT 50, 'lease', n, 'INR', 'week', (now() AT TIME ZONE 'UTC')::date - 210, (now() AT TIME ZONE 'UTC')::date - 210
     FROM generate_series(1, $1::int) n`,
    [SERIES],
  );
}, 60_000);
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await fixture.close();
});

const at = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);

/** A process that books until nothing is left, like the job of a server. */
function start(): { child: ChildProcess; ended: Promise<unknown> } {
  const program = `
    const { createPool } = await import(${at('../../database/pool.ts')});
    const { bookRecurringExpenses } = await import(${at('./book-recurring.ts')});
    const { pino } = await import('pino');
    const pool = createPool(process.argv[1], pino({ level: 'silent' }));
    await bookRecurringExpenses(pool, new AbortController().signal);
    await pool.end();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, fixture.url], {
    cwd: new URL('.', import.meta.url),
    stdio: 'inherit',
  });
  running.add(child);
  return { child, ended: once(child, 'exit').then(() => running.delete(child)) };
}

const booked = async () =>
  (await fixture.database.query<{ n: number }>('SELECT count(*)::int AS n FROM expenses')).rows[0]?.n ?? 0;

test('one that cannot be booked delays no other, reports the failure, and is booked as soon as possible', async () => {
  const other = await testDatabase();
  const run = () => bookRecurringExpenses(other.database, new AbortController().signal);
  const failing = async () =>
    (
      await other.database.query<{ amount: number; failed: boolean; booked: number }>(
        `SELECT amount::int, failed_at IS NOT NULL AS failed,
                (SELECT count(*)::int FROM expenses e WHERE e.recurring_id = r.id) AS booked
         FROM recurring_expenses r ORDER BY amount`,
      )
    ).rows;
  try {
    await other.database.query(`INSERT INTO organisations (id, name) VALUES (50, 'Company')`);
    await other.database.query(
      `INSERT INTO recurring_expenses (organisation_id, kind, amount, currency, every, first_day, next_day)
       SELECT 50, 'lease', n, 'INR', 'week', (now() AT TIME ZONE 'UTC')::date - 7, (now() AT TIME ZONE 'UTC')::date - 7
       FROM generate_series(1, 3) n`,
    );
    await other.database.query('ALTER TABLE expenses ADD CONSTRAINT refused CHECK (amount <> 1)');
    expect(await run()).toMatchObject({ booked: 4, failed: [{ error: expect.any(Error) }] });
    expect(await failing()).toEqual([
      { amount: 1, failed: true, booked: 0 },
      { amount: 2, failed: false, booked: 2 },
      { amount: 3, failed: false, booked: 2 },
    ]);
    await other.database.query('ALTER TABLE expenses DROP CONSTRAINT refused');
    expect(await run()).toEqual({ booked: 2, failed: [] });
    expect((await failing())[0]).toEqual({ amount: 1, failed: false, booked: 2 });
  } finally {
    await other.close();
  }
});

test('each period is booked once by two processes, some of which are killed midway', { timeout: 120_000 }, async () => {
  for (let round = 1; round <= 3; round += 1) {
    const [one, two] = [start(), start()];
    const before = await booked();
    while ((await booked()) < before + 60) await delay(5);
    one.child.kill('SIGKILL');
    two.child.kill('SIGKILL');
    await Promise.all([one.ended, two.ended]);
  }
  // The test proves nothing unless the process is killed before the end.
  expect(await booked()).toBeLessThan(SERIES * PERIODS);
  const last = [start(), start()];
  await Promise.all(last.map(({ ended }) => ended));
  const { rows } = await fixture.database.query(
    `SELECT recurring_id, count(*)::int AS n, count(DISTINCT recurring_day)::int AS days, max(day)::text AS last
     FROM expenses GROUP BY 1 HAVING count(*) <> $1 OR count(DISTINCT recurring_day) <> $1`,
    [PERIODS],
  );
  expect(rows).toEqual([]);
  expect(await booked()).toBe(SERIES * PERIODS);
  const { rows: logged } = await fixture.database.query(
    `SELECT count(*)::int AS n FROM audit_log WHERE subject = 'expense' AND action = 'create'`,
  );
  expect(logged).toEqual([{ n: SERIES * PERIODS }]);
});
