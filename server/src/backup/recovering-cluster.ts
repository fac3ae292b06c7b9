import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createBoundedLog } from '../database/bounded-log.ts';
import { EMBEDDED_SETTINGS } from '../database/embedded.ts';
import { freePort } from '../database/free-port.ts';
import { findNativePostgres } from '../database/native.ts';
import { giveToPostgres, spawnPostgres } from '../database/run-as.ts';
import { StartError } from '../errors.ts';
import { DatabaseClient } from '../database/client.ts';

const POLL_MS = 100;

/** Nothing that the database itself sets up is run while it is compared: it may be of a target that others can write. */
const SESSION = [
  'session_preload_libraries=',
  'local_preload_libraries=',
  'event_triggers=off',
  'search_path=pg_catalog,public',
];
const RECOVERY_SETTINGS = ['autovacuum=off', 'max_logical_replication_workers=0'];

export interface RecoveringCluster {
  url: string;
  /** Orderly stop; resolves when it is down. */
  stop(): Promise<void>;
}

interface RecoveryOptions {
  /** The folder of the cluster. */
  cluster: string;
  password: string;
  /** The settings of the recovery, such as `recovery_target=immediate`. */
  settings: readonly string[];
  /** Ready once it has left recovery, or once it has paused at its target and can be read. */
  until: 'promoted' | 'paused';
  signal: AbortSignal;
}

/** The cluster ended before it reached its target. */
export class RecoveryEnded extends StartError {
  /** The lines of its log that begin with FATAL. */
  readonly fatal: string;
  /** A moment whose changes were replayed; later ones perhaps too. Null when none was seen. */
  readonly replayedTo: Date | null;

  constructor(fatal: string, replayedTo: Date | null) {
    super(`PostgreSQL could not restore the backup: ${fatal}`);
    this.fatal = fatal;
    this.replayedTo = replayedTo;
  }
}

/** Starts a cluster that recovers from a backup, and waits until its target. @throws RecoveryEnded */
export async function startRecovery(options: RecoveryOptions): Promise<RecoveringCluster> {
  const { cluster, password, until, signal } = options;
  const { postgres } = await findNativePostgres();
  await writeFile(path.join(cluster, 'recovery.signal'), '');
  await giveToPostgres(cluster);
  const port = await freePort();
  const url = `postgres://milepost:${password}@127.0.0.1:${port}/postgres?options=${encodeURIComponent(SESSION.map((setting) => `-c ${setting}`).join(' '))}`;
  const logFile = path.join(path.dirname(cluster), 'postgres.log');
  const log = createBoundedLog(logFile);
  const settings = [...EMBEDDED_SETTINGS, ...RECOVERY_SETTINGS, ...options.settings].flatMap((setting) => [
    '-c',
    setting,
  ]);
  const child = spawnPostgres(postgres, ['-D', cluster, '-p', String(port), ...settings], cluster, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => log.write(text));
  let ended = false;
  const exited = new Promise<void>((resolve) => {
    const end = () => {
      ended = true;
      resolve();
    };
    child.once('error', end);
    child.once('close', end);
  });
  const stopAtExit = () => child.kill('SIGINT');
  process.once('exit', stopAtExit);
  const stop = async () => {
    if (!ended) child.kill('SIGINT');
    await exited;
    process.off('exit', stopAtExit);
  };
  try {
    let replayedTo: Date | null = null;
    for (;;) {
      const progress = await readProgress(url, until);
      replayedTo = progress?.replayedTo ?? replayedTo;
      if (progress?.reached) break;
      signal.throwIfAborted();
      if (ended) throw new RecoveryEnded(await lastFatal(logFile), replayedTo);
      await delay(POLL_MS);
    }
    return { url, stop };
  } catch (fault) {
    await stop();
    throw fault;
  } finally {
    if (until === 'promoted') await rm(path.join(cluster, 'recovery.signal'), { force: true });
  }
}

interface Progress {
  reached: boolean;
  replayedTo: Date | null;
}

async function readProgress(url: string, until: RecoveryOptions['until']): Promise<Progress | null> {
  const client = new DatabaseClient({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const reached = until === 'promoted' ? 'NOT pg_is_in_recovery()' : "pg_get_wal_replay_pause_state() = 'paused'";
    const { rows } = await client.query<Progress>(
      `SELECT ${reached} AS reached, pg_last_xact_replay_timestamp() AS "replayedTo"`,
    );
    return rows[0] ?? null;
  } catch {
    // It does not accept connections before the copy is consistent.
    return null;
  } finally {
    await client.end().catch(() => {});
  }
}

async function lastFatal(logFile: string): Promise<string> {
  const lines = (await readFile(logFile, 'utf8').catch(() => '')).split('\n');
  const faults = lines.filter(
    (line) => /FATAL|PANIC/.test(line) && !/system is (not yet|starting|in recovery|shutting)/.test(line),
  );
  const fatal = faults.at(-1) ?? lines.filter((line) => line !== '').at(-1);
  return fatal?.replace(/^.*?(FATAL|PANIC): +/, '') ?? 'it did not start';
}
