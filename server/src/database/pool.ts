import { availableParallelism } from 'node:os';
import { type Pool, types } from 'pg';
import type { Logger } from 'pino';
import type { Queryable } from '../store/database.ts';
import { openPool } from './client.ts';

// int8 arrives as text by default; our values (odometers, counts) stay far below 2^53.
types.setTypeParser(types.builtins.INT8, Number);

/** Heavy reads running at a time: one for each processor, and one for customers with few requests. */
export const HEAVY_AT_ONCE = Math.min(8, Math.max(2, availableParallelism())) + 1;

/**
 * Connections by purpose, so that no work waits for a connection behind another kind of work. Positions are written on
 * a connection of their own.
 */
const CONNECTIONS = {
  /** Ordinary calls: some milliseconds each. */
  calls: 12,
  /** Authentication, sign-in, the live view. */
  vital: 4,
  /** Reports, tracks, lists of facts: two for each, and sometimes twice as many. */
  heavy: Math.min(4 * HEAVY_AT_ONCE, 20),
  /** Devices, facts, delivery of alarms. */
  ingest: 6,
  /** Background work. */
  jobs: 6,
} as const;

export type Pools = Record<keyof typeof CONNECTIONS, Pool>;

/** The server that opens connections. */
export interface Opener {
  /** Its name in the list of the database's connections. */
  name: string;
  /** Rejects when the server no longer has the database, in which case no connection is used that was opened since. */
  confirm: (client: Queryable) => Promise<void>;
}

export const createPools = (url: string, logger: Logger, opener?: Opener): Pools => ({
  calls: createPool(url, logger, CONNECTIONS.calls, opener),
  vital: createPool(url, logger, CONNECTIONS.vital, opener),
  heavy: createHeavyPool(url, logger, opener),
  ingest: createPool(url, logger, CONNECTIONS.ingest, opener),
  jobs: createPool(url, logger, CONNECTIONS.jobs, opener),
});

/** A pool for heavy reads, of the primary or of a copy. */
export const createHeavyPool = (url: string, logger: Logger, opener?: Opener): Pool =>
  createPool(url, logger, CONNECTIONS.heavy, opener);

/**
 * A pool that opens connections on demand. A lost one is logged and replaced, never thrown: the error reaches whoever
 * waits for a query on it.
 */
export function createPool(url: string, logger: Logger, max: number = CONNECTIONS.calls, opener?: Opener): Pool {
  const pool = openPool({
    connectionString: url,
    max,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    // The server's limit is lower: a query that nobody waits for must not continue there.
    statement_timeout: 55_000,
    query_timeout: 60_000,
    keepAlive: true,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, which its types do not say
    ...(opener && { application_name: opener.name, onConnect: opener.confirm }),
  });
  // The pool listens to a connection only while it is idle; that of a transaction may break between two queries.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', (error) => logger.warn({ reason: error.message }, 'A database connection was lost'));
  return pool;
}
