import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { StartError } from '../errors.ts';
import { codeOf } from '../fault.ts';
import { claimFolder } from './folder-owner.ts';
import { createBoundedLog } from './bounded-log.ts';
import { freePort } from './free-port.ts';
import { EMBEDDED_MAJOR, findNativePostgres, type NativePostgres } from './native.ts';
import { stopOrphan } from './orphan.ts';
import { giveToPostgres, spawnPostgres } from './run-as.ts';
import { DatabaseClient } from './client.ts';

export interface EmbeddedPostgres {
  url: string;
  /** Process id of the running postmaster. */
  pid(): number | undefined;
  /** Orderly stop (fast shutdown): resolves when it is down. */
  stop(): Promise<void>;
}

interface EmbeddedOptions {
  /** The server's data directory; PostgreSQL gets `postgres/` below it. */
  dataDir: string;
  logger: Logger;
  /** Extra settings, such as `fsync=off` for throw-away test databases. */
  settings?: string[] | undefined;
  /** Aborted when the process is to stop before the database is up. */
  signal?: AbortSignal | undefined;
  /** Called when another process took over the data directory while this one stood still; PostgreSQL was stopped. */
  onTakenOver?: ((message: string) => void) | undefined;
}

const RESTART_AFTER_MS = 500;
/** PostgreSQL's error code while it starts, recovers or stops. */
const CANNOT_CONNECT_NOW = '57P03';

/**
 * Tuned for a small machine that writes all day. Durability stays at its default: fsync and synchronous_commit are on.
 * Loopback TCP with a password, no Unix socket: the same everywhere.
 */
export const EMBEDDED_SETTINGS: readonly string[] = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'shared_buffers=256MB',
  'max_wal_size=2GB',
  'checkpoint_timeout=15min',
  'max_connections=60',
  // A backup target that is away must not fill the disk with log that waits for it.
  'max_slot_wal_keep_size=4GB',
  'jit=off',
  'timezone=UTC',
  'log_timezone=UTC',
];

