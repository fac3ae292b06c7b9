import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** A cluster cannot replay the log of one in which these were larger. */
const NEEDED_BY_REPLAY = [
  'max_worker_processes',
  'max_wal_senders',
  'max_prepared_transactions',
  'max_locks_per_transaction',
];

/** As initdb writes them for the embedded cluster. */
const SETTINGS = [
  `datestyle = 'iso, mdy'`,
  ...['lc_messages', 'lc_monetary', 'lc_numeric', 'lc_time'].map((name) => `${name} = 'C'`),
  `default_text_search_config = 'pg_catalog.english'`,
];

const ACCESS = ['all', 'replication'].flatMap((database) => [
  `local ${database} all scram-sha-256`,
  ...['127.0.0.1/32', '::1/128'].map((address) => `host ${database} all ${address} scram-sha-256`),
]);

const REPLACED = ['postgresql.conf', 'postgresql.auto.conf', 'pg_hba.conf', 'pg_ident.conf'];
const SIGNALS = ['recovery.signal', 'standby.signal', 'promote', 'logrotate'];

/**
 * Replaces the configuration of a cluster from a backup. PostgreSQL runs commands and loads libraries that its
 * configuration names, and a backup that is not encrypted does not prove who wrote it.
 */
export async function replaceClusterConfig(cluster: string): Promise<void> {
  const numbers = await readNumbers(cluster);
  for (const name of [...REPLACED, ...SIGNALS]) await rm(path.join(cluster, name), { recursive: true, force: true });
  const write = (name: string, lines: readonly string[]) =>
    writeFile(path.join(cluster, name), `${['# Written by Milepost for a restored cluster.', ...lines].join('\n')}\n`, {
      mode: 0o600,
    });
  await write('postgresql.conf', [...SETTINGS, ...numbers]);
  await write('postgresql.auto.conf', []);
  await write('pg_hba.conf', ACCESS);
  await write('pg_ident.conf', []);
}

/** The settings that a replay needs; only their digits are taken. */
async function readNumbers(cluster: string): Promise<string[]> {
  const numbers = new Map<string, string>();
  for (const name of ['postgresql.conf', 'postgresql.auto.conf']) {
    const text = await readFile(path.join(cluster, name), 'utf8').catch(() => '');
    for (const [, setting = '', digits = ''] of text.matchAll(/^\s*(\w+)\s*=?\s*'?(\d{1,6})'?\s*(?:#.*)?$/gm)) {
      if (NEEDED_BY_REPLAY.includes(setting)) numbers.set(setting, digits);
    }
  }
  return [...numbers].map(([setting, digits]) => `${setting} = ${digits}`);
}
