import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress } from 'node:zlib';
import { Client } from 'pg';
import { pino } from 'pino';
import { startEmbeddedPostgres } from '../../database/embedded.ts';

/** A small database as a release left it: its migrations, and the rows of each table as JSON. */
export interface ReleaseState {
  version: string;
  migrations: string[];
  tables: Record<string, object[]>;
}

/** Secrets of the installation that the state was taken from, and what a start creates anew. */
const LEFT_OUT = new Set(['server_secrets', 'sessions', 'migrations']);
/** The columns of secrets of people, with what they contain instead. */
const REPLACED: Readonly<Record<string, Record<string, string>>> = { users: { password_hash: 'none' } };

const TABLES = `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY c.relname`;
/** The columns that can be written, comma-separated. */
const COLUMNS = `SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS columns FROM pg_attribute
  WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`;

/** Reads a whole database, which must be small. */
async function readReleaseState(client: Client, version: string): Promise<ReleaseState> {
  const migrations = await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY name');
  const tables: ReleaseState['tables'] = {};
  for (const { name } of (await client.query<{ name: string }>(TABLES)).rows) {
    if (LEFT_OUT.has(name)) continue;
    const { rows } = await client.query<{ row: object }>(`SELECT to_json(t) AS row FROM ${name} t`);
    if (rows.length > 0) tables[name] = rows.map(({ row }) => ({ ...row, ...REPLACED[name] }));
  }
  return { version, migrations: migrations.rows.map(({ name }) => name), tables };
}

/**
 * Writes the rows into a database with the migrations of the state. Rows of the future belong to no partition of a day,
 * so all are written to the default one.
 */
export async function writeReleaseState(client: Client, { tables }: ReleaseState): Promise<void> {
  // Rows that refer to each other are complete only together.
  await client.query(`SET session_replication_role = 'replica'`);
  for (const [table, rows] of Object.entries(tables)) {
    const { columns } = (await client.query<{ columns: string }>(COLUMNS, [table])).rows[0] ?? { columns: '' };
    // Rows that the migrations themselves created.
    await client.query(`DELETE FROM ${table}`);
    await client.query(
      `INSERT INTO ${table} (${columns}) OVERRIDING SYSTEM VALUE
       SELECT ${columns} FROM json_populate_recordset(null::${table}, $1::json)`,
      [JSON.stringify(rows)],
    );
  }
  await client.query(`SELECT setval(s.name, greatest((xpath('/row/m/text()', query_to_xml(
      format('SELECT coalesce(max(%I), 1) AS m FROM %I', s.column_name, s.table_name), false, true, '')))[1]::text::bigint, 1))
    FROM (SELECT table_name, column_name, pg_get_serial_sequence(quote_ident(table_name), column_name) AS name
            FROM information_schema.columns WHERE table_schema = 'public' AND is_identity = 'YES') s`);
  await client.query(`SET session_replication_role = 'origin'`);
}

const fileOf = (version: string) => path.join(import.meta.dirname, `${version}.json.br`);

export async function loadReleaseState(version: string): Promise<ReleaseState> {
  const text = (await promisify(brotliDecompress)(await readFile(fileOf(version)))).toString();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `storeReleaseState`
  return JSON.parse(text) as ReleaseState;
}

/** Stores the database of a stopped server under the version that it ran with. Returns the file. */
export async function storeReleaseState(dataDir: string, version: string): Promise<string> {
  const server = await startEmbeddedPostgres({ dataDir, logger: pino({ level: 'warn' }) });
  try {
    const client = new Client({ connectionString: server.url });
    await client.connect();
    const state = await readReleaseState(client, version);
    await client.end();
    await writeFile(fileOf(version), await promisify(brotliCompress)(JSON.stringify(state)));
    return fileOf(version);
  } finally {
    await server.stop();
  }
}
