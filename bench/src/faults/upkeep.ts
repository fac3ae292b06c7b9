import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { LogEnd } from '@milepost/server/backup/wal-log';
import { startEmbeddedPostgres } from '@milepost/server/database/embedded';
import { Client, type QueryResultRow } from 'pg';
import type { Logger } from 'pino';
import { killHard, onAbandon } from '../system/abandon.ts';
import { waitUntil } from '../until.ts';
import { embeddedDatabase } from './embedded-database.ts';

const PACKER = path.join(import.meta.dirname, 'packer-process.ts');
const MILEPOST = fileURLToPath(import.meta.resolve('@milepost/server/cli/milepost'));
const ENDED_WITHIN_MS = 10_000;
const LOGGED_WITHIN_MS = 60_000;

/** Packing and backups of a server under fault, each in a process of its own that is killed with the server. */
export interface Upkeep {
  /** The settings of the server by which it keeps the log of changes. */
  settings: Record<string, string>;
  /** Makes the first backup. */
  begin(): Promise<void>;
  /** Starts what does not run. */
  start(): void;
  /** Kills packing, and the backup that is being made. */
  kill(): Promise<void>;
  /** Restores the first backup with the log of everything since. @returns its PostgreSQL */
  restore(): Promise<{ url: string; stop(): Promise<void> }>;
  /** Backups that were finished and that were interrupted meanwhile, and the positions that are packed. */
  figures(): Promise<{ packed: number; backups: number; failedBackups: number }>;
}

export async function prepareUpkeep(dataDir: string, folder: string, logger: Logger): Promise<Upkeep> {
  const target = path.join(folder, 'target');
  await mkdir(target, { recursive: true });
  const settings = { BACKUP_URL: pathToFileURL(target).href, BACKUP_LOG_SECONDS: '1', BACKUP_SCHEDULE: 'off' };
  const figures = { backups: 0, failedBackups: 0 };
  const running = new Map<'packer' | 'backup', ChildProcess>();
  const run = (name: 'packer' | 'backup', words: string[]) => {
    if (running.has(name)) return;
    const child = spawn(process.execPath, words, {
      env: { ...process.env, ...settings, DATABASE_URL: '', DATA_DIR: dataDir, LOG_LEVEL: 'fatal' },
      stdio: 'ignore',
    });
    const forget = onAbandon(() => killHard(child.pid));
    running.set(name, child);
    child.once('exit', (code) => {
      forget();
      running.delete(name);
      if (name === 'backup') figures[code === 0 ? 'backups' : 'failedBackups'] += 1;
    });
  };
  const milepost = async (words: string[], into: string) => {
    const child = spawn(process.execPath, [MILEPOST, ...words], {
      env: { ...process.env, ...settings, DATABASE_URL: '', DATA_DIR: into, LOG_LEVEL: 'fatal' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let output = '';
    child.stderr.on('data', (text: Buffer) => (output += text.toString()));
    const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
    if (code !== 0) throw new Error(`milepost ${words.join(' ')}: ${output}`);
  };
  return {
    settings,
    begin: async () => {
      // A day is packed once its telemetry is computed, which its reports here need not wait for.
      await query(
        embeddedDatabase(dataDir).url,
        `INSERT INTO telemetry_rolled (day) SELECT current_date - n FROM generate_series(2, 7) n ON CONFLICT DO NOTHING`,
      );
      await milepost(['backup'], dataDir);
    },
    start: () => {
      run('packer', [PACKER, embeddedDatabase(dataDir).url]);
      run('backup', [MILEPOST, 'backup']);
    },
    kill: async () => {
      const children = [...running.values()];
      for (const child of children) child.kill('SIGKILL');
      await waitUntil(
        () => running.size === 0,
        ENDED_WITHIN_MS,
        () => 'a killed process did not end',
      );
    },
    restore: async () => {
      await untilLogged(target, Date.now());
      const [first = ''] = (await readdir(path.join(target, 'backups'))).toSorted();
      const restored = path.join(folder, 'restored');
      await milepost(['restore', '--backup', path.basename(first, '.json')], restored);
      return startEmbeddedPostgres({ dataDir: restored, logger });
    },
    figures: async () => {
      const rows = await query<{ packed: number }>(
        embeddedDatabase(dataDir).url,
        'SELECT coalesce(sum(count), 0)::int AS packed FROM position_chunks',
      );
      return { packed: rows[0]?.packed ?? 0, ...figures };
    },
  };
}

async function query<Row extends QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Resolves when everything that was committed before a moment is in the log of changes. */
async function untilLogged(target: string, moment: number): Promise<void> {
  let at = 0;
  const poll = async () => {
    for (const name of await readdir(path.join(target, 'wal'), { recursive: true })) {
      if (path.basename(name) !== 'log.json') continue;
      at = LogEnd.parse(JSON.parse(await readFile(path.join(target, 'wal', name), 'utf8'))).at.getTime();
    }
  };
  const poller = setInterval(() => void poll().catch(() => {}), 200);
  await waitUntil(
    () => at > moment,
    LOGGED_WITHIN_MS,
    () => `the log of changes ends at ${new Date(at).toISOString()}`,
  ).finally(() => clearInterval(poller));
}
