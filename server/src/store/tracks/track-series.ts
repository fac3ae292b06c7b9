import type { SeriesKey } from '@milepost/contract/history-operations';
import type { Queryable } from '../database.ts';
import { COLUMNS, SPEED, valueSql } from '../telemetry/attributes.ts';
import { readSpans } from '../telemetry/pieces.ts';
import { readTelemetryKeys } from '../telemetry/telemetry-keys.ts';
import { packedDays } from './packed-days.ts';
import { valuesOf } from './packed-values.ts';
import { SPAN_FIXES, type TrackSpan, trackSpans } from './track-spans.ts';

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
    await addPacked(db, series, span, { from: from.getTime() / 1000, to: to.getTime() / 1000, buckets });
  }
  return series;
}

/** Adds packed fixes. One that was also read as a row changes no minimum and no maximum. */
async function addPacked(
  db: Queryable,
  series: readonly TrackSeries[],
  { deviceId, fromMicros, toMicros, speedFactor }: TrackSpan,
  parts: { from: number; to: number; buckets: number },
): Promise<void> {
  const range = { deviceId, from: fromMicros, to: toMicros, where: 'c.valid > 0' };
  for await (const { chunk, low, high } of packedDays(db, 'positions', range)) {
    const { fixTime, flags } = chunk;
    for (const each of series) {
      const valueAt = valuesOf(chunk, each.key);
      const factor = each.key === SPEED ? speedFactor : 1;
      for (let row = low; row < high; row++) {
        const value = (flags[row] ?? 0) & 1 ? valueAt(row) : Number.NaN;
        if (Number.isNaN(value)) continue;
        const bucket = bucketOf((fixTime[row] ?? 0) / 1e6, parts);
        if (bucket >= 0 && bucket < parts.buckets) put(each, bucket, value * factor, value * factor);
      }
    }
  }
}

/** As PostgreSQL's `width_bucket` of double precision, from 0 on; -1 and `buckets` outside. */
function bucketOf(value: number, { from, to, buckets }: { from: number; to: number; buckets: number }): number {
  if (value < from) return -1;
  if (value >= to) return buckets;
  return Math.min(buckets - 1, Math.floor(buckets * ((value - from) / (to - from))));
}

function put({ min, max }: TrackSeries, bucket: number, low: number, high: number): void {
  min[bucket] = Math.min(low, min[bucket] ?? low);
  max[bucket] = Math.max(high, max[bucket] ?? high);
}

const empty = (length: number) => Array.from({ length }, (): number | null => null);

/** Two devices of one vehicle can have values in the same part of the range. */
function merge(
  series: TrackSeries,
  row: Record<string, number | null> & { bucket: number },
  index: number,
  factor: number,
): void {
  const [least, most] = [row[`min${index}`] ?? null, row[`max${index}`] ?? null];
  if (least === null || most === null || row.bucket < 0 || row.bucket >= series.min.length) return;
  put(series, row.bucket, least * factor, most * factor);
}
