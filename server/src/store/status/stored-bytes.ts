import type { ServerStatus } from '@milepost/contract/server-status';
import type { Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';

type Part = ServerStatus['database']['parts'][number];
type StoredKind = Part['kind'];

/** The tables of each kind by the beginning of their names; all others are `other`. The first match applies. */
const TABLES: readonly (readonly [StoredKind, RegExp])[] = [
  ['packed-positions', /^(position_chunks|status_report_chunks|packed_days|damaged_chunks|refused_days)/],
  ['positions', /^(positions|status_reports)/],
  ['alarms', /^alarm/],
  ['audit', /^(audit_log|sign_ins|login_sessions|sign_in_)/],
  [
    'facts',
    /^(trips|stops|idles|visits|tows|overspeeds|day_totals|tag_spans|switch_spans|fuel_changes|place_stays|run_facts|run_visits|run_fact_changes|run_visit_sums|driven_|telemetry_|sensor_readings|tracking_|vehicle_statuses|device_states|learned_driving)/,
  ],
];

const QUEUE_SCHEMA = 'pgboss';

export interface StoredBytes {
  sizeBytes: number;
  version: string;
  parts: Part[];
  files: number;
  filesBytes: number;
}

/** The size of the database by kinds of records, with indexes; and of the files outside of it. */
export async function readStoredBytes(db: Queryable): Promise<StoredBytes> {
  const { rows: tables } = await db.query<{ schema: string; name: string; bytes: number }>(
    `SELECT n.nspname AS schema, c.relname AS name, pg_total_relation_size(c.oid)::float8 AS bytes
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'r' AND n.nspname IN ('public', $1)`,
    [QUEUE_SCHEMA],
  );
  const bytes = new Map<StoredKind, number>();
  for (const table of tables) {
    const kind = kindOf(table);
    bytes.set(kind, (bytes.get(kind) ?? 0) + table.bytes);
  }
  const totals = await db.query<Omit<StoredBytes, 'parts'>>(
    `SELECT pg_database_size(current_database())::float8 AS "sizeBytes", current_setting('server_version') AS version,
       count(*)::int AS files, coalesce(sum(size_bytes), 0)::float8 AS "filesBytes" FROM files`,
  );
  const parts = [...bytes].map(([kind, size]) => ({ kind, bytes: size })).toSorted((a, b) => b.bytes - a.bytes);
  return { ...onlyRow(totals), parts };
}

const kindOf = ({ schema, name }: { schema: string; name: string }): StoredKind =>
  schema === QUEUE_SCHEMA ? 'jobs' : (TABLES.find(([, pattern]) => pattern.test(name))?.[0] ?? 'other');

/** The oldest day with positions stored as single rows, such as `2026-11-29`; null if there is none. */
export async function readOldestUnpackedDay(db: Queryable): Promise<string | null> {
  const { rows: days } = await db.query<{ name: string; day: string }>(
    `SELECT relname AS name, to_char(to_date(right(relname, 8), 'YYYYMMDD'), 'YYYY-MM-DD') AS day
     FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname ~ '^positions_[0-9]{8}$'
       AND pg_relation_size(oid) > 0
     ORDER BY relname`,
  );
  for (const { name, day } of days) {
    const { rows } = await db.query<{ found: boolean }>(`SELECT EXISTS (SELECT FROM ${name}) AS found`);
    if (rows[0]?.found) return day;
  }
  return null;
}
