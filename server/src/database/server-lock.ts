import { setTimeout as delay } from 'node:timers/promises';
import { hasOwners, isRegistered, markConnection, registerOwner, removeAllOwners } from '../store/ingest/owners.ts';
import { processName, WITH_ROLES } from './process-name.ts';
import { beginTerm, endFormerServers, readTerm } from './server-term.ts';
import type { Queryable } from '../store/database.ts';
import { DatabaseClient } from './client.ts';

/**
 * Advisory lock of the processes that store positions, on a connection that dies with the process: shared by several, each
 * of which has some of the devices, or held by one alone.
 */
export const SERVER_LOCK = 7_164_535;
/** Shared by the processes beside the one that stores positions; an only one holds it, so that there are none. */
const BESIDE_LOCK = 7_164_538;

/**
 * What a process is to the others of its database: the only one; one of those that store positions; or one beside them.
 * An only one has its events in memory, and so must be the only one.
 */
export type DatabaseUse = 'alone' | 'storing' | 'beside';

const LOCKS: Readonly<Record<DatabaseUse, readonly { key: number; function: string }[]>> = {
  alone: [
    { key: SERVER_LOCK, function: 'pg_try_advisory_lock' },
    { key: BESIDE_LOCK, function: 'pg_try_advisory_lock' },
  ],
  storing: [{ key: SERVER_LOCK, function: 'pg_try_advisory_lock_shared' }],
  beside: [{ key: BESIDE_LOCK, function: 'pg_try_advisory_lock_shared' }],
};

const RETAKE_AFTER_MS = 100;
/** How long a confirmation waits for the lock to be taken again after the database was down. */
const CONFIRM_WITHIN_MS = 5000;

export interface ServerLock {
  /**
   * Resolves if this process has the lock now. Every connection on which it writes asks once, after it was opened: the
   * server that takes the lock next ends all that were open before.
   * @param client the connection, which is marked as one of this process where several store positions
   * @throws Error when it has it no more, or cannot know
   */
  confirm(client?: Queryable): Promise<void>;
  /**
   * Begins the term of this process, after which no former server can write; again after a migration, if the database was
   * of a version without terms.
   */
  begin(): Promise<void>;
  /** The number of this process among those that store positions; null for others, and for the only one. */
  ownerId(): number | null;
  release(): Promise<void>;
}

/** The server that holds the lock, by its name in `pg_stat_activity`. */
export interface LockHolder {
  /** Such as `Milepost 4711 on fleet-1 (gateway, ingest)`; empty when the database does not show it. */
  name: string;
  /** Address of its connection as the database sees it; null for a local socket. */
  address: string | null;
  since: Date | null;
  /** It stores positions; false for one beside such a process. */
  stores: boolean;
  /** The term that the database has; null before the first server of this version. */
  term: number | null;
}

interface LockOptions {
  /** Default: `alone`. */
  use?: DatabaseUse;
  /** The roles of this process, which its name shows. Default: none, as of a command. */
  roles?: Iterable<string>;
  /** Called once when another server took the lock while the connection was broken; the lock is not taken again. */
  onTakenOver?: (holder: LockHolder) => void;
}

/**
 * Takes the lock on a connection of its own, and takes it again whenever the database was down. Returns the holder when
 * another process has it.
 */
