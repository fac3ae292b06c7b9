import {
  POSITION_NUMBERS,
  type PositionColumns,
  STATUS_REPORT_NUMBERS,
  type StatusReportColumns,
} from '../chunks/chunk-columns.ts';
import { type JsonTable, jsonTableOf } from '../chunks/json-table.ts';

/** Columns of either kind, without values that are not exact. */
export type AnyColumns = PositionColumns | StatusReportColumns;

/**
 * Joins packed rows and later ones of the same device and day in the order of their key. Of two with the same key, the
 * packed one stays, as it would have as a row.
 */
export function mergeColumns(packed: AnyColumns, rows: AnyColumns): AnyColumns {
  const [one, other] = [timesOfColumns(packed), timesOfColumns(rows)];
  const order: number[] = [];
  let [left, right] = [0, 0];
  while (left < one.length || right < other.length) {
    const compared =
      left >= one.length
        ? 1
        : right >= other.length
          ? -1
          : (one[left] ?? 0) - (other[right] ?? 0) || (packed.reportHash[left] ?? 0) - (rows.reportHash[right] ?? 0);
    order.push(compared <= 0 ? left : -1 - right);
    if (compared <= 0) left += 1;
    if (compared >= 0) right += 1;
  }
  return pick(order, packed, rows);
}

/** Those rows of columns for which `keep` is true. */
export function filterColumns(columns: AnyColumns, keep: (row: number) => boolean): AnyColumns {
  const order: number[] = [];
  for (let row = 0; row < columns.reportHash.length; row++) if (keep(row)) order.push(row);
  return pick(order, columns, columns);
}

/** The times of the rows in microseconds. */
export const timesOfColumns = (columns: AnyColumns): Float64Array =>
  'fixTime' in columns ? columns.fixTime : columns.reportedAt;

/** Columns of the rows in this order: an index of `one`, or -1 minus one of `other`. */
function pick(order: readonly number[], one: AnyColumns, other: AnyColumns): AnyColumns {
  const floats = (left: Float64Array, right: Float64Array) => fill(new Float64Array(order.length), order, left, right);
  const ints = (left: Int32Array, right: Int32Array) => fill(new Int32Array(order.length), order, left, right);
  const shorts = (left: Int16Array, right: Int16Array) => fill(new Int16Array(order.length), order, left, right);
  const texts = (left: JsonTable, right: JsonTable) =>
    jsonTableOf(order.map((row) => (row >= 0 ? left.textAt(row) : right.textAt(-1 - row))));
  if ('fixTime' in one && 'fixTime' in other) {
    return {
      fixTime: floats(one.fixTime, other.fixTime),
      reportHash: ints(one.reportHash, other.reportHash),
      receivedAt: floats(one.receivedAt, other.receivedAt),
      lat: ints(one.lat, other.lat),
      lon: ints(one.lon, other.lon),
      altitudeM: floats(one.altitudeM, other.altitudeM),
      speedDkph: shorts(one.speedDkph, other.speedDkph),
      courseDeg: shorts(one.courseDeg, other.courseDeg),
      flags: shorts(one.flags, other.flags),
      satellites: floats(one.satellites, other.satellites),
      batteryPercent: floats(one.batteryPercent, other.batteryPercent),
      powerMv: floats(one.powerMv, other.powerMv),
      rssi: floats(one.rssi, other.rssi),
      odometerM: floats(one.odometerM, other.odometerM),
      roadLimitKph: floats(one.roadLimitKph, other.roadLimitKph),
      attributes: texts(one.attributes, other.attributes),
    };
  }
  if ('fixTime' in one || 'fixTime' in other) throw new TypeError('the columns are of different kinds');
  return {
    reportedAt: floats(one.reportedAt, other.reportedAt),
    reportHash: ints(one.reportHash, other.reportHash),
    receivedAt: floats(one.receivedAt, other.receivedAt),
    lat: floats(one.lat, other.lat),
    lon: floats(one.lon, other.lon),
    deviceClock: floats(one.deviceClock, other.deviceClock),
    attributes: texts(one.attributes, other.attributes),
  };
}

function fill<Values extends Float64Array | Int32Array | Int16Array>(
  values: Values,
  order: readonly number[],
  left: ArrayLike<number>,
  right: ArrayLike<number>,
): Values {
  for (const [index, row] of order.entries()) values[index] = (row >= 0 ? left[row] : right[-1 - row]) ?? 0;
  return values;
}

/** The columns of numbers by name. */
export const numbersOfColumns = (columns: AnyColumns): [name: string, values: ArrayLike<number>][] =>
  'fixTime' in columns
    ? POSITION_NUMBERS.map((name) => [name, columns[name]])
    : STATUS_REPORT_NUMBERS.map((name) => [name, columns[name]]);
