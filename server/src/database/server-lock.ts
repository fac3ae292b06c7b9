import { Client } from 'pg';

/** Advisory lock that a running server holds on its database, on a connection that dies with the process. */
export const SERVER_LOCK = 7_164_535;

/** Takes the lock on a connection of its own. Null where another process holds it. */
export async function takeServerLock(url: string): Promise<Client | null> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000, keepAlive: true });
  // The connection may break with the database; the supervisor notices through the pool.
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [SERVER_LOCK]);
  if (rows[0]?.taken) return client;
  await client.end();
  return null;
}
