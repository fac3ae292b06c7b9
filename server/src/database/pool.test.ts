import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../store/database.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { createPool } from './pool.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
}, 60_000);
afterAll(() => db.close());

test('a connection that breaks between two queries of a transaction fails only that transaction', async () => {
  const pool = createPool(db.url, pino({ level: 'silent' }));
  const work = inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const ended = new Promise((resolve) => client.once('end', resolve));
    await pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
    await ended;
    await client.query('SELECT 1');
  });
  // Without an error listener the broken connection would end this process, as it would a server.
  await expect(work).rejects.toThrow('not queryable');
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await pool.end();
});
