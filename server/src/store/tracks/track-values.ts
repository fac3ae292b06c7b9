import type { Queryable } from '../database.ts';
import { SPAN_FIXES, trackSpans } from './track-spans.ts';

/** The numeric values of an attribute in the valid fixes from `from` up to `to`, in order of time. */
export async function readTrackValues(
  db: Queryable,
  vehicleId: number,
  attribute: string,
  from: Date,
  to: Date,
): Promise<number[]> {
  const values: number[] = [];
  for (const span of await trackSpans(db, vehicleId, from, to)) {
    const { rows } = await db.query<{ values: number[] | null }>(
      `SELECT array_agg((p.attributes ->> $4)::float8 ORDER BY p.fix_time, p.report_hash) AS values
       FROM ${SPAN_FIXES} AND jsonb_typeof(p.attributes -> $4) = 'number'`,
      [span.deviceId, span.from, span.to, attribute],
    );
    values.push(...(rows[0]?.values ?? []));
  }
  return values;
}
