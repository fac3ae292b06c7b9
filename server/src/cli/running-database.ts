import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config.ts';
import { StartError } from '../errors.ts';

/**
 * The address of the database of the server that runs here, for commands that read beside it.
 * @throws StartError if no server with an embedded PostgreSQL runs on the data directory
 */
export async function runningDatabase({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<string> {
  if (databaseUrl !== null) return databaseUrl;
  const [pid, password] = await Promise.all([
    readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => ''),
    readFile(path.join(dataDir, 'postgres-password'), 'utf8').catch(() => ''),
  ]);
  const port = Number(pid.split('\n')[3]);
  if (!port || password === '') {
    throw new StartError(`No Milepost runs on the data directory ${dataDir}. Start it first, or set DATA_DIR.`);
  }
  return `postgres://milepost:${password.trim()}@127.0.0.1:${port}/postgres`;
}
