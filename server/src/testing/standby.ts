import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { takeBaseBackup } from '../backup/base-backup.ts';
import { createTarReader } from '../backup/tar-reader.ts';
import { EMBEDDED_SETTINGS } from '../database/embedded.ts';
import { freePort } from '../database/free-port.ts';
import { findNativePostgres } from '../database/native.ts';
import { giveToPostgres, spawnPostgres } from '../database/run-as.ts';
import { chooseTestDataDir } from './run-database.ts';

export interface Standby {
  url: string;
  /** The end of its role as a standby: from now on it accepts writes. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a standby of a running PostgreSQL, whose commits wait for it from then on.
 * @param url of the primary, with a user that may change its settings
 */
export async function startStandby(url: string): Promise<Standby> {
  const cluster = path.join(await mkdtemp(path.join(await chooseTestDataDir(), 'milepost-standby-')), 'postgres');
  await mkdir(cluster, { mode: 0o700 });
  await copyCluster(url, cluster);
  const { hostname, port: primaryPort, username, password } = new URL(url);
  const source = `host=${hostname} port=${primaryPort} user=${username} password=${password} application_name=standby`;
  await appendFile(path.join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
  await writeFile(path.join(cluster, 'standby.signal'), '');
  await giveToPostgres(path.dirname(cluster));
  const port = await freePort();
  const { postgres } = await findNativePostgres();
  const settings = [...EMBEDDED_SETTINGS, 'fsync=off'].flatMap((setting) => ['-c', setting]);
  const child = spawnPostgres(postgres, ['-D', cluster, '-p', String(port), ...settings], cluster, { stdio: 'ignore' });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const own = new URL(url);
  own.port = String(port);
  await until(
    url,
    "EXISTS (SELECT FROM pg_stat_replication WHERE application_name = 'standby' AND state = 'streaming')",
  );
  await ask(url, "ALTER SYSTEM SET synchronous_standby_names = 'standby'");
  await ask(url, 'SELECT pg_reload_conf()');
  await until(url, "EXISTS (SELECT FROM pg_stat_replication WHERE sync_state = 'sync')");
  return {
    url: own.toString(),
    promote: async () => {
      await ask(own.toString(), 'SELECT pg_promote()');
      await ask(own.toString(), 'ALTER SYSTEM RESET synchronous_standby_names');
      await ask(own.toString(), 'SELECT pg_reload_conf()');
    },
    stop: async () => {
      child.kill('SIGQUIT');
      await exited;
      await rm(path.dirname(cluster), { recursive: true, force: true });
    },
  };
}

const ask = (url: string, statement: string) => withClient(url, (client) => client.query(statement));

async function until(url: string, condition: string): Promise<void> {
  for (;;) {
    const reply = await ask(url, `SELECT (${condition}) AS met`).catch(() => null);
    if (reply?.rows[0]?.met === true) return;
    await delay(50);
  }
}

async function copyCluster(url: string, cluster: string): Promise<void> {
  let file = '';
  const reader = createTarReader({
    entry: async ({ name, kind }) => {
      file = path.join(cluster, name);
      if (kind === 'folder') await mkdir(file, { recursive: true, mode: 0o700 });
      else await writeFile(file, '', { mode: 0o600 });
    },
    data: (bytes) => appendFile(file, bytes),
    end: async () => {},
  });
  await takeBaseBackup({ url, write: reader.push, signal: new AbortController().signal });
}

async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
