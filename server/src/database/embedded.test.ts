import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { pino } from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import { startEmbeddedPostgres } from './embedded.ts';
import { migrate } from './migrate.ts';
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

it('restarts PostgreSQL when it dies while the server runs', async () => {
  const server = await start(await dataFolder());
  const pid = server.pid();
  if (pid) process.kill(pid, 'SIGKILL');
  await expect
    .poll(() => query(server.url, 'SELECT 1 AS one').catch(() => null), { timeout: 20_000 })
    .toEqual([{ one: 1 }]);
  expect(server.pid()).not.toBe(pid);
});

it('takes over from an orphan, and refuses a directory that another server uses', async () => {
  const dataDir = await dataFolder();
  const first = await start(dataDir);
  const { lock } = await takeServerLock(first.url);
  expect(lock).not.toBeNull();
  await expect(startEmbeddedPostgres({ dataDir, logger })).rejects.toThrow(/Another Milepost is running/);
  expect(await query(first.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);

  // PostgreSQL is killed and restarts: the directory still belongs to the first server.
  const pid = first.pid();
  if (pid) process.kill(pid, 'SIGKILL');
  await expect.poll(() => query(first.url, HOLDERS).catch(() => []), { timeout: 20_000 }).toHaveLength(1);
  await expect(startEmbeddedPostgres({ dataDir, logger })).rejects.toThrow(/Another Milepost is running/);

  // The first server dies: its lock ends with its connection, its PostgreSQL keeps running.
  await lock?.release();
  const second = await start(dataDir);
  expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

it.runIf(process.platform === 'linux')(
  'leaves the PostgreSQL of another living process alone, also when it does not answer',
  async () => {
    const dataDir = await dataFolder();
    const first = await start(dataDir);
    // Another process that lives, such as a server.
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    const text = await readFile(`/proc/${other.pid}/stat`, 'utf8');
    const mark = `${other.pid} ${text.slice(text.lastIndexOf(')') + 2).split(' ')[19]}`;
    await writeFile(path.join(dataDir, 'server.pid'), mark);
    process.kill(first.pid() ?? 0, 'SIGSTOP');
    try {
      const words = `Another Milepost is running on the data directory ${dataDir} (process ${other.pid})`;
      await expect(startEmbeddedPostgres({ dataDir, logger })).rejects.toThrow(words);
    } finally {
      process.kill(first.pid() ?? 0, 'SIGCONT');
    }
    expect(await query(first.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    other.kill('SIGKILL');
    await once(other, 'exit');
    // Its mark counts no more.
    const second = await start(dataDir);
    expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  },
);

it('refuses a data directory of another version and leaves it unchanged', async () => {
  const dataDir = await dataFolder();
  const server = await startEmbeddedPostgres({ dataDir, logger });
  await server.stop();
  await writeFile(path.join(dataDir, 'postgres/PG_VERSION'), '15\n');
  await expect(startEmbeddedPostgres({ dataDir, logger })).rejects.toThrow(/PostgreSQL 15/);
});
