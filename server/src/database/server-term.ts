import { setTimeout as delay } from 'node:timers/promises';
import { StartError } from '../errors.ts';
import { codeOf } from '../fault.ts';
import type { Queryable } from '../store/database.ts';
import { WITHOUT_INGEST } from './process-name.ts';

/** Within this time PostgreSQL ends connections; one may be writing a large transaction. */
const ENDED_WITHIN_MS = 20_000;
/** SQLSTATE insufficient_privilege. */
const NO_RIGHT = '42501';

/**
 * Ends all connections of the servers that had the database before, and waits until they have ended. A server that lost
 * its lock and does not know it yet, since it stood still, cannot write on them any more; before it writes on a new one, it
 * looks whether it has the lock.
 * @param spared matches the names of connections that stay
 */
export async function endFormerServers(client: Queryable, spared = WITHOUT_INGEST): Promise<void> {
  for (let waited = 0; ; waited += 50) {
    const { rows } = await endConnections(client, spared).catch((cause: unknown) => {
      if (codeOf(cause) !== NO_RIGHT) throw cause;
      throw new StartError(
        'Connections of the server that had the database before are of another user of PostgreSQL. Stop that server, or use the same user.',
        { cause },
      );
    });
    if (rows[0] === undefined) return;
    if (waited > ENDED_WITHIN_MS) {
      throw new StartError(`A connection of the server that had the database before (${rows[0].name}) does not end.`);
    }
    await delay(50);
  }
}

const endConnections = (client: Queryable, spared: string) =>
  client.query<{ name: string }>(
    `SELECT application_name AS name, pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()
        AND application_name LIKE 'Milepost % on %' AND application_name !~ $1`,
    [spared],
  );

/** The number of the present server; null in a database of a former version. */
export async function readTerm(client: Queryable): Promise<number | null> {
  if (!(await hasTerms(client))) return null;
  // Zero before the first one.
  const { rows } = await client.query<{ term: number }>(
    'SELECT (CASE WHEN is_called THEN last_value ELSE 0 END)::float8 AS term FROM server_terms',
  );
  return rows[0]?.term ?? null;
}

/** Begins a new term. @returns its number; null in a database of a former version */
export async function beginTerm(client: Queryable): Promise<number | null> {
  if (!(await hasTerms(client))) return null;
  // Not by nextval, which writes 32 numbers ahead into the log: after a crash of PostgreSQL the number would be another.
  const { rows } = await client.query<{ term: number }>(
    `SELECT setval('server_terms', CASE WHEN is_called THEN last_value + 1 ELSE 1 END)::float8 AS term FROM server_terms`,
  );
  return rows[0]?.term ?? null;
}

async function hasTerms(client: Queryable): Promise<boolean> {
  const { rows } = await client.query<{ present: boolean }>(
    "SELECT to_regclass('server_terms') IS NOT NULL AS present",
  );
  return rows[0]?.present ?? false;
}
