import type { SeriesKey } from '@milepost/contract/history-operations';
import type { Queryable } from '../database.ts';
import { COLUMNS, SPEED, valueSql } from '../telemetry/attributes.ts';
import { readSpans } from '../telemetry/pieces.ts';
import { readTelemetryKeys } from '../telemetry/telemetry-keys.ts';
import { SPAN_FIXES, trackSpans } from './track-spans.ts';

/**
 * The series that can be drawn for a vehicle in a range; of other attributes only numeric and boolean ones. Fixes are
 * not read for days with computed telemetry: three months of them take seconds.
 */
export async function readTrackKeys(db: Queryable, vehicleId: number, from: Date, to: Date): Promise<SeriesKey[]> {
  const telemetryKeys = await readTelemetryKeys(db, await readSpans(db, [vehicleId], { from, to }));
  const kinds = new Map(telemetryKeys.map(({ key, kind }) => [key, kind]));
  const others = [...kinds.keys()].filter((key) => !(key in COLUMNS)).toSorted((a, b) => a.localeCompare(b));
  return [...Object.keys(COLUMNS), ...others].flatMap((key) => {
    const kind = kinds.get(key);
    return kind ? [{ key, kind }] : [];
  });
}

export interface TrackSeries {
  key: string;
  min: (number | null)[];
  max: (number | null)[];
}

/** The minimum and maximum of each key in `buckets` equal parts of the range. */
export async function readTrackSeries(
  db: Queryable,
  vehicleId: number,
  range: { from: Date; to: Date; keys: readonly string[]; buckets: number },
): Promise<TrackSeries[]> {
  const { from, to, keys, buckets } = range;
  if (keys.length === 0) return [];
  const series = keys.map((key): TrackSeries => ({ key, min: empty(buckets), max: empty(buckets) }));
  const columns = keys.map((key, index) => `(${valueSql(key, `$${index + 7}`)})::float8 AS v${index}`).join(', ');
  const sums = keys.map((_, index) => `min(v${index}) AS min${index}, max(v${index}) AS max${index}`).join(', ');
  const sql = `SELECT bucket, ${sums} FROM (
      SELECT width_bucket(date_part('epoch', p.fix_time), $4::float8, $5::float8, $6::int) - 1 AS bucket, ${columns}
      FROM ${SPAN_FIXES} ${keys.map((_, index) => `AND $${index + 7}::text IS NOT NULL`).join(' ')}) f
    GROUP BY bucket`;
  for (const span of await trackSpans(db, vehicleId, from, to)) {
    const { rows } = await db.query<Record<string, number | null> & { bucket: number }>(sql, [
      span.deviceId,
      span.from,
      span.to,
      from.getTime() / 1000,
      to.getTime() / 1000,
      buckets,
      ...keys,
    ]);
    for (const row of rows) {
      for (const [index, each] of series.entries()) {
        merge(each, row, index, each.key === SPEED ? span.speedFactor : 1);
      }
    }
  }
  return series;
}

const empty = (length: number) => Array.from({ length }, (): number | null => null);

/** Two devices of one vehicle can have values in the same part of the range. */
function merge(
  { min, max }: TrackSeries,
  row: Record<string, number | null> & { bucket: number },
  index: number,
  factor: number,
): void {
  const [least, most] = [row[`min${index}`] ?? null, row[`max${index}`] ?? null];
  if (least === null || most === null || row.bucket < 0 || row.bucket >= min.length) return;
  const [low, high] = [least * factor, most * factor];
  min[row.bucket] = Math.min(low, min[row.bucket] ?? low);
  max[row.bucket] = Math.max(high, max[row.bucket] ?? high);
}
