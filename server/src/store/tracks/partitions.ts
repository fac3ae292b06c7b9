import { POSITION_SQL, STATUS_REPORT_SQL } from '../chunks/chunk-columns.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { codeOf } from '../../fault.ts';
import { noteDroppedDay } from './dropped-days.ts';

const PARTITIONED = ['positions', 'status_reports'] as const;
/** SQL of the days of positions that have their own partition, as `day`. */
export const POSITION_DAYS = `SELECT to_date(right(c.relname, 8), 'YYYYMMDD') AS day
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
  WHERE i.inhparent = 'positions'::regclass AND c.relname ~ '^positions_\\d{8}$'`;
const DAY_MS = 86_400_000;
const LOCK_WITHIN_MS = 60_000;
/** PostgreSQL's codes for a violated default partition constraint and for an existing table. */
const CHECK_VIOLATION = '23514';
const DUPLICATE_TABLE = '42P07';

/** The day of an instant, counted from 1970-01-01 UTC. */
export const dayOf = (time: number): number => Math.floor(time / DAY_MS);

/**
 * True when a day gets its own partition: from 400 days back to two ahead. Reports of other days come from wrong clocks
 * and share the default partition, so that they cannot create thousands of tables.
 */
export function hasOwnPartition(day: number, today: number): boolean {
  return day >= today - 400 && day <= today + 2;
}

/**
 * Creates the missing partitions of a day, and moves its rows from the default partition there. Readers and writers
 * wait while this waits for them: after `lockWithinMs` it fails, and can be retried.
 */
export async function ensureDay(database: Queryable, day: number, lockWithinMs = LOCK_WITHIN_MS): Promise<void> {
  for (const table of PARTITIONED) await ensurePartition(database, table, day, lockWithinMs);
}

/** Creates partitions from yesterday to `ahead` days from now. */
export async function ensureDaysAhead(database: Queryable, now: number, ahead = 7): Promise<void> {
  const today = dayOf(now);
  for (let day = today - 1; day <= today + ahead; day++) await ensureDay(database, day);
}

async function ensurePartition(database: Queryable, table: string, day: number, lockWithinMs: number): Promise<void> {
  const from = new Date(day * DAY_MS).toISOString();
  const to = new Date((day + 1) * DAY_MS).toISOString();
  const name = `${table}_${from.slice(0, 10).replaceAll('-', '')}`;
  const range = `FOR VALUES FROM ('${from}') TO ('${to}')`;
  const { rows } = await database.query<{ found: string | null }>('SELECT to_regclass($1)::text AS found', [name]);
  if (rows[0]?.found) return;
  // Late rows of a packed day wait in the default partition until they are packed too.
  const packed = await database.query('SELECT FROM packed_days WHERE day = $1', [from.slice(0, 10)]);
  if (packed.rows.length > 0) return;
  if (table === 'positions') await noteDroppedDay(database, from.slice(0, 10));
  const lockWithin = `SET LOCAL lock_timeout = ${lockWithinMs};`;
  try {
    await database.query(`${lockWithin} CREATE TABLE IF NOT EXISTS ${name} PARTITION OF ${table} ${range}`);
  } catch (error) {
    const code = codeOf(error);
    if (code === CHECK_VIOLATION) await moveFromDefault(database, table, name, from, to, range, lockWithin);
    else if (code !== DUPLICATE_TABLE && !(await exists(database, name))) throw error;
  }
}

/**
 * A single multi-statement query, and so one implicit transaction: the rows are in exactly one place at any time. The
 * parent table is locked, so that readers wait there: one that had already chosen its partitions and then waited for
 * the default one would find the rows in neither.
 */
async function moveFromDefault(
  database: Queryable,
  table: string,
  name: string,
  from: string,
  to: string,
  range: string,
  lockWithin: string,
): Promise<void> {
  const time = table === 'positions' ? 'fix_time' : 'reported_at';
  const within = `${time} >= '${from}' AND ${time} < '${to}'`;
  await database.query(`
    ${lockWithin}
    LOCK TABLE ONLY ${table} IN ACCESS EXCLUSIVE MODE;
    CREATE TABLE ${name} (LIKE ${table} INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES);
    WITH moved AS (DELETE FROM ${table}_default WHERE ${within} RETURNING *) INSERT INTO ${name} SELECT * FROM moved;
    ALTER TABLE ${table} ATTACH PARTITION ${name} ${range};
  `);
}

/**
 * Drops the partitions of a day (YYYY-MM-DD) that are empty because everything was packed. Readers and writers wait
 * while this waits for them: after `lockWithinMs` it fails, and can be retried.
 * @returns false if one of them still contains rows
 */
export async function dropPackedDay(database: Database, day: string, lockWithinMs: number): Promise<boolean> {
  return inTransaction(database, async (db) => {
    await db.query(`SET LOCAL lock_timeout = ${lockWithinMs}`);
    for (const table of PARTITIONED) {
      const name = `${table}_${day.replaceAll('-', '')}`;
      if (!(await exists(db, name))) continue;
      // Most are not empty, which shows without stopping anybody.
      if ((await db.query(`SELECT FROM ${name} LIMIT 1`)).rows.length > 0) return false;
      await db.query(`LOCK TABLE ONLY ${table} IN ACCESS EXCLUSIVE MODE`);
      if ((await db.query(`SELECT FROM ${name} LIMIT 1`)).rows.length > 0) return false;
      await db.query(`DROP TABLE ${name}`);
    }
    await db.query('INSERT INTO packed_days (day) VALUES ($1) ON CONFLICT DO NOTHING', [day]);
    return true;
  });
}

async function exists(database: Queryable, name: string): Promise<boolean> {
  const { rows } = await database.query<{ found: string | null }>('SELECT to_regclass($1)::text AS found', [name]);
  return Boolean(rows[0]?.found);
}
/** SQL that inserts positions; the values follow in this order. */
export const INSERT_POSITIONS = `INSERT INTO positions (device_id, ${Object.values(POSITION_SQL).join(', ')})`;

/** SQL that inserts reports without coordinates of their own; the values follow in this order. */
export const INSERT_STATUS_REPORTS = `INSERT INTO status_reports (device_id, ${Object.values(STATUS_REPORT_SQL).join(', ')})`;
