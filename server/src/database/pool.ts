import { Pool, types } from 'pg';
import type { Logger } from 'pino';

// int8 arrives as text by default; ours (odometers, counts) stay far below 2^53.
types.setTypeParser(types.builtins.INT8, Number);

/**
 * The pool that everything but ingest uses. A lost connection is logged and replaced, never thrown: whoever waits for a
 * query learns of it from that query.
 */
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
  // The pool listens to a connection only while nobody has it; that of a transaction may break between two queries.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', (error) => logger.warn({ reason: error.message }, 'A database connection was lost'));
  return pool;
}
