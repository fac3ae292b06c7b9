import type { SeriesKey } from '@milepost/contract/history-operations';
import type { CallOutput } from '../../../api/call.ts';

/** One strip of the chart below the map. */
export interface ChartRow extends SeriesKey {
  /** The distance from the top of the chart in pixels, and the height of the strip. */
  top: number;
  height: number;
  /** [epoch milliseconds, value]; null breaks the line. */
  points: [number, number | null][];
}

const SPEED_PX = 72;
const NUMBER_PX = 52;
const FLAG_PX = 10;
/** The room for the name above each strip, and for the times below the last. */
const NAME_PX = 18;
export const AXIS_PX = 22;

type Series = CallOutput<'get-track-series'>;

/** The strips of a chart, one below the other. */
export function chartRows(keys: readonly SeriesKey[], { bucketMs, holeMs, series }: Series, from: number): ChartRow[] {
  let top = 0;
  return keys.flatMap((key) => {
    const found = series.find((each) => each.key === key.key);
    if (!found) return [];
    const height = key.kind === 'flag' ? FLAG_PX : key.key === 'speed' ? SPEED_PX : NUMBER_PX;
    const row = { ...key, top: top + NAME_PX, height, points: pointsOf(found, { bucketMs, holeMs }, from) };
    top = row.top + height;
    return [row];
  });
}

export const chartHeight = (rows: readonly ChartRow[]): number => {
  const last = rows.at(-1);
  return last ? last.top + last.height + AXIS_PX : 0;
};

/**
 * The minimum and maximum of each bucket, so that no peak is lost; the line continues over short intervals, but not
 * over data gaps.
 */
function pointsOf(
  { min, max }: Series['series'][number],
  { bucketMs, holeMs }: Pick<Series, 'bucketMs' | 'holeMs'>,
  from: number,
): ChartRow['points'] {
  const points: ChartRow['points'] = [];
  let last: number | null = null;
  for (const [bucket, low] of min.entries()) {
    const high = max[bucket] ?? null;
    if (low === null || high === null) continue;
    const start = from + bucket * bucketMs;
    if (last !== null && start - last > holeMs) points.push([last, null]);
    points.push([start + bucketMs / 4, low]);
    if (high !== low) points.push([start + (bucketMs * 3) / 4, high]);
    last = start + bucketMs;
  }
  return points;
}

/** The minimum and maximum of a strip in the bucket of a moment; null if there is none. */
export function valuesAt(
  { min, max }: Series['series'][number],
  bucketMs: number,
  sinceFrom: number,
): [number, number] | null {
  const bucket = Math.floor(sinceFrom / bucketMs);
  const [low, high] = [min[bucket] ?? null, max[bucket] ?? null];
  return low === null || high === null ? null : [low, high];
}