/**
 * Starts PostgreSQL as a child process on the data directory, which is created on the first start, and restarts it if
 * it dies. Throws StartError when another Milepost uses the directory or another major version created it, and the
 * signal's reason when it is aborted, with PostgreSQL stopped.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir, logger } = options;
  const cluster = path.join(dataDir, 'postgres');
  const passwordFile = path.join(dataDir, 'postgres-password');
  const native = await findNativePostgres();
  await mkdir(dataDir, { recursive: true });
  let child: ChildProcess | undefined;
  let stopping = false;
  const claim = await claimFolder(dataDir, {
    endLeftover: () => stopOrphan(dataDir, logger),
    onLost: (message) => {
      stopping = true;
      // At once and without a checkpoint: the files are those of another PostgreSQL now.
      child?.kill('SIGQUIT');
      (options.onTakenOver ?? ((text) => logger.fatal(text)))(message);
    },
  });
  let password: string;
  try {
    await createCluster(native, cluster, passwordFile, logger);
    await checkVersion(cluster);
    password = (await readFile(passwordFile, 'utf8')).trim();
    await stopOrphan(dataDir, logger);
    await giveToPostgres(cluster);
    options.signal?.throwIfAborted();
  } catch (fault) {
    await claim.release();
    throw fault;
  }

  const port = await freePort();
  const url = `postgres://milepost:${password}@127.0.0.1:${port}/postgres`;
  const log = createBoundedLog(path.join(dataDir, 'postgres.log'));
  const settings = [...EMBEDDED_SETTINGS, ...(options.settings ?? [])].flatMap((setting) => ['-c', setting]);

  const run = (): ChildProcess => {
    const started = spawnPostgres(native.postgres, ['-D', cluster, '-p', String(port), ...settings], cluster, {
      // With the lock of the folder, which is held as long as any process of this PostgreSQL lives.
      stdio: ['ignore', 'pipe', 'pipe', ...(claim.descriptor === null ? [] : [claim.descriptor])],
      // Ctrl-C in a terminal reaches the whole process group; PostgreSQL must outlive it until everything is stored.
      detached: process.platform !== 'win32',
    });
    started.stdout?.on('data', (text: Buffer) => log.write(text));
    started.stderr?.on('data', (text: Buffer) => log.write(text));
    started.on('error', (error) => logger.error({ error }, 'PostgreSQL could not be started'));
    started.on('exit', (code, signal) => {
      if (stopping) return;
      logger.error({ code, signal }, 'PostgreSQL stopped; restarting it');
      setTimeout(() => {
        if (!stopping) child = run();
      }, RESTART_AFTER_MS);
    });
    return started;
  };
  child = run();
  // However this process ends, as long as it can still run code, PostgreSQL does not outlive it.
  const stopAtExit = () => child?.kill('SIGINT');
  process.once('exit', stopAtExit);
  const stop = async () => {
    stopping = true;
    if (child && child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((resolve) => child?.once('exit', resolve));
      child.kill('SIGINT');
      await ended;
    }
    process.off('exit', stopAtExit);
    await claim.release();
  };
  try {
    await waitUntilReady(url, () => child?.exitCode ?? null, options.signal);
  } catch (cause) {
    await stop();
    options.signal?.throwIfAborted();
    const written = await readFile(path.join(dataDir, 'postgres.log'), 'utf8').catch(() => '');
    const fatal = written.split('\n').findLast((line) => line.includes('FATAL:'));
    throw new StartError(`PostgreSQL did not start: ${fatal ?? String(cause)}`, { cause });
  }
  return {
    url,
    pid: () => child?.pid,
    stop,
  };
}

/** Creates the cluster in a temporary folder and renames it, so that an interrupted start leaves no partial one. */
async function createCluster(native: NativePostgres, cluster: string, passwordFile: string, logger: Logger) {
  if (await exists(path.join(cluster, 'PG_VERSION'))) return;
  logger.info('Creating the database');
  const fresh = `${cluster}.new`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true, mode: 0o700 });
  await giveToPostgres(fresh);
  const password = randomBytes(24).toString('base64url');
  await writeFile(passwordFile, password, { mode: 0o600 });
  // initdb reads the password from a file that its own user can read, outside of the folder that it fills.
  const pwfile = path.join(path.dirname(cluster), 'initdb-password');
  await mkdir(pwfile, { recursive: true, mode: 0o700 });
  await writeFile(path.join(pwfile, 'password'), password, { mode: 0o600 });
  await giveToPostgres(pwfile);
  const args = ['-D', fresh, '-U', 'milepost', '-E', 'UTF8', '--locale=C', '-A', 'scram-sha-256'];
  const child = spawnPostgres(native.initdb, [...args, `--pwfile=${path.join(pwfile, 'password')}`], fresh, {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout?.on('data', (text: Buffer) => (output += text.toString()));
  child.stderr?.on('data', (text: Buffer) => (output += text.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  await rm(pwfile, { recursive: true, force: true });
  if (code !== 0) throw new StartError(`The database could not be created: ${output.trim().split('\n').at(-1)}`);
  await rename(fresh, cluster);
}

async function checkVersion(cluster: string): Promise<void> {
  const version = (await readFile(path.join(cluster, 'PG_VERSION'), 'utf8')).trim();
  if (version === EMBEDDED_MAJOR) return;
  throw new StartError(
    `The data directory was created by PostgreSQL ${version}, but this version of Milepost contains PostgreSQL ${EMBEDDED_MAJOR}. Nothing was changed. Write a dump with the version of Milepost that created it (milepost dump FOLDER), move ${cluster} away, and run milepost load FOLDER.`,
  );
}

async function waitUntilReady(url: string, exitCode: () => number | null, signal?: AbortSignal): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    signal?.throwIfAborted();
    const client = new DatabaseClient({ connectionString: url, connectionTimeoutMillis: 2000 });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('SELECT 1');
      return;
    } catch (error) {
      // Crash recovery takes as long as there is log to replay; if it were interrupted, it would restart each time.
      const recovering = codeOf(error) === CANNOT_CONNECT_NOW;
      if (exitCode() !== null || (Date.now() > deadline && !recovering)) throw error;
    } finally {
      await client.end().catch(() => {});
    }
    await delay(50);
  }
}

async function exists(file: string): Promise<boolean> {
  return readFile(file).then(
    () => true,
    () => false,
  );
}
