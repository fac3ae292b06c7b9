import type { PositionColumns, StatusReportColumns } from '../chunks/chunk-columns.ts';
import { jsonTableOf } from '../chunks/json-table.ts';

/** Columns of either kind, without values that are not exact. */
export type AnyColumns = PositionColumns | StatusReportColumns;

/**
 * Joins packed rows and later ones of the same device and day in the order of their key. Of two with the same key, the
 * packed one stays, as it would have as a row.
 */
export function mergeColumns<Columns extends AnyColumns>(packed: Columns, rows: Columns): Columns {
  const [one, other] = [packed, rows].map((columns) => timesOfColumns(columns)) as [Float64Array, Float64Array];
  const order: number[] = [];
  let [left, right] = [0, 0];
  while (left < one.length || right < other.length) {
    const compared = compareAt(packed, left, one, rows, right, other);
    if (compared <= 0) {
      order.push(left);
      left += 1;
      if (compared === 0) right += 1;
    } else {
      order.push(-1 - right);
      right += 1;
    }
  }
  return pick(order, packed, rows);
}

/** Those rows of columns for which `keep` is true. */
export function filterColumns<Columns extends AnyColumns>(columns: Columns, keep: (row: number) => boolean): Columns {
  const order: number[] = [];
  for (let row = 0; row < columns.reportHash.length; row++) if (keep(row)) order.push(row);
  return pick(order, columns, columns);
}

const timesOfColumns = (columns: AnyColumns): Float64Array =>
  'fixTime' in columns ? columns.fixTime : columns.reportedAt;

function compareAt(
  packed: AnyColumns,
  left: number,
  one: Float64Array,
  rows: AnyColumns,
  right: number,
  other: Float64Array,
): number {
  if (left >= one.length) return 1;
  if (right >= other.length) return -1;
  return (one[left] ?? 0) - (other[right] ?? 0) || (packed.reportHash[left] ?? 0) - (rows.reportHash[right] ?? 0);
}

/** Columns of the rows in this order: an index of `one`, or -1 minus one of `other`. */
function pick<Columns extends AnyColumns>(order: readonly number[], one: Columns, other: Columns): Columns {
  const picked: Record<string, unknown> = {};
  for (const name of COLUMN_NAMES['fixTime' in one ? 'positions' : 'statusReports']) {
    const [left, right] = [one, other].map((columns) => columns[name as keyof Columns] as ArrayLike<number>) as [
      ArrayLike<number>,
      ArrayLike<number>,
    ];
    const values = new (left.constructor as Float64ArrayConstructor)(order.length);
    for (const [index, row] of order.entries()) values[index] = (row >= 0 ? left[row] : right[-1 - row]) ?? 0;
    picked[name] = values;
  }
  const texts = order.map((row) => (row >= 0 ? one.attributes.textAt(row) : other.attributes.textAt(-1 - row)));
  return { ...picked, attributes: jsonTableOf(texts) } as unknown as Columns;
}

/** The columns of numbers. */
export const COLUMN_NAMES = {
  positions: [
    'fixTime',
    'reportHash',
    'receivedAt',
    'lat',
    'lon',
    'altitudeM',
    'speedDkph',
    'courseDeg',
    'flags',
    'satellites',
    'batteryPercent',
    'powerMv',
    'rssi',
    'odometerM',
    'roadLimitKph',
  ],
  statusReports: ['reportedAt', 'reportHash', 'receivedAt', 'lat', 'lon', 'deviceClock'],
} as const;
