import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { createServer } from 'node:http';
import { freemem, tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { pino } from 'pino';
import { startEmbeddedPostgres } from '../database/embedded.ts';
import { migrate } from '../database/migrate.ts';

/**
 * The service from which tests request a database (`POST`, answered with its URL) and to which they return it
 * (`DELETE`). Set only in a test run.
 */
const DATABASE_SERVICE_VARIABLE = 'MILEPOST_RUN_DATABASE';
const TEMPLATE = 'migrated';
/** Temporary data does not wait for the disk. */
export const FOR_A_MOMENT = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
/** A folder in memory that Linux provides, and the bytes that must be free there and in memory before tests use it. */
const IN_MEMORY = '/dev/shm';
const ROOM_IN_MEMORY = 8e9;
/** Each database is about 1,000 files, which the system copies without PostgreSQL reading them, where it can. */
const COPIES = process.platform === 'win32' ? [] : ['file_copy_method=clone'];

/**
 * Set-up of a test run: one PostgreSQL with one migrated database, of which each test file gets a copy. Starting and
 * migrating one for each took ten times as long. It starts with the first request, because most files need none.
 */
export default async function setup(): Promise<() => Promise<void>> {
  let started: ReturnType<typeof startMigrated> | undefined;
  const server = createServer((request, response) => {
    started ??= startMigrated();
    started
      .then(({ copy, drop }) => (request.method === 'POST' ? copy() : drop(request.url?.slice(1) ?? '')))
      .then(
        (reply) => response.end(reply),
        (fault: unknown) => response.writeHead(500).end(String(fault)),
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The port of the run’s database is not known.');
  process.env[DATABASE_SERVICE_VARIABLE] = `http://127.0.0.1:${address.port}`;
  return async () => {
    server.close();
    await (await started)?.stop();
  };
}

async function startMigrated() {
  const dataDir = await mkdtemp(path.join(await chooseTestDataDir(), 'milepost-test-'));
  // Several test files run in parallel, each with the connections of a server.
  const settings = [...FOR_A_MOMENT, ...COPIES, 'max_connections=400', 'max_wal_size=512MB'];
  const server = await startEmbeddedPostgres({ dataDir, logger: pino({ level: 'silent' }), settings });
  // A test run that is aborted does not end its children: PostgreSQL outlives its parent, and its data stays in memory.
  const end = () => {
    stopNow(server.pid());
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
  };
  process.once('exit', end);
  await administer(server.url, `CREATE DATABASE ${TEMPLATE}`);
  await migrate(inDatabase(server.url, TEMPLATE));
  return {
    copy: async () => {
      const name = randomName();
      await administer(server.url, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY file_copy`);
      return inDatabase(server.url, name);
    },
    drop: async (name: string) => {
      await administer(server.url, `DROP DATABASE ${name} WITH (FORCE)`);
      return '';
    },
    stop: async () => {
      process.off('exit', end);
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * In memory when there is room: creating and removing thousands of files took up to ten times as long on a busy disk.
 */
export async function chooseTestDataDir(): Promise<string> {
  const memory = await statfs(IN_MEMORY).catch(() => null);
  const free = memory === null ? 0 : Math.min(memory.bavail * memory.bsize, freemem());
  return free >= ROOM_IN_MEMORY ? IN_MEMORY : tmpdir();
}

/** A migrated database in the test run's PostgreSQL; undefined outside of a test run. */
export async function copyOfRunDatabase(): Promise<{ url: string; drop(): Promise<void> } | undefined> {
  const serviceUrl = process.env[DATABASE_SERVICE_VARIABLE];
  if (serviceUrl === undefined) return undefined;
  const answer = await fetch(serviceUrl, { method: 'POST' });
  const url = await answer.text();
  if (!answer.ok) throw new Error(`The run gave no database: ${url}`);
  return { url, drop: async () => void (await fetch(serviceUrl + new URL(url).pathname, { method: 'DELETE' })) };
}

export const randomName = (): string => `test_${randomBytes(6).toString('hex')}`;

/** The URL of another database of the same PostgreSQL. */
export const inDatabase = (url: string, name: string): string => url.replace(/\/postgres$/, `/${name}`);

/** Runs a statement about databases, from outside of them. */
export async function administer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function stopNow(pid: number | undefined): void {
  if (pid !== undefined) process.kill(pid, 'SIGINT');
}
