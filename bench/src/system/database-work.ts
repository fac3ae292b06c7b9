import { Client } from 'pg';

export interface DatabaseWork {
  /** Transactions that wrote something, so far. */
  commits: number;
  /** Bytes of the write-ahead log, so far. */
  walBytes: number;
}

/** Counts what a database has done, over a connection that is open before anything is measured. */
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
