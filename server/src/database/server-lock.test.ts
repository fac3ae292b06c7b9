import { Client } from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { processName } from './process-name.ts';
import { createPool } from './pool.ts';
import { beginTerm, endFormerServers } from './server-term.ts';
import { type LockHolder, SERVER_LOCK, type ServerLock, takeServerLock } from './server-lock.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test?.close());
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

/** A server of this process: all have the same name, as in containers whose host names are equal. */
async function takeLock(onTakenOver?: (holder: LockHolder) => void): Promise<ServerLock> {
  // PostgreSQL releases a lock a moment after the client closed its connection.
  const take = async () => (await takeServerLock(test.url, onTakenOver ? { onTakenOver } : {})).lock;
  let lock = await take();
  await expect.poll(async () => (lock ??= await take())).not.toBeNull();
  if (lock === null) throw new Error('another server has the lock');
  await lock.begin();
  cleanups.push(lock.release);
  return lock;
}

/** Breaks the connection of the present holder, while another server waits for the lock, and begins its term. */
async function replace(): Promise<Client> {
  const other = new Client({ connectionString: test.url, application_name: processName() });
  await other.connect();
  cleanups.push(() => other.end());
  const waiting = other.query('SELECT pg_advisory_lock($1)', [SERVER_LOCK]);
  const states = () =>
    test.database.query<{ pid: number; granted: boolean }>('SELECT pid, granted FROM pg_locks WHERE objid = $1', [
      SERVER_LOCK,
    ]);
  await expect.poll(async () => (await states()).rowCount).toBe(2);
  for (const { pid } of (await states()).rows.filter(({ granted }) => granted))
    await test.database.query('SELECT pg_terminate_backend($1)', [pid]);
  await waiting;
  await endFormerServers(other);
  await beginTerm(other);
  return other;
}

const connectionOf = (lock: ServerLock) => {
  const opener = { name: processName(), confirm: lock.confirm };
  const pool = createPool(test.url, pino({ level: 'silent' }), 1, opener);
  cleanups.push(() => pool.end());
  return pool;
};

it('ends neither the connections of processes beside it nor those of commands', async () => {
  const names = [`${processName()} (web)`, `${processName()} (web, jobs)`, 'milepost-command'];
  const connections = names.map((name) => new Client({ connectionString: test.url, application_name: name }));
  for (const one of connections) {
    await one.connect();
    cleanups.push(() => one.end());
  }
  const storing = new Client({ connectionString: test.url, application_name: `${processName()} (gateway, ingest)` });
  const lost = new Promise((resolve) => storing.on('error', resolve));
  await storing.connect();
  await endFormerServers(test.database);
  await expect(lost).resolves.toMatchObject({ code: '57P01' });
  for (const one of connections) await expect(one.query('SELECT 1')).resolves.toMatchObject({ rowCount: 1 });
});

it('lets a server that was replaced write neither on its connections of before nor on new ones', async () => {
  const taken: LockHolder[] = [];
  const first = await takeLock((holder) => taken.push(holder));
  const before = connectionOf(first);
  await before.query('SELECT 1');
  const connection = new Client({ connectionString: test.url, application_name: processName() });
  const lost = new Promise((resolve) => connection.on('error', resolve));
  await connection.connect();
  await replace();
  await expect(lost).resolves.toMatchObject({ code: '57P01' });
  await expect(before.query('SELECT 1')).rejects.toThrow();
  await expect(connectionOf(first).query('SELECT 1')).rejects.toThrow();
  await expect.poll(() => taken).toHaveLength(1);
  await expect(first.confirm()).rejects.toThrow('Another server has the database');
});

it('notices that another server was there while it had no connection, also if that one ended', async () => {
  const taken: LockHolder[] = [];
  await takeLock((holder) => taken.push(holder));
  await (await replace()).end();
  await expect.poll(() => taken).toHaveLength(1);
});

it('goes on after its connection broke and nobody else was there', async () => {
  const taken: LockHolder[] = [];
  const lock = await takeLock((holder) => taken.push(holder));
  await test.database.query('SELECT pg_terminate_backend(pid, 5000) FROM pg_locks WHERE objid = $1 AND granted', [
    SERVER_LOCK,
  ]);
  await lock.confirm();
  expect(taken).toEqual([]);
});
