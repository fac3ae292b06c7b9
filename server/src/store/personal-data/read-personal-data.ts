import type { Queryable } from '../database.ts';
import { isExported, type PersonalSection, type PersonalTables, type PersonValues } from './personal-table.ts';

/** A table of an export. */
export interface ExportedTable {
  name: string;
  section: PersonalSection;
  columns: readonly string[];
}

/** The tables of an export with the columns that it contains. */
export async function listExportedTables(db: Queryable, tables: PersonalTables): Promise<ExportedTable[]> {
  const { rows } = await db.query<{ name: string; column: string; type: string }>(
    `SELECT c.relname AS name, a.attname AS column, format_type(a.atttypid, NULL) AS type
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relname = ANY($1) AND c.relnamespace = 'public'::regnamespace ORDER BY c.relname, a.attnum`,
    [Object.keys(tables)],
  );
  const columns = Map.groupBy(rows, ({ name }) => name);
  return Object.entries(tables).flatMap(([name, table]) => {
    if (!('section' in table)) return [];
    const exported = (columns.get(name) ?? []).filter(({ column, type }) => isExported(column, type, table.withheld));
    return [{ name, section: table.section, columns: exported.map(({ column }) => column) }];
  });
}

/** The tables that an export leaves out because the caller may not view such records. */
export const listLeftOut = (tables: PersonalTables, menus: readonly string[]): string[] =>
  Object.entries(tables).flatMap(([name, table]) =>
    'section' in table && table.menu !== undefined && !menus.includes(table.menu) ? [name] : [],
  );

/** The rows read at a time. */
const BATCH = 500;

/** The rows of a person in one table, in batches; must run in a transaction. */
export async function* readPersonalRows(
  db: Queryable,
  tables: PersonalTables,
  person: string,
  values: PersonValues,
  { name, columns }: ExportedTable,
): AsyncGenerator<Record<string, unknown>[]> {
  const rows = tables[name]?.rows ?? 'false';
  const order = columns.includes('id') ? 'r.id' : '1';
  await db.query(
    `DECLARE personal NO SCROLL CURSOR FOR WITH p AS MATERIALIZED (${person})
     SELECT row_to_json(x) AS row FROM (
       SELECT ${columns.map((column) => `r.${column}`).join(', ')} FROM ${name} r, p WHERE ${rows} ORDER BY ${order}) x`,
    [...values],
  );
  try {
    for (;;) {
      const { rows: batch } = await db.query<{ row: Record<string, unknown> }>(`FETCH ${BATCH} FROM personal`);
      if (batch.length > 0) yield batch.map(({ row }) => row);
      if (batch.length < BATCH) return;
    }
  } finally {
    await db.query('CLOSE personal');
  }
}

/** A file of a driver with its bytes in the file store. */
export interface PersonalFile {
  id: number;
  name: string;
  hash: string;
  sizeBytes: number;
}

/** The files of a person, in the order of their ids. */
export async function listPersonalFiles(
  db: Queryable,
  tables: PersonalTables,
  person: string,
  values: PersonValues,
): Promise<PersonalFile[]> {
  const { rows } = await db.query<PersonalFile>(
    `WITH p AS MATERIALIZED (${person})
     SELECT r.id, r.name, encode(r.hash, 'hex') AS hash, r.size_bytes AS "sizeBytes" FROM files r, p
     WHERE ${tables['files']?.rows ?? 'false'} ORDER BY r.id`,
    [...values],
  );
  return rows;
}
