import { Client } from 'pg';

export interface StoredPositions {
  rows: number;
  tableBytes: number;
  indexBytes: number;
}

/** The number of positions in the database, with the bytes of their tables and of their indexes. */
export async function storedPositions(url: string): Promise<StoredPositions> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ rows: number; table_bytes: number; index_bytes: number }>(
      `SELECT (SELECT count(*) FROM positions)::float8 AS rows,
              sum(pg_table_size(relid))::float8 AS table_bytes, sum(pg_indexes_size(relid))::float8 AS index_bytes
         FROM pg_partition_tree('positions') WHERE isleaf`,
    );
    const [row] = rows;
    return { rows: row?.rows ?? 0, tableBytes: row?.table_bytes ?? 0, indexBytes: row?.index_bytes ?? 0 };
  } finally {
    await client.end();
  }
}

/** The number of facts in the database, all kinds together. */
export async function storedFacts(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const tables = ['trips', 'stops', 'idles', 'overspeeds', 'visits', 'alarms', 'day_totals'];
    const { rows } = await client.query<{ facts: number }>(
      `SELECT (${tables.map((table) => `(SELECT count(*) FROM ${table})`).join(' + ')})::float8 AS facts`,
    );
    return rows[0]?.facts ?? 0;
  } finally {
    await client.end();
  }
}

/** The number of stops of runs at which vehicles were detected. */
export async function storedVisits(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ visits: number }>(
      'SELECT count(*)::float8 AS visits FROM run_visits WHERE served',
    );
    return rows[0]?.visits ?? 0;
  } finally {
    await client.end();
  }
}

export async function postgresVersion(url: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
    return rows[0]?.server_version ?? 'unknown';
  } finally {
    await client.end();
  }
}
