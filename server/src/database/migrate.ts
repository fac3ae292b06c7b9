import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { StartError } from '../errors.ts';
import { reasonOf } from '../fault.ts';
import { migrateJobs } from './migrate-jobs.ts';

const MIGRATIONS = path.join(import.meta.dirname, '../store/migrations');
const MIGRATION_LOCK = 7_164_536;

/**
 * Migrates the database to this version: applies the numbered `.sql` files that it does not have yet, each in a
 * transaction, under an advisory lock, so that several processes can start concurrently. Returns the names applied.
 * Throws StartError when the database is newer than this program, and the signal's reason between two files when it is
 * aborted; the next start continues from there.
 */
export async function migrate(url: string, signal?: AbortSignal): Promise<string[]> {
  const client = new Client({ connectionString: url });
  // A broken connection is reported by the next query on it.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(
      'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations');
    const done = new Set(rows.map((row) => row.name));
    const files = await migrationNames();
    const unknown = [...done].find((name) => !files.includes(name));
    if (unknown) {
      throw new StartError(
        `A newer version of Milepost changed the database (${unknown}). Nothing was changed; update Milepost.`,
      );
    }
    const due = files.filter((file) => !done.has(file));
    for (const file of due) {
      signal?.throwIfAborted();
      await apply(client, file);
    }
    await migrateJobs(client);
    return due;
  } finally {
    await client.end();
  }
}

/** The migrations that this program has, in order. */
export const migrationNames = async (): Promise<string[]> =>
  (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.sql')).toSorted();

async function apply(client: Client, file: string): Promise<void> {
  const sql = await readFile(path.join(MIGRATIONS, file), 'utf8');
  await client.query('BEGIN');
  try {
    await client.query(sql);
    await client.query('INSERT INTO migrations (name) VALUES ($1)', [file]);
    await client.query('COMMIT');
  } catch (cause) {
    await client.query('ROLLBACK');
    throw new StartError(`Migration ${file} failed: ${reasonOf(cause)}`, { cause });
  }
}
