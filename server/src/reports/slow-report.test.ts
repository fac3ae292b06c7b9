import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../testing/test-database.ts';
import { inSnapshot } from './read-report.ts';

let store: TestDatabase;
beforeAll(async () => {
  store = await testDatabase();
});
afterAll(() => store.close());

test('a report whose statement takes too long fails with a message, and is not retried', async () => {
  const slow = inSnapshot(store.database, async (db) => {
    await db.query(`SET LOCAL statement_timeout = '50ms'`);
    return db.query('SELECT pg_sleep(30)');
  });
  await expect(slow).rejects.toMatchObject({ code: 'conflict', fault: { code: 'report-too-slow' } });
});

test('other faults of the database stay unchanged', async () => {
  await expect(inSnapshot(store.database, (db) => db.query('SELECT 1 / 0'))).rejects.toMatchObject({ code: '22012' });
});

test('no statement of a report may take more than a minute', async () => {
  const { rows } = await store.database.query<{ s: number }>(
    `SELECT extract(epoch FROM current_setting('statement_timeout')::interval)::int AS s`,
  );
  expect(rows[0]?.s).toBeGreaterThan(0);
  expect(rows[0]?.s).toBeLessThanOrEqual(60);
});
