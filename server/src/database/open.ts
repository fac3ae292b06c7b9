import { chmod, mkdir } from 'node:fs/promises';
import { DatabaseError } from 'pg';
import type { Logger } from 'pino';
import { StartError } from '../errors.ts';
import type { Database } from '../store/database.ts';
import { startEmbeddedPostgres } from './embedded.ts';
import { migrate } from './migrate.ts';
import { inUse } from './orphan.ts';
import { isPoolerRefusal, tryDatabaseUrl, withLibpqModes } from './database-url.ts';
import { processName } from './process-name.ts';
import { createPools, type Opener, type Pools } from './pool.ts';
import { type DatabaseUse, type LockHolder, type ServerLock, takeServerLock } from './server-lock.ts';
import { isOfEnvironment, reasonOf } from '../fault.ts';

export interface OpenDatabase {
  url: string;
  /** The pool of ordinary calls, also used for one-time work at the start. */
  pool: Database;
  pools: Pools;
  /** For connections outside of the pools on which this process writes what follows from its memory. */
  opener: Opener;
  /** The number of this process among those that store positions; null for others, and for the only one. */
  ownerId: number | null;
  /** For messages to the operator. */
  kind: 'embedded' | 'external';
  close(): Promise<void>;
}

interface OpenOptions {
  /** If null, the embedded PostgreSQL is started below `dataDir`. */
  databaseUrl: string | null;
  dataDir: string;
  logger: Logger;
  /** More settings of the embedded PostgreSQL. */
  settings?: string[];
  /** Called before the database of a former version is changed; when it throws, nothing is. */
  beforeUpgrade?: ((url: string) => Promise<void>) | undefined;
  /** Default: `alone`. */
  use?: DatabaseUse | undefined;
  /** The roles of this process; none for a command. */
  roles?: Iterable<string> | undefined;
  /** Aborted when the process must stop before the database is up. */
  signal?: AbortSignal | undefined;
  /** Called when another server took over the database while this one could not reach it; this process must end. */
  onTakenOver?: ((message: string) => void) | undefined;
}

/**
 * Opens the database, migrated to this version. A server that does everything is the only one, since it holds the tracking
 * states in memory.
 * @throws StartError with one clear line when it cannot be opened; the signal's reason when it is aborted
 */
export async function openDatabase(options: OpenOptions): Promise<OpenDatabase> {
  const { databaseUrl, logger, use = 'alone', roles = [], beforeUpgrade, signal } = options;
  const { url, lock, close: closeUrl } = await openAlone(options);
  try {
    const applied = await migrate(url, signal, () => beforeUpgrade?.(url) ?? Promise.resolve());
    if (applied.length > 0) logger.info({ applied }, 'Database migrations were applied');
    await lock.begin();
    const opener = { name: processName(use === 'alone' ? [] : roles), confirm: lock.confirm };
    // Several processes may do jobs, whose connections are of no concern to the one that stores positions.
    const pools = createPools(url, logger, use === 'beside' ? undefined : opener);
    const close = async () => {
      await Promise.all(Object.values(pools).map((pool) => pool.end()));
      await closeUrl();
    };
    return {
      url,
      pool: pools.calls,
      pools,
      opener,
      ownerId: lock.ownerId(),
      kind: databaseUrl ? 'external' : 'embedded',
      close,
    };
  } catch (error) {
    await closeUrl();
    throw error;
  }
}

/**
 * Opens the database as it is, for this process alone.
 * @throws StartError with one clear line when it cannot be opened; the signal's reason when it is aborted
 */
export async function openAlone({
  databaseUrl,
  dataDir,
  logger,
  settings,
  use = 'alone',
  roles = [],
  signal,
  onTakenOver,
}: Omit<OpenOptions, 'beforeUpgrade'>): Promise<Pick<OpenDatabase, 'url' | 'close'> & { lock: ServerLock }> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).toReversed()) await closer();
  };
  try {
    let url: string;
    if (databaseUrl) {
      url = await openExternal(databaseUrl);
    } else {
      await makeDataDir(dataDir);
      const embedded = await startEmbeddedPostgres({
        dataDir,
        logger,
        settings,
        signal,
        onTakenOver,
      }).catch((cause: unknown) => {
        throw isFileFault(cause) ? unusable(dataDir, cause) : cause;
      });
      closers.push(embedded.stop);
      url = embedded.url;
    }
    const inUseBy = (holder: LockHolder) =>
      databaseUrl ? databaseInUse(databaseUrl, holder, use) : inUse(dataDir, holder);
    const { lock, holder } = await takeServerLock(url, {
      use,
      roles,
      onTakenOver: (other) => onTakenOver?.(inUseBy(other)),
    });
    if (holder) throw new StartError(inUseBy(holder));
    closers.push(() => lock.release());
    await lock.begin();
    signal?.throwIfAborted();
    return { url, lock, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function makeDataDir(dataDir: string): Promise<void> {
  try {
    const made = await mkdir(dataDir, { recursive: true });
    // PostgreSQL, which cannot run as root, must traverse the folder to its own; the rest must not be listable.
    if (made !== undefined && process.getuid?.() === 0) await chmod(dataDir, 0o711);
  } catch (cause) {
    throw unusable(dataDir, cause);
  }
}

const unusable = (dataDir: string, cause: unknown): StartError =>
  new StartError(`The data directory ${dataDir} cannot be used: ${reasonOf(cause)}`, { cause });

/** No permission, a full or read-only disk: faults that the operator can correct. */
const isFileFault = (fault: unknown): boolean => isOfEnvironment(fault) && !(fault instanceof DatabaseError);

/**
 * @param from where the address was given, for the message
 * @returns the URL to use from now on
 * @throws StartError with one clear line
 */
export async function openExternal(databaseUrl: string, from = 'DATABASE_URL'): Promise<string> {
  if (!URL.canParse(databaseUrl)) throw new StartError(`${from}: is not an address such as postgres://user@host/fleet`);
  try {
    return await tryDatabaseUrl(withLibpqModes(databaseUrl));
  } catch (cause) {
    const reason = isPoolerRefusal(cause) ? POOLER : reasonOf(cause);
    throw new StartError(`The database ${placeOf(databaseUrl)} of ${from} cannot be opened: ${reason}`, { cause });
  }
}

const POOLER =
  'there is a connection pooler in front of it. Milepost holds locks and prepared statements on its connections: set DATABASE_URL to the address of PostgreSQL itself';

/** Host and name of a database, without user and password. */
function placeOf(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl);
  return `${host}${pathname}`;
}

function databaseInUse(databaseUrl: string, { name, address, since, stores }: LockHolder, use: DatabaseUse): string {
  const from = address === null ? '' : `, connected from ${address}`;
  const began = since === null ? '' : `, since ${since.toISOString().slice(0, 19)}Z`;
  const place = placeOf(databaseUrl);
  if (use === 'storing' && name === '') {
    return `Other processes have the devices of this one now, since it did not reach the database ${place} for some seconds, or stood still.`;
  }
  if (use !== 'alone') {
    return `The server on the database ${place} (${name}${from}) has all roles itself. Start it with fewer first, such as ROLES=gateway,ingest.`;
  }
  if (!stores) {
    return `A process with fewer roles, ${name}${from}, uses the database ${place}. Start this one with ROLES that leave those to it, such as ROLES=gateway,ingest, or stop that one.`;
  }
  const other = name === '' ? 'Another Milepost' : `Another server, ${name}${from}${began},`;
  return `${other} uses the database ${place}. Only one may: two would make wrong trips of each other's positions. Stop that one first, or set DATABASE_URL to another database.`;
}