export async function takeServerLock(
  url: string,
  { use = 'alone', roles = [], onTakenOver }: LockOptions = {},
): Promise<{ lock: ServerLock; holder: null } | { lock: null; holder: LockHolder }> {
  // Others read its roles in the name; an only one has no others.
  const name = processName(use === 'alone' ? [] : roles);
  const first = await tryLock(url, use, name);
  if (!(first instanceof DatabaseClient)) return { lock: null, holder: first };
  let term: number | null = null;
  let ownerId: number | null = null;
  let current: DatabaseClient = first;
  let released = false;
  let isLost = false;
  const lose = (other: LockHolder) => {
    isLost = true;
    onTakenOver?.(other);
  };
  const retake = async (): Promise<void> => {
    await delay(RETAKE_AFTER_MS, undefined, { ref: false });
    if (released) return undefined;
    const result = await tryLock(url, use, name).catch(() => null);
    if (result instanceof DatabaseClient) {
      if (released) return result.end();
      // The others gave up on this process meanwhile.
      if (ownerId !== null && !(await goOn(result, ownerId).catch(() => true))) {
        await result.end().catch(() => {});
        return lose(UNKNOWN_HOLDER);
      }
      const present = term === null ? null : await readTerm(result).catch(() => term);
      // Another server was there meanwhile, and wrote.
      if (present !== term) {
        await result.end().catch(() => {});
        return lose(UNKNOWN_HOLDER);
      }
      current = result;
      return watch(result);
    }
    // After a network failure the database may keep our own old connection for a while. Another server may have the same
    // name, in containers.
    const isOther = result !== null && result.name !== '' && result.name !== name;
    if (isOther || (result?.term != null && term !== null && result.term !== term)) return lose(result);
    return retake();
  };
  const watch = (client: DatabaseClient) => {
    client.once('end', () => void retake());
  };
  watch(first);
  const confirm = async (client?: Queryable) => {
    if (ownerId !== null && client) await markConnection(client, ownerId);
    for (let waited = 0; ; waited += RETAKE_AFTER_MS) {
      if (isLost) throw new Error('Another server has the database');
      try {
        if (ownerId === null) await current.query('SELECT');
        else if (!(await isRegistered(current, ownerId)))
          throw new Error('Other processes have the devices of this one');
        return;
      } catch (fault) {
        if (waited >= CONFIRM_WITHIN_MS) throw fault;
      }
      await delay(RETAKE_AFTER_MS);
    }
  };
  const begin = async () => {
    if (use === 'beside' || term !== null || ownerId !== null) return;
    if (use === 'storing') {
      if (!(await hasOwners(current))) return;
      // One that was alone and lost its lock.
      await endFormerServers(current, WITH_ROLES);
      await beginTerm(current);
      ownerId = await registerOwner(current, name);
      await markConnection(current, ownerId);
      return;
    }
    await endFormerServers(current);
    if (await hasOwners(current)) await removeAllOwners(current);
    term = await beginTerm(current);
  };
  const release = async () => {
    released = true;
    await current.end().catch(() => {});
  };
  return { lock: { confirm, begin, ownerId: () => ownerId, release }, holder: null };
}

/** Whether a process that stores positions may go on after its connection broke. */
async function goOn(client: Queryable, ownerId: number): Promise<boolean> {
  await markConnection(client, ownerId);
  return isRegistered(client, ownerId);
}

/** Another server was there, and is no more. */
const UNKNOWN_HOLDER: LockHolder = { name: '', address: null, since: null, stores: true, term: null };

/** The connection that holds the lock, or its present holder. */
async function tryLock(url: string, use: DatabaseUse, name: string): Promise<DatabaseClient | LockHolder> {
  const client = new DatabaseClient({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    // A statement that confirms the lock must not wait for a database that went away without a word.
    query_timeout: CONFIRM_WITHIN_MS,
    application_name: name,
  });
  // The connection breaks with the database, which 'end' reports.
  client.on('error', () => {});
  await client.connect();
  try {
    // A machine that disappears, with its lock, is noticed in half a minute instead of two hours.
    await client.query('SET tcp_keepalives_idle = 15; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3');
    for (const lock of LOCKS[use]) {
      const { rows } = await client.query<{ taken: boolean }>(`SELECT ${lock.function}($1) AS taken`, [lock.key]);
      if (rows[0]?.taken) continue;
      const holder = await readHolder(client, lock.key);
      await client.end();
      return holder;
    }
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

/** The server that stores positions on this database; null if none runs. */
export async function findServer(db: Queryable): Promise<LockHolder | null> {
  const holder = await readHolder(db, SERVER_LOCK);
  return holder.name === '' ? null : holder;
}

async function readHolder(client: Queryable, key: number): Promise<LockHolder> {
  const { rows } = await client.query<Omit<LockHolder, 'stores' | 'term'>>(
    `SELECT coalesce(a.application_name, '') AS name, host(a.client_addr) AS address, a.backend_start AS since
     FROM pg_locks l JOIN pg_stat_activity a USING (pid)
     WHERE l.locktype = 'advisory' AND l.granted AND l.classid = 0 AND l.objid = $1::bigint::oid AND l.objsubid = 1
       AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [key],
  );
  const holder = rows[0] ?? { name: '', address: null, since: null };
  return { ...holder, stores: key === SERVER_LOCK, term: await readTerm(client) };
}
