import type { SeriesKey } from '@milepost/contract/history-routes';
import type { Queryable } from '../database.ts';
import { COLUMNS, SPEED, valueSql } from '../telemetry/attributes.ts';
import { SPAN_FIXES, trackSpans } from './track-spans.ts';

/** What there is to draw of one vehicle; a device tells some dozens. */
const MOST_KEYS = 500;

/** What there is to draw of a vehicle in a range; of the other attributes those that are figures, or yes and no. */
export async function readTrackKeys(db: Queryable, vehicleId: number, from: Date, to: Date): Promise<SeriesKey[]> {
  const found = new Map<string, SeriesKey['kind']>();
  const names = Object.keys(COLUMNS);
  for (const span of await trackSpans(db, vehicleId, from, to)) {
    const values = [span.deviceId, span.from, span.to];
    const counts = names.map((name, index) => `count(${COLUMNS[name]?.sql})::int AS c${index}`);
    const [columns, others] = await Promise.all([
      db.query<Record<string, number>>(`SELECT ${counts.join(', ')} FROM ${SPAN_FIXES}`, values),
      db.query<{ key: string; type: string }>(
        `SELECT DISTINCT a.key, jsonb_typeof(a.value) AS type
         FROM (SELECT p.attributes FROM ${SPAN_FIXES} AND p.attributes IS NOT NULL) f, jsonb_each(f.attributes) a
         WHERE jsonb_typeof(a.value) IN ('number', 'boolean')`,
        values,
      ),
    ]);
    names.forEach((name, index) => {
      if (columns.rows[0]?.[`c${index}`]) found.set(name, COLUMNS[name]?.kind ?? 'number');
    });
    for (const { key, type } of others.rows.toSorted((a, b) => a.key.localeCompare(b.key))) {
      if (found.get(key) !== 'number') found.set(key, type === 'number' ? 'number' : 'flag');
    }
  }
  return [...found].slice(0, MOST_KEYS).map(([key, kind]) => ({ key, kind }));
}

export interface TrackSeries {
  key: string;
  min: (number | null)[];
  max: (number | null)[];
}

/** Least and greatest value of each key in `buckets` equal parts of the range. */
export async function readTrackSeries(
  db: Queryable,
  vehicleId: number,
  range: { from: Date; to: Date; keys: readonly string[]; buckets: number },
): Promise<TrackSeries[]> {
  const { from, to, keys, buckets } = range;
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

/** Two devices of one vehicle may have told of the same part of the range. */
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
