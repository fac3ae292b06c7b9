import type { Queryable } from '../database.ts';
import { microsSql } from './device-range.ts';
import { packedDays } from './packed-days.ts';
import { SPAN_FIXES, trackSpans } from './track-spans.ts';

interface ValueRow {
  micros: number;
  hash: number;
  value: number;
}

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
    const { rows } = await db.query<ValueRow>(
      `SELECT ${microsSql('p.fix_time')} AS micros, p.report_hash AS hash, (p.attributes ->> $4)::float8 AS value
       FROM ${SPAN_FIXES} AND jsonb_typeof(p.attributes -> $4) = 'number' ORDER BY p.fix_time, p.report_hash`,
      [span.deviceId, span.from, span.to, attribute],
    );
    const found = new Map(rows.map((row) => [`${row.micros} ${row.hash}`, row]));
    const range = { deviceId: span.deviceId, from: span.fromMicros, to: span.toMicros };
    for await (const { chunk, low, high } of packedDays(db, 'positions', range)) {
      for (let row = low; row < high; row++) {
        const value: unknown = chunk.attributes.valueAt(row)?.[attribute];
        if (typeof value !== 'number' || ((chunk.flags[row] ?? 0) & 1) === 0) continue;
        const one = { micros: chunk.fixTime[row] ?? 0, hash: chunk.reportHash[row] ?? 0, value };
        found.set(`${one.micros} ${one.hash}`, one);
      }
    }
    const ordered = [...found.values()].toSorted((a, b) => a.micros - b.micros || a.hash - b.hash);
    for (const { value } of ordered) values.push(value);
  }
  return values;
}
