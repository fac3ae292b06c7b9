import { POSITION_SQL, STATUS_REPORT_SQL } from '../chunks/chunk-columns.ts';
import type { Queryable } from '../database.ts';

/** The columns of reports except their device, as written by the batch writer. */
const REPORTS = {
  positions: {
    time: 'fix_time',
    columns: Object.values(POSITION_SQL).join(', '),
  },
  status_reports: {
    time: 'reported_at',
    columns: Object.values(STATUS_REPORT_SQL).join(', '),
  },
} as const;

/**
 * Gives the rows of one device record to another: those of a time since then that were also received since then, which
 * are never packed.
 * @returns the time of the first, epoch milliseconds; infinite if there are none
 */
export async function moveReports(
  db: Queryable,
  { from, to, since }: { from: number; to: number; since: Date },
): Promise<number> {
  let first = Infinity;
  for (const [table, { time, columns }] of Object.entries(REPORTS)) {
    const { rows } = await db.query<{ first: number | null }>(
      `WITH strays AS (DELETE FROM ${table} WHERE device_id = $1 AND ${time} >= $3 AND received_at >= $3 RETURNING *),
         given AS (INSERT INTO ${table} (device_id, ${columns}) SELECT $2, ${columns} FROM strays ON CONFLICT DO NOTHING)
       SELECT extract(epoch FROM min(${time}))::float8 * 1000 AS first FROM strays`,
      [from, to, since],
    );
    first = Math.min(first, rows[0]?.first ?? Infinity);
  }
  await db.query(
    `UPDATE sealed_positions s SET device_id = $2 FROM positions p WHERE s.device_id = $1 AND s.fix_time >= $3
       AND p.device_id = $2 AND p.fix_time = s.fix_time AND p.report_hash = s.report_hash`,
    [from, to, since],
  );
  return first;
}
