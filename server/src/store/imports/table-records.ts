import type { Value, Values, WrittenLine } from '../../imports/import-descriptor.ts';
import type { Queryable } from '../database.ts';
import type { RecordTableName } from '../records/record-tables.ts';
import { ownIn, ownOf } from './own-columns.ts';

/** The mapping of a record's fields to the columns of one table. */
export interface RecordTable {
  table: RecordTableName;
  /** The column and SQL type of each field. */
  columns: Readonly<Record<string, readonly [column: string, type: string]>>;
  versioned: boolean;
  /** Whether organisations can have custom fields for it. */
  own?: true;
  /** SQL: true when people have added something to `t` since, which would be deleted with it. */
  used: string;
  /** Columns computed from the fields, with their SQL type. */
  derived?: Readonly<Record<string, readonly [type: string, of: (after: Values) => Value]>>;
  /**
   * SQL of additional columns for a new record, from the written values (`r`); `r."actorId"` is the importing person.
   */
  inserted?: Readonly<Record<string, string>>;
  /** SQL of additional columns for a changed record, from the written and the stored values (`t`). */
  updated?: Readonly<Record<string, string>>;
}

const fieldsOf = ({ columns }: RecordTable) => Object.entries(columns);
const quoted = (field: string) => `"${field}"`;

/** The importable values of existing records. */
export async function readTable(
  db: Queryable,
  spec: RecordTable,
  organisationId: number,
  ids: readonly number[],
): Promise<Map<number, Values>> {
  const fields = fieldsOf(spec).map(([field, [column]]) => `'${field}', t.${column}`);
  if (spec.versioned) fields.push(`'version', t.version`);
  const { rows } = await db.query<{ id: number; values: Values; own: Values }>(
    `SELECT t.id, ${spec.own ? 't.own' : `'{}'::jsonb AS own`}, jsonb_build_object(${fields.join(', ')}) AS values FROM ${spec.table} t
     WHERE t.id = ANY($2) AND t.organisation_id = $1 AND t.deleted_at IS NULL`,
    [organisationId, ids],
  );
  return new Map(rows.map(({ id, values, own }) => [id, { ...values, ...ownIn(own) }]));
}

/** Creates and updates records; returns ids in the order of the lines. */
export async function writeTable(
  db: Queryable,
  spec: RecordTable,
  { organisationId, userId }: { organisationId: number; userId: number | null },
  lines: readonly WrittenLine[],
): Promise<number[]> {
  const { inserted = {}, updated = {}, derived = {} } = spec;
  const { rows } = await db.query<{ id: number }>(
    `SELECT nextval(pg_get_serial_sequence('${spec.table}', 'id'))::int AS id FROM generate_series(1, $1)`,
    [lines.filter(({ id }) => id === null).length],
  );
  const fresh = rows.map(({ id }) => id);
  const written = lines.map(({ id, after }) => ({ isNew: id === null, id: id ?? fresh.shift() ?? 0, after }));
  const stored: [field: string, readonly [column: string, type: string]][] = [...fieldsOf(spec)];
  for (const [column, [type]] of Object.entries(derived)) stored.push([column, [column, type]]);
  if (spec.own) stored.push(['own', ['own', 'jsonb']]);
  const columns = stored.map(([, [column]]) => column);
  const fields = stored.map(([field]) => `r.${quoted(field)}`);
  const types = stored.map(([field, [, type]]) => `${quoted(field)} ${type}`);
  const from = `jsonb_to_recordset($1) AS r(id int, "actorId" int, ${types.join(', ')})`;
  const of = (isNew: boolean) =>
    JSON.stringify(
      written
        .filter((line) => line.isNew === isNew)
        .map(({ id, after }) => ({ ...after, ...derivedOf(spec, after), id, actorId: userId, own: ownOf(after) })),
    );
  await db.query(
    `INSERT INTO ${spec.table} (id, organisation_id, ${[...columns, ...Object.keys(inserted)].join(', ')})
     SELECT r.id, $2, ${[...fields, ...Object.values(inserted)].join(', ')} FROM ${from}`,
    [of(true), organisationId],
  );
  const sets = columns.map((column, index) => `${column} = ${fields[index]}`);
  for (const [column, value] of Object.entries(updated)) sets.push(`${column} = ${value}`);
  if (spec.versioned) sets.push('version = t.version + 1');
  await db.query(`UPDATE ${spec.table} t SET ${sets.join(', ')} FROM ${from} WHERE t.id = r.id`, [of(false)]);
  return written.map(({ id }) => id);
}

const derivedOf = ({ derived = {} }: RecordTable, after: Values): Values =>
  Object.fromEntries(Object.entries(derived).map(([column, [, of]]) => [column, of(after)]));

export async function usedInTable(db: Queryable, spec: RecordTable, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT t.id FROM ${spec.table} t WHERE t.id = ANY($1) AND (${spec.used})`,
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}

export async function hideInTable(db: Queryable, spec: RecordTable, ids: readonly number[]): Promise<void> {
  await db.query(`UPDATE ${spec.table} SET deleted_at = now() WHERE id = ANY($1)`, [ids]);
}
