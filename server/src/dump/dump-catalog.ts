import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from 'pg';
import { z } from 'zod';
import { StartError } from '../errors.ts';
import { codeOf } from '../fault.ts';

/** The description of a dump, written last: a folder without it is incomplete. */
export const CATALOG_FILE = 'catalog.json';

/** A dump may come from elsewhere: nothing in its catalogue is run as SQL or leads out of its folder. */
const PARTITION_BOUNDS = /^FOR VALUES FROM \('[\d :.+-]+'\) TO \('[\d :.+-]+'\)$/;
const FILE_NAME = /^\d{4,}-[a-z0-9_]+\.copy\.zst$/;

const Table = z.object({
  schema: z.enum(['public', 'pgboss']),
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number().int().nonnegative(),
  /** The rows in the text format of COPY, compressed by zstd. */
  file: z.string().regex(FILE_NAME),
  /** Of the file. */
  sha256: z.string(),
});

const DumpCatalog = z.object({
  format: z.literal(1),
  version: z.string(),
  madeAt: z.string(),
  /** The migrations of the database, in order: with them the same tables are created. */
  migrations: z.array(z.string()),
  /** The version of the tables of jobs, which have migrations of their own. */
  jobTables: z.number().nullable(),
  /** Partitions besides the default ones, with their bounds as SQL. */
  partitions: z.array(z.object({ parent: z.string(), name: z.string(), bounds: z.string().regex(PARTITION_BOUNDS) })),
  tables: z.array(Table),
  sequences: z.array(z.object({ name: z.string(), last: z.string().regex(/^\d{1,19}$/) })),
});

export type DumpCatalog = z.infer<typeof DumpCatalog>;
export type DumpTable = z.infer<typeof Table>;

/** @throws StartError when the folder has no complete dump */
export async function readCatalog(folder: string): Promise<DumpCatalog> {
  const file = path.join(folder, CATALOG_FILE);
  const text = await readFile(file, 'utf8').catch((fault: unknown) => {
    if (codeOf(fault) !== 'ENOENT') throw fault;
    throw new StartError(`${folder} has no ${CATALOG_FILE}: it is no dump, or its dump was interrupted.`);
  });
  try {
    return DumpCatalog.parse(JSON.parse(text));
  } catch (cause) {
    throw new StartError(`${file} is damaged, or of a later version of Milepost.`, { cause });
  }
}

/** The tables of jobs that hold what waits; the others describe processes that have ended. */
const JOB_TABLES = ['queue', 'job_common', 'job_dependency', 'schedule', 'subscription'];

/** The tables with rows of their own, and the columns that can be written. */
export async function listTables(client: Client): Promise<Pick<DumpTable, 'schema' | 'name' | 'columns'>[]> {
  const { rows } = await client.query<Pick<DumpTable, 'schema' | 'name' | 'columns'>>(
    `SELECT n.nspname AS schema, c.relname AS name,
            (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
              WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind = 'r' AND (n.nspname = 'public' AND c.relname <> 'migrations'
                                 OR n.nspname = 'pgboss' AND c.relname = ANY ($1))
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
      ORDER BY n.nspname, c.relname`,
    [JOB_TABLES],
  );
  return rows;
}

export async function readJobTables(client: Client): Promise<number | null> {
  const found = await client.query<{ there: boolean }>(`SELECT to_regclass('pgboss.version') IS NOT NULL AS there`);
  if (!found.rows[0]?.there) return null;
  const { rows } = await client.query<{ version: number }>('SELECT version FROM pgboss.version');
  return rows[0]?.version ?? null;
}

/** `"public"."vehicles"`. */
export const qualified = (client: Client, { schema, name }: Pick<DumpTable, 'schema' | 'name'>): string =>
  `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`;

/** Values are written and read by the same rules, whatever the settings of the two databases are. */
export const SESSION = `SET timezone = 'UTC'; SET datestyle = 'ISO'; SET intervalstyle = 'postgres';
  SET extra_float_digits = 1; SET client_encoding = 'UTF8'; SET statement_timeout = 0; SET lock_timeout = 0;
  SET idle_in_transaction_session_timeout = 0`;
