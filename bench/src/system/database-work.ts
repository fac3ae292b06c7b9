import { Client } from 'pg';

export interface DatabaseWork {
  /** The number of writing transactions so far. */
  commits: number;
  /** The bytes of the write-ahead log so far. */
  walBytes: number;
}

/** Reads a database's counters, over a connection that is opened before the measurement. */
export async function databaseWork(url: string): Promise<{ read(): Promise<DatabaseWork>; close(): Promise<void> }> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return {
    read: async () => {
      const { rows } = await client.query<{ commits: number; wal_bytes: number }>(
        `SELECT pg_snapshot_xmax(pg_current_snapshot())::text::float8 AS commits,
                (pg_current_wal_insert_lsn() - '0/0')::float8 AS wal_bytes`,
      );
      return { commits: rows[0]?.commits ?? 0, walBytes: rows[0]?.wal_bytes ?? 0 };
    },
    close: () => client.end(),
  };
}
