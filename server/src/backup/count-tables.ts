import type { Client } from 'pg';
import type { TableCount } from './backup-catalog.ts';
import { DatabaseClient } from '../database/client.ts';

/** Blocks (8 kB) counted per table: smaller tables are counted whole, larger ones by a fixed sample. */
const SAMPLED_BLOCKS = 2000;
/** Of a partitioned table only the newest partitions are counted: a fleet of years has hundreds. */
const PARTITIONS = 3;

/** Rows of a table, or of its sampled blocks, and a sum over their content. */
interface Counted {
  table: string;
  rows: number;
  checksum: string;
  sample: number;
}

/** Counts the rows of every table and sums their content up, in one snapshot. */
export async function countTables(url: string, like?: readonly TableCount[]): Promise<Counted[]> {
  const client = new DatabaseClient({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL timezone = 'UTC'");
    const tables = like ?? (await listTables(client));
    const counted: Counted[] = [];
    for (const { table, sample } of tables) {
      // The sample is of the same blocks each time, and a copy of the cluster has the same blocks.
      const from = sample < 100 ? `TABLESAMPLE SYSTEM (${sample}) REPEATABLE (1)` : '';
      const { rows } = await client.query<{ rows: number; checksum: string }>(
        `SELECT count(*)::float8 AS rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text AS checksum
         FROM public.${client.escapeIdentifier(table)} t ${from}`,
      );
      counted.push({ table, sample, rows: rows[0]?.rows ?? 0, checksum: rows[0]?.checksum ?? '' });
    }
    return counted;
  } finally {
    await client.end().catch(() => {});
  }
}

async function listTables(client: Client): Promise<{ table: string; sample: number }[]> {
  const { rows } = await client.query<{ table: string; blocks: number }>(
    `SELECT relname AS table, (pg_relation_size(oid) / 8192)::float8 AS blocks FROM (
       SELECT c.oid, c.relname, row_number() OVER (PARTITION BY i.inhparent ORDER BY c.relname DESC) AS newest, i.inhparent
       FROM pg_class c LEFT JOIN pg_inherits i ON i.inhrelid = c.oid
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r') t
     WHERE inhparent IS NULL OR newest <= ${PARTITIONS} ORDER BY relname`,
  );
  return rows.map(({ table, blocks }) => ({
    table,
    sample: blocks <= SAMPLED_BLOCKS ? 100 : Math.max(0.001, Math.round((SAMPLED_BLOCKS / blocks) * 100_000) / 1000),
  }));
}

/** The expected content of a copy taken between two counts; a table that changed has no expected checksum. */
export function boundsOf(before: readonly Counted[], after: readonly Counted[]): TableCount[] {
  const later = new Map(after.map((count) => [count.table, count]));
  return before.flatMap(({ table, sample, rows, checksum }) => {
    const second = later.get(table);
    if (!second) return [];
    const same = second.rows === rows && second.checksum === checksum;
    return [
      {
        table,
        sample,
        rows: [Math.min(rows, second.rows), Math.max(rows, second.rows)] as [number, number],
        checksum: same ? checksum : null,
      },
    ];
  });
}

/** A line for each table of a copy that differs from the description of the backup. */
export function compareCounts(expected: readonly TableCount[], found: readonly Counted[]): string[] {
  const counts = new Map(found.map((count) => [count.table, count]));
  return expected.flatMap(({ table, rows: [fewest, most], checksum }) => {
    const count = counts.get(table);
    if (!count) return [`${table}: is missing`];
    if (checksum !== null) {
      return count.checksum === checksum ? [] : [`${table}: has other rows than when the backup was made`];
    }
    // Rows may have been removed and added between the counts and the end of the copy.
    const margin = 10 + (most - fewest);
    return count.rows >= fewest - margin && count.rows <= most + margin
      ? []
      : [`${table}: has ${count.rows} rows, and had ${fewest} to ${most} when the backup was made`];
  });
}
