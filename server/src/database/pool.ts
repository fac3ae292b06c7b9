import { Pool, types } from 'pg';
import type { Logger } from 'pino';

// int8 arrives as text by default; ours (odometers, counts) stay far below 2^53.
types.setTypeParser(types.builtins.INT8, Number);

/** The pool that everything but ingest uses. A lost connection is logged and replaced, never thrown. */
export function createPool(url: string, logger: Logger): Pool {
  const pool = new Pool({
    connectionString: url,
    max: 12,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    // The server gives up first: a query that nobody waits for any more must not go on there.
    statement_timeout: 55_000,
    query_timeout: 60_000,
    keepAlive: true,
  });
  pool.on('error', (error) => logger.warn({ reason: error.message }, 'A database connection was lost'));
  return pool;
}
