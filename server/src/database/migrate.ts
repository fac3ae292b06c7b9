import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from 'pg';
import { StartError } from '../errors.ts';
import { isDiskFull, reasonOf } from '../fault.ts';
import { migrateJobs } from './migrate-jobs.ts';
import { DatabaseClient } from './client.ts';

const MIGRATIONS = path.join(import.meta.dirname, '../store/migrations');
const MIGRATION_LOCK = 7_164_536;

/**
 * Migrates the database to this version: applies the numbered `.sql` files that it does not have yet, each in a
 * transaction, under an advisory lock, so that several processes can start concurrently. Returns the names applied.
 * @throws StartError when the database is newer than this program, or a file differs from what was applied; the signal's
 * reason between two files when it is aborted; the next start continues from there
 * @param beforeChange called before the first change of a database that a former version used
 */
export async function migrate(
  url: string,
  signal?: AbortSignal,
  beforeChange: () => Promise<void> = () => Promise.resolve(),
): Promise<string[]> {
  const client = new DatabaseClient({ connectionString: url });
  // A broken connection is reported by the next query on it.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await createMigrations(client);
    const { rows } = await client.query<{ name: string; checksum: string | null }>(
      'SELECT name, checksum FROM migrations',
    );
    const done = new Set(rows.map((row) => row.name));
    const files = await migrationNames();
    const unknown = [...done].find((name) => !files.includes(name));
    if (unknown) {
      throw new StartError(
        `A newer version of Milepost changed the database (${unknown}). Nothing was changed; update Milepost.`,
      );
    }
    await checkApplied(client, rows);
    const due = files.filter((file) => !done.has(file));
    if (due.length > 0 && done.size > 0) await beforeChange();
    for (const file of due) {
      signal?.throwIfAborted();
      await applyMigration(client, file);
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

const sqlOf = (file: string): Promise<string> => readFile(path.join(MIGRATIONS, file), 'utf8');

/**
 * The checksum of what a migration does: its comments and its layout may become better, its statements never change.
 */
const checksumOf = (sql: string): string =>
  createHash('sha256')
    .update(sql.replaceAll(/^\s*--.*$|\s--\s.*$/gm, '').replaceAll(/\s+/g, ' '))
    .digest('hex');

/** Compares the files with what was applied; stores the checksums that a former version did not store. */
async function checkApplied(
  client: Client,
  applied: readonly { name: string; checksum: string | null }[],
): Promise<void> {
  const missing: [names: string[], checksums: string[]] = [[], []];
  for (const { name, checksum } of applied) {
    const present = checksumOf(await sqlOf(name));
    if (checksum === null) {
      missing[0].push(name);
      missing[1].push(present);
    } else if (checksum !== present) {
      throw new StartError(
        `The file of migration ${name} differs from the one that the database was changed with. Nothing was changed; install this version of Milepost again.`,
      );
    }
  }
  if (missing[0].length === 0) return;
  await client.query(
    `UPDATE migrations m SET checksum = n.checksum FROM unnest($1::text[], $2::text[]) AS n(name, checksum)
      WHERE m.name = n.name`,
    missing,
  );
}

/** Creates the table of the migrations that a database has. */
export async function createMigrations(client: Client): Promise<void> {
  await client.query(
    'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
  );
  await client.query('ALTER TABLE migrations ADD COLUMN IF NOT EXISTS checksum text');
}

/** Applies one file in a transaction. @throws StartError with its name when the database refuses it */
export async function applyMigration(client: Client, file: string): Promise<void> {
  await client.query('BEGIN');
  try {
    await runMigration(client, file);
    await client.query('COMMIT');
  } catch (cause) {
    await client.query('ROLLBACK');
    const hint = isDiskFull(cause) ? '. The disk is full. Free some space and start again: it goes on from here' : '';
    throw new StartError(`Migration ${file} failed: ${reasonOf(cause)}${hint}`, { cause });
  }
}

/** Applies one file in the transaction of the caller. */
export async function runMigration(client: Client, file: string): Promise<void> {
  const sql = await sqlOf(file);
  await client.query(sql);
  await client.query('INSERT INTO migrations (name, checksum) VALUES ($1, $2)', [file, checksumOf(sql)]);
}
