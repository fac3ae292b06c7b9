import { mkdir } from 'node:fs/promises';
import { Client } from 'pg';
import type { Logger } from 'pino';
import { StartError } from '../errors.ts';
import type { Database } from '../store/database.ts';
import { startEmbeddedPostgres } from './embedded.ts';
import { migrate } from './migrate.ts';
import { inUse } from './orphan.ts';
import { createPool } from './pool.ts';
import { takeServerLock } from './server-lock.ts';
import { reasonOf } from '../fault.ts';

export interface OpenDatabase {
  url: string;
  pool: Database;
  /** For messages to the operator. */
  kind: 'embedded' | 'external';
  close(): Promise<void>;
}

interface OpenOptions {
  /** Null starts the embedded PostgreSQL below `dataDir`. */
  databaseUrl: string | null;
  dataDir: string;
  logger: Logger;
}

/** Opens the database, migrated to this version. Throws StartError with one clear line where it cannot. */
export async function openDatabase({ databaseUrl, dataDir, logger }: OpenOptions): Promise<OpenDatabase> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).toReversed()) await closer();
  };
  try {
    let url: string;
    if (databaseUrl) {
      await checkReachable(databaseUrl);
      url = databaseUrl;
    } else {
      await makeDataDir(dataDir);
      const embedded = await startEmbeddedPostgres({ dataDir, logger }).catch((cause: unknown) => {
        throw isFileFault(cause) ? unusable(dataDir, cause) : cause;
      });
      closers.push(embedded.stop);
      url = embedded.url;
      const lock = await takeServerLock(url);
      if (!lock) throw new StartError(inUse(dataDir));
      closers.push(() => lock.release());
    }
    const applied = await migrate(url);
    if (applied.length > 0) logger.info({ applied }, 'The database was brought to this version');
    const pool = createPool(url, logger);
    closers.push(() => pool.end());
    return { url, pool, kind: databaseUrl ? 'external' : 'embedded', close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function makeDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
  } catch (cause) {
    throw unusable(dataDir, cause);
  }
}

const unusable = (dataDir: string, cause: unknown): StartError =>
  new StartError(`The data directory ${dataDir} cannot be used: ${reasonOf(cause)}`, { cause });

/** No permission, a full or read-only disk: what the operator mends. */
const isFileFault = (fault: unknown): boolean => fault instanceof Error && 'syscall' in fault && 'path' in fault;

async function checkReachable(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (cause) {
    const { host, pathname } = new URL(url);
    const reason = reasonOf(cause);
    throw new StartError(`The database ${host}${pathname} of DATABASE_URL cannot be opened: ${reason}`, { cause });
  } finally {
    await client.end().catch(() => {});
  }
}
