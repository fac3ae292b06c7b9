import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { pino } from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import { startEmbeddedPostgres } from './embedded.ts';
import { ownMark } from './folder-mark.ts';
import { migrate } from './migrate.ts';
import { isAlive, readPostmaster } from './running.ts';
import { SERVER_LOCK, takeServerLock } from './server-lock.ts';

const HOLDERS = `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = ${SERVER_LOCK}`;
const logger = pino({ level: 'silent' });
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'milepost-test-'));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function start(dataDir: string) {
  const server = await startEmbeddedPostgres({ dataDir, logger });
  cleanups.push(server.stop);
  return server;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

it('reveals none of our secrets in its files and environment', async () => {
  vi.stubEnv('SMTP_URL', 'smtps://me:a-secret-of-ours@mail.example.org');
  const dataDir = await dataFolder();
  const server = await start(dataDir);
  vi.unstubAllEnvs();
  for (const file of ['postgres-password', 'postgres.log']) {
    expect([file, (await stat(path.join(dataDir, file))).mode & 0o077]).toEqual([file, 0]);
  }
  // Only Linux has `/proc`.
  const environment = await readFile(`/proc/${server.pid()}/environ`, 'utf8').catch(() => '');
  expect(environment).not.toContain('a-secret-of-ours');
});

it('retains committed data over a kill -9 and a restart, and migrates only once', async () => {
  const dataDir = await dataFolder();
  const first = await start(dataDir);
  expect((await migrate(first.url)).length).toBeGreaterThan(0);
  await query(first.url, "INSERT INTO organisations (name) VALUES ('kept')");
  const pid = first.pid();
  if (pid) process.kill(pid, 'SIGKILL');
  await first.stop();

  const second = await start(dataDir);
  expect(await migrate(second.url)).toEqual([]);
  expect(await query(second.url, 'SELECT name FROM organisations')).toEqual([{ name: 'kept' }]);
});

it('restarts PostgreSQL when it dies while the server runs, which has the lock again', async () => {
  const server = await start(await dataFolder());
  await query(server.url, 'CREATE SEQUENCE server_terms');
  const taken: unknown[] = [];
  const { lock } = await takeServerLock(server.url, { onTakenOver: (holder) => taken.push(holder) });
  await lock?.begin();
  const pid = server.pid();
  if (pid) process.kill(pid, 'SIGKILL');
  await expect
    .poll(() => query(server.url, 'SELECT 1 AS one').catch(() => null), { timeout: 20_000 })
    .toEqual([{ one: 1 }]);
  expect(server.pid()).not.toBe(pid);
  await expect.poll(() => lock?.confirm().then(() => 'confirmed')).toBe('confirmed');
  expect(taken).toEqual([]);
  await lock?.release();
});

/** Starts PostgreSQL as a server does, in a process of its own. */
const OTHER = `
  import { startEmbeddedPostgres } from ${JSON.stringify(path.join(import.meta.dirname, 'embedded.ts'))};
  import { takeServerLock } from ${JSON.stringify(path.join(import.meta.dirname, 'server-lock.ts'))};
  const logger = { info() {}, warn() {}, error() {} };
  const { url } = await startEmbeddedPostgres({ dataDir: process.argv[1], logger });
  await takeServerLock(url);
  console.log(url);`;

it('refuses a directory that another server uses, whatever its PostgreSQL does, and takes over from an orphan', async () => {
  const dataDir = await dataFolder();
  const first = spawn(process.execPath, ['--input-type=module', '-e', OTHER, dataDir]);
  cleanups.push(async () => first.kill('SIGKILL'));
  let url = '';
  first.stdout.on('data', (text: Buffer) => (url += text.toString().trim()));
  await expect.poll(() => url, { timeout: 30_000 }).toMatch(/^postgres:/);
  const refused = () =>
    expect(startEmbeddedPostgres({ dataDir, logger })).rejects.toThrow(
      `Another Milepost is running on the data directory ${dataDir} (process ${first.pid}, since 20`,
    );
  await refused();
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);

  // PostgreSQL does not answer.
  const postmaster = () => readPostmaster(dataDir)?.pid ?? 0;
  process.kill(postmaster(), 'SIGSTOP');
  await refused().finally(() => process.kill(postmaster(), 'SIGCONT'));

  // PostgreSQL is killed and restarts: the directory still belongs to the first server.
  process.kill(postmaster(), 'SIGKILL');
  await expect.poll(() => query(url, HOLDERS).catch(() => []), { timeout: 20_000 }).toHaveLength(1);
  await refused();

  // The first server dies, its PostgreSQL keeps running.
  first.kill('SIGKILL');
  await once(first, 'exit');
  const second = await start(dataDir);
  expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

it('stops PostgreSQL at once when another process took the data directory over', async () => {
  const dataDir = await dataFolder();
  const messages: string[] = [];
  const server = await startEmbeddedPostgres({ dataDir, logger, onTakenOver: (message) => messages.push(message) });
  cleanups.push(server.stop);
  const pid = server.pid() ?? 0;
  const mark = JSON.stringify({ ...JSON.parse(ownMark(false)), pid: 7, host: 'fleet-2', boot: 'of another machine' });
  await writeFile(path.join(dataDir, 'server.pid'), mark);
  await expect.poll(() => messages).toEqual([expect.stringContaining('taken over by process 7 on fleet-2')]);
  await expect.poll(() => isAlive(pid)).toBe(false);
  await server.stop();
  // The mark of the other one stays.
  expect(await readFile(path.join(dataDir, 'server.pid'), 'utf8')).toContain('fleet-2');
});

it('refuses a data directory of another version and leaves it unchanged', async () => {
  const dataDir = await dataFolder();
  const server = await startEmbeddedPostgres({ dataDir, logger });
  await server.stop();
  await writeFile(path.join(dataDir, 'postgres/PG_VERSION'), '15\n');
  await expect(startEmbeddedPostgres({ dataDir, logger })).rejects.toThrow(/PostgreSQL 15/);
});
