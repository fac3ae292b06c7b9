import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import type { Client } from 'pg';
import { from } from 'pg-copy-streams';
import { migrateJobs } from '../database/migrate-jobs.ts';
import { createMigrations, migrationNames, runMigration } from '../database/migrate.ts';
import { StartError } from '../errors.ts';
import { reasonOf } from '../fault.ts';
import { type DumpCatalog, type DumpTable, qualified, readCatalog, readJobTables, SESSION } from './dump-catalog.ts';
import { DatabaseClient } from '../database/client.ts';

interface LoadOptions {
  url: string;
  folder: string;
  /** Called after each table with rows. */
  onTable: (name: string, rows: number) => void;
  signal: AbortSignal;
}

interface Loaded {
  catalog: DumpCatalog;
  /** False when the tables of jobs are of another version: what waited in queues is not taken over. */
  withJobs: boolean;
}

/**
 * Loads a dump into an empty database, in one transaction: whatever ends it, the database is complete or empty. The
 * tables are those of the version that made the dump; the next start migrates them.
 * @throws StartError when the database has tables, the dump is incomplete or damaged, or a newer version made it
 */
export async function loadDatabase({ url, folder, onTable, signal }: LoadOptions): Promise<Loaded> {
  const catalog = await readCatalog(folder);
  const known = new Set(await migrationNames());
  const unknown = catalog.migrations.find((name) => !known.has(name));
  if (unknown !== undefined) {
    throw new StartError(
      `A newer version of Milepost (${catalog.version}) made this dump (${unknown}). Nothing was changed; update Milepost.`,
    );
  }
  const client = new DatabaseClient({ connectionString: url, application_name: 'milepost-load' });
  client.on('error', () => {});
  const stop = () => void client.end().catch(() => {});
  signal.addEventListener('abort', stop);
  await client.connect();
  try {
    await client.query(SESSION);
    await refuseTables(client);
    // In a transaction of its own; what it leaves behind after a failure is the same again.
    await migrateJobs(client);
    const withJobs = catalog.jobTables !== null && catalog.jobTables === (await readJobTables(client));
    await client.query('BEGIN');
    await createTables(client, catalog);
    const restoreChecks = await dropChecks(client);
    const tables = catalog.tables.filter(({ schema }) => schema === 'public' || withJobs);
    await client.query(`TRUNCATE ${tables.map((table) => qualified(client, table)).join(', ')} CASCADE`);
    for (const table of tables) {
      signal.throwIfAborted();
      await loadTable(client, folder, table, signal);
      if (table.rows > 0) onTable(table.name, table.rows);
    }
    for (const { name, last } of catalog.sequences) {
      await client.query(`SELECT setval(('public.' || quote_ident($1))::regclass, $2::bigint)`, [name, last]);
    }
    await restoreChecks();
    await client.query('COMMIT');
    // Without figures of its tables, PostgreSQL would choose slow plans until its own analysis.
    await client.query('ANALYZE');
    return { catalog, withJobs };
  } catch (fault) {
    signal.throwIfAborted();
    throw fault;
  } finally {
    signal.removeEventListener('abort', stop);
    await client.end().catch(() => {});
  }
}

async function refuseTables(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e') ORDER BY relname LIMIT 3`,
  );
  if (rows.length === 0) return;
  const some = rows.map(({ name }) => name).join(', ');
  throw new StartError(`The database has tables already (${some} …). A dump is loaded into an empty one only.`);
}

async function createTables(client: Client, { migrations, partitions }: DumpCatalog): Promise<void> {
  await createMigrations(client);
  for (const file of migrations) await runMigration(client, file);
  for (const { parent, name, bounds } of partitions) {
    await client.query(
      `CREATE TABLE IF NOT EXISTS ${qualified(client, { schema: 'public', name })}
         PARTITION OF ${qualified(client, { schema: 'public', name: parent })} ${bounds}`,
    );
  }
}

/**
 * Drops foreign keys and disables triggers: tables that refer to each other can be loaded in any order, and the rows
 * already have what triggers would do.
 * @returns restores both; foreign keys are checked for all rows
 */
async function dropChecks(client: Client): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT conrelid::regclass::text AS "table", quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
       FROM pg_constraint WHERE contype = 'f' AND conparentid = 0
        AND connamespace IN ('public'::regnamespace, 'pgboss'::regnamespace)`,
  );
  const { rows: triggers } = await client.query<{ table: string }>(
    `SELECT DISTINCT tgrelid::regclass::text AS "table" FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
      WHERE NOT t.tgisinternal AND c.relnamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of keys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  for (const { table } of triggers) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  return async () => {
    // Deferred checks must be over before the tables are changed.
    await client.query('SET CONSTRAINTS ALL IMMEDIATE');
    for (const { table } of triggers) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    for (const { table, name, definition } of keys) {
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
    }
  };
}

/** @throws StartError when the file is not what was written */
async function loadTable(client: Client, folder: string, table: DumpTable, signal: AbortSignal): Promise<void> {
  const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const hash = createHash('sha256');
  const rows = client.query(from(`COPY ${qualified(client, table)} (${columns}) FROM STDIN`));
  try {
    await pipeline(
      createReadStream(path.join(folder, table.file)),
      async function* hashed(chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          yield chunk;
        }
      },
      createZstdDecompress(),
      rows,
      { signal },
    );
  } catch (cause) {
    throw new StartError(`${table.file} cannot be loaded: ${reasonOf(cause)}. Nothing was changed.`, { cause });
  }
  if (hash.digest('hex') !== table.sha256 || rows.rowCount !== table.rows) {
    throw new StartError(`${table.file} is damaged: its checksum or its number of rows differs. Nothing was changed.`);
  }
}
