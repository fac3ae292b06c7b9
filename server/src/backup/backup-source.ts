import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { findRightKey } from '../auth/open-secrets.ts';
import { createSecretBox } from '../auth/secret-box.ts';
import type { Config } from '../config.ts';
import { refuseNewerDatabase } from '../database/database-version.ts';
import { startEmbeddedPostgres } from '../database/embedded.ts';
import { openExternal } from '../database/open.ts';
import { inUse } from '../database/orphan.ts';
import { runningPostmaster } from '../database/running.ts';
import { takeServerLock } from '../database/server-lock.ts';
import { StartError } from '../errors.ts';
import { isDiskFull } from '../fault.ts';
import { readKeyCheck } from '../store/server-secrets.ts';
import type { BackupStore } from './backup-store.ts';
import { openBackupStore } from './backup-store.ts';
import { openBackupTarget } from './backup-target.ts';
import { DatabaseClient } from '../database/client.ts';

/** The settings that backups need. */
export type BackupSource = Pick<Config, 'databaseUrl' | 'dataDir' | 'secretKey' | 'backup' | 'files'>;

/** The database that is to be backed up, whether a server runs on it or not. */
interface OpenBackupSource {
  url: string;
  embedded: boolean;
  /** No server uses it, or starts on it before `close`: it is embedded, and did not run. */
  alone: boolean;
  close(): Promise<void>;
}

/** @throws StartError when there is no database, it cannot be opened, or a newer version of Milepost changed it */
export async function openBackupSource(source: BackupSource, logger: Logger): Promise<OpenBackupSource> {
  const opened = await openSource(source, logger);
  const client = new DatabaseClient({ connectionString: opened.url, application_name: 'milepost-command' });
  client.on('error', () => {});
  try {
    await client.connect();
    await refuseNewerDatabase(client);
    return opened;
  } catch (fault) {
    await opened.close();
    throw fault;
  } finally {
    await client.end().catch(() => {});
  }
}

async function openSource({ databaseUrl, dataDir }: BackupSource, logger: Logger): Promise<OpenBackupSource> {
  if (databaseUrl !== null) {
    return { url: await openExternal(databaseUrl), embedded: false, alone: false, close: () => Promise.resolve() };
  }
  const cluster = path.join(dataDir, 'postgres');
  if (!(await stat(cluster).catch(() => null)))
    throw new StartError(`There is no database in ${dataDir}. Set DATA_DIR.`);
  const running = await runningUrl(dataDir);
  if (running !== null) return { url: running, embedded: true, alone: false, close: () => Promise.resolve() };
  const postgres = await startEmbeddedPostgres({ dataDir, logger });
  try {
    // A server that starts now must not run its PostgreSQL beside this one.
    const { lock, holder } = await takeServerLock(postgres.url);
    if (!lock) throw new StartError(inUse(dataDir, holder));
    const close = async () => {
      await lock.release();
      await postgres.stop();
    };
    return { url: postgres.url, embedded: true, alone: true, close };
  } catch (fault) {
    await postgres.stop();
    throw fault;
  }
}

/** The address of the PostgreSQL that runs on this data directory; null when there is none. */
async function runningUrl(dataDir: string): Promise<string | null> {
  const url = runningPostmaster(dataDir)?.url;
  if (url === undefined) return null;
  const client = new DatabaseClient({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return url;
  } catch (fault) {
    // It runs and says why it cannot serve; others may be starting or ending.
    if (isDiskFull(fault)) throw fault;
    return null;
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * The key and password without which a copy of the database is worth little.
 * @throws StartError when there is no key, or none that opens the database at `url`
 */
export async function readSecrets({ secretKey, dataDir, databaseUrl }: BackupSource, url: string) {
  const client = new DatabaseClient({ connectionString: url, application_name: 'milepost-backup' });
  client.on('error', () => {});
  await client.connect();
  try {
    const key = await findRightKey(client, { given: secretKey, dataDir });
    const postgresPassword =
      databaseUrl === null ? (await readFile(path.join(dataDir, 'postgres-password'), 'utf8')).trim() : null;
    return { secretKey: key.toString('hex'), postgresPassword };
  } finally {
    await client.end();
  }
}

/** Whether a key is that of the secrets in the database at `url`; true when it has none. */
export async function opensSecrets(url: string, secretKey: string): Promise<boolean> {
  const client = new DatabaseClient({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    const check = await readKeyCheck(client);
    if (check) createSecretBox(Buffer.from(secretKey, 'hex')).open(check.sealed, check.context);
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Opens the target of the settings. @throws StartError when none is set, it is away, or the key is another */
export async function openConfiguredStore({ backup }: BackupSource, purpose: 'read' | 'write'): Promise<BackupStore> {
  if (backup === null) {
    throw new StartError('BACKUP_URL is not set: a folder such as file:///mnt/backups/milepost, or a bucket.');
  }
  return openBackupStore(openBackupTarget(backup.address), backup.key, purpose);
}
