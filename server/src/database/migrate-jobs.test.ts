import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { getRollbackPlans } from 'pg-boss';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../testing/test-database.ts';
import { migrate } from './migrate.ts';
import { migrateJobs } from './migrate-jobs.ts';

let db: TestDatabase;
let client: Client;
beforeAll(async () => {
  db = await testDatabase();
  client = new Client({ connectionString: db.url });
  await client.connect();
}, 60_000);
afterAll(async () => {
  await client.end();
  await db.close();
});
beforeEach(async () => {
  await client.query('DROP SCHEMA IF EXISTS pgboss CASCADE');
});

const version = async () =>
  (await client.query<{ version: number }>('SELECT version FROM pgboss.version')).rows[0]?.version ?? 0;

test('several processes that start concurrently create the tables once', async () => {
  await Promise.all([1, 2, 3].map(() => migrate(db.url)));
  expect(await version()).toBeGreaterThan(0);
});

test('the tables of an older pg-boss are upgraded', async () => {
  await migrateJobs(client);
  const current = await version();
  await client.query(getRollbackPlans('pgboss', current));
  expect(await version()).toBeLessThan(current);
  await migrate(db.url);
  expect(await version()).toBe(current);
});

test('those of a newer one are not changed, and the start reports it', async () => {
  await migrateJobs(client);
  await client.query('UPDATE pgboss.version SET version = version + 1');
  await expect(migrate(db.url)).rejects.toThrow('A newer version of Milepost changed the job tables');
});

test('a user who may not create schemas uses an existing one', async () => {
  const role = `clerk_${randomBytes(4).toString('hex')}`;
  await client.query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'`);
  await client.query(`CREATE SCHEMA pgboss AUTHORIZATION ${role}`);
  const url = new URL(db.url);
  url.username = role;
  url.password = 'secret';
  const clerk = new Client({ connectionString: url.href });
  await clerk.connect();
  await expect(clerk.query('CREATE SCHEMA other')).rejects.toThrow('permission denied');
  await migrateJobs(clerk);
  expect(await version()).toBeGreaterThan(0);
  await clerk.end();
});
