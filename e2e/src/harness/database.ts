import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Client, type QueryResultRow } from 'pg';
import type { TestServer } from './server-process.ts';
import { ANSWER_WITHIN_MS } from './within.ts';

/** Runs a statement in the server's database: for changes that no screen makes, such as an expired session. */
export async function inDatabase<Row extends QueryResultRow>(
  server: TestServer,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new Client({
    connectionString: await databaseUrl(server),
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
  });
  await client.connect();
  try {
    return (await client.query<Row>(sql, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** The embedded PostgreSQL writes its port into line 4 of its pid file (PostgreSQL manual, 54.1). */
export async function databaseUrl({ databaseUrl: given, dataDir }: TestServer): Promise<string> {
  if (given !== null) return given;
  const [pidFile, password] = await Promise.all([
    readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8'),
    readFile(path.join(dataDir, 'postgres-password'), 'utf8'),
  ]);
  return `postgres://milepost:${password.trim()}@127.0.0.1:${pidFile.split('\n')[3]?.trim()}/postgres`;
}
