import type { Client } from 'pg';
import { DatabaseClient } from './client.ts';

const WITHIN_MS = 5000;

export interface Probe {
  /** Sends a trivial query. @throws Error when the database is unavailable, or silent for five seconds */
  ask(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Uses a connection of its own, so that slow queries, which occupy the pool, do not look like an unavailable database.
 */
export function createProbe(url: string): Probe {
  let client: Client | null = null;
  const connect = async () => {
    const fresh = new DatabaseClient({
      connectionString: url,
      connectionTimeoutMillis: WITHIN_MS,
      query_timeout: WITHIN_MS,
    });
    // The next query reports it as well.
    fresh.on('error', () => (client = client === fresh ? null : client));
    await fresh.connect();
    return (client = fresh);
  };
  const drop = async () => {
    const broken = client;
    client = null;
    await broken?.end().catch(() => {});
  };
  return {
    ask: async () => {
      try {
        await (client ?? (await connect())).query('SELECT 1');
      } catch (error) {
        // Not awaited: a connection that does not respond would not close in an orderly way either.
        void drop();
        throw error;
      }
    },
    close: drop,
  };
}
