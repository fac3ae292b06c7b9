import { Client } from 'pg';

const WITHIN_MS = 5000;

export interface Probe {
  /** Asks the database something that takes no time. @throws Error when it is away, or silent for five seconds */
  ask(): Promise<void>;
  close(): Promise<void>;
}

/** A connection of its own, so that slow queries, which take the pool's, do not look like a database that is away. */
export function createProbe(url: string): Probe {
  let client: Client | null = null;
  const connect = async () => {
    const fresh = new Client({ connectionString: url, connectionTimeoutMillis: WITHIN_MS, query_timeout: WITHIN_MS });
    // Told once more by the query that finds it broken.
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
        // Not waited for: what does not answer does not say goodbye either.
        void drop();
        throw error;
      }
    },
    close: drop,
  };
}
