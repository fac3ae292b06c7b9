import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';

/** Advisory lock that a running server holds on its database, on a connection that dies with the process. */
export const SERVER_LOCK = 7_164_535;

const RETAKE_AFTER_MS = 100;

export interface ServerLock {
  release(): Promise<void>;
}

/**
 * Takes the lock on a connection of its own, and takes it again whenever the database dies and comes back. Null where
 * another process holds it.
 */
export async function takeServerLock(url: string): Promise<ServerLock | null> {
  let held = await tryLock(url);
  if (!held) return null;
  let released = false;
  const retake = async (): Promise<void> => {
    await delay(RETAKE_AFTER_MS, undefined, { ref: false });
    if (released) return undefined;
    const again = await tryLock(url).catch(() => null);
    if (!again) return retake();
    if (released) return again.end();
    held = again;
    return watch(again);
  };
  const watch = (client: Client) => {
    client.once('end', () => void retake());
  };
  watch(held);
  return {
    release: async () => {
      released = true;
      await held?.end().catch(() => {});
    },
  };
}

async function tryLock(url: string): Promise<Client | null> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000, keepAlive: true });
  // The connection breaks with the database; 'end' tells.
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [SERVER_LOCK]);
  if (rows[0]?.taken) return client;
  await client.end();
  return null;
}
