import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import type { Client } from 'pg';
import { to } from 'pg-copy-streams';
import { StartError } from '../errors.ts';
import { reasonOf } from '../fault.ts';
import { VERSION } from '../version.ts';
import { CATALOG_FILE, type DumpCatalog, listTables, qualified, readJobTables, SESSION } from './dump-catalog.ts';
import { DatabaseClient } from '../database/client.ts';

interface DumpOptions {
  url: string;
  /** Is created, or is empty. */
  folder: string;
  /** Called after each table with rows. */
  onTable: (name: string, rows: number) => void;
  signal: AbortSignal;
}

/**
 * Writes all rows of the database to files that any later version of PostgreSQL and Milepost can load, as of one moment:
 * a server may run meanwhile.
 * @throws StartError when the folder has content
 */
export async function dumpDatabase({ url, folder, onTable, signal }: DumpOptions): Promise<DumpCatalog> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new StartError(`${folder} is not empty.`);
  const client = new DatabaseClient({ connectionString: url, application_name: 'milepost-dump' });
  client.on('error', () => {});
  const stop = () => void client.end().catch(() => {});
  signal.addEventListener('abort', stop);
  await client.connect();
  try {
    await client.query(`${SESSION}; BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY`);
    // Before the snapshot, which begins with the first query: a partition that is packed and dropped after it would be
    // missing, as its rows are not yet in a chunk.
    const locked = (await listLockable(url)).map((table) => qualified(client, table));
    await client.query(`LOCK TABLE ${locked.join(', ')} IN ACCESS SHARE MODE`);
    const catalog = await readDescription(client);
    for (const [index, table] of (await listTables(client)).entries()) {
      signal.throwIfAborted();
      const file = `${String(index + 1).padStart(4, '0')}-${table.name}.copy.zst`;
      const hash = createHash('sha256');
      const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(', ');
      const rows = client.query(to(`COPY ${qualified(client, table)} (${columns}) TO STDOUT`));
      await pipeline(
        rows,
        createZstdCompress(),
        async function* hashed(chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            hash.update(chunk);
            yield chunk;
          }
        },
        createWriteStream(path.join(folder, file), { flush: true, mode: 0o600 }),
        { signal },
      );
      catalog.tables.push({ ...table, rows: rows.rowCount, file, sha256: hash.digest('hex') });
      if (rows.rowCount > 0) onTable(table.name, rows.rowCount);
    }
    await writeCatalog(folder, catalog);
    return catalog;
  } catch (fault) {
    signal.throwIfAborted();
    if (fault instanceof Error && 'syscall' in fault) {
      throw new StartError(`The dump cannot be written into ${folder}: ${reasonOf(fault)}. Remove what is in it.`, {
        cause: fault,
      });
    }
    throw fault;
  } finally {
    signal.removeEventListener('abort', stop);
    await client.end().catch(() => {});
  }
}

/** The tables on a connection of its own: the snapshot of the dump must not begin yet. */
async function listLockable(url: string) {
  const client = new DatabaseClient({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return await listTables(client);
  } finally {
    await client.end().catch(() => {});
  }
}

async function readDescription(client: Client): Promise<DumpCatalog> {
  const migrations = await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY name');
  const partitions = await client.query<DumpCatalog['partitions'][number]>(
    `SELECT p.relname AS parent, c.relname AS name, pg_get_expr(c.relpartbound, c.oid) AS bounds
       FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_class p ON p.oid = i.inhparent
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relispartition
        AND pg_get_expr(c.relpartbound, c.oid) <> 'DEFAULT' ORDER BY c.relname`,
  );
  const sequences = await client.query<DumpCatalog['sequences'][number]>(
    `SELECT sequencename AS name, last_value::text AS last FROM pg_sequences
      WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY sequencename`,
  );
  return {
    format: 1,
    version: VERSION,
    madeAt: new Date().toISOString(),
    migrations: migrations.rows.map(({ name }) => name),
    jobTables: await readJobTables(client),
    partitions: partitions.rows,
    tables: [],
    sequences: sequences.rows,
  };
}

/** By a rename, so that an interrupted dump has none. */
async function writeCatalog(folder: string, catalog: DumpCatalog): Promise<void> {
  const file = path.join(folder, CATALOG_FILE);
  await writeFile(`${file}.new`, `${JSON.stringify(catalog, null, 1)}\n`, { flush: true, mode: 0o600 });
  await rename(`${file}.new`, file);
}
