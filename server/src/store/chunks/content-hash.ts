import { POSITION_FLAG } from '@milepost/tracking/position';
import type { PositionColumns } from './chunk-columns.ts';
import type { JsonTable } from './json-table.ts';
import type { JsonValue } from './json-values.ts';

/**
 * The hash of `tracking/src/report-hash.ts`, calculated from what is stored of a report. This copy belongs to the format
 * of chunks and must stay as it is, whatever becomes of the other: a hash that differs is stored.
 */
const FNV_OFFSET = 0x811c9dc5 | 0;
const FNV_PRIME = 0x01000193;
const NO_ALTITUDE = 0x7fffffff;
const bits = new DataView(new ArrayBuffer(8));

const mix = (hash: number, word: number): number => Math.imul(hash ^ (word | 0), FNV_PRIME);

function finish(hash: number): number {
  let mixed = hash ^ (hash >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

function mixText(hash: number, text: string): number {
  let mixed = hash;
  for (let index = 0; index < text.length; index++) mixed = mix(mixed, text.charCodeAt(index));
  return mixed;
}

function mixNumber(hash: number, value: number): number {
  bits.setFloat64(0, value);
  return mix(mix(hash, bits.getInt32(0)), bits.getInt32(4));
}

function mixValue(hash: number, value: JsonValue): number {
  if (typeof value === 'number') return mixNumber(hash, value);
  if (typeof value === 'boolean') return mix(hash, value ? 2 : 3);
  if (typeof value === 'string') return mixText(hash, value);
  let mixed = hash;
  if (Array.isArray(value))
    for (const each of value) if (typeof each === 'string') mixed = mixText(mix(mixed, 5), each);
  return mixed;
}

/** The columns that the hash of a position follows from. */
export type HashedColumns = Omit<PositionColumns, 'fixTime' | 'receivedAt' | 'reportHash' | 'roadLimitKph' | 'wide'>;

/** The hash of each position; `course0` is 360 for reports whose course was rounded to 360 and stored as 0. */
export function positionHashes(columns: HashedColumns, course0: 0 | 360 = 0): Int32Array {
  const { lat, lon, speedDkph, courseDeg, altitudeM, flags } = columns;
  const sums = attributeSums(columns.attributes);
  addNumbers(sums, 'satellites', columns.satellites, 1);
  addNumbers(sums, 'batteryPercent', columns.batteryPercent, 1);
  addNumbers(sums, 'powerV', columns.powerMv, 1000);
  addNumbers(sums, 'rssi', columns.rssi, 1);
  addNumbers(sums, 'odometerM', columns.odometerM, 1);
  addFlag(sums, 'ignition', flags, POSITION_FLAG.ignitionKnown, POSITION_FLAG.ignitionOn);
  addFlag(sums, 'motion', flags, POSITION_FLAG.motionKnown, POSITION_FLAG.motionOn);
  return sums.map((sum, row) => {
    let hash = mix(FNV_OFFSET, lat[row] ?? 0);
    hash = mix(hash, lon[row] ?? 0);
    hash = mix(hash, speedDkph[row] ?? 0);
    hash = mix(hash, courseDeg[row] || course0);
    const altitude = altitudeM[row] ?? Number.NaN;
    hash = mix(hash, Number.isNaN(altitude) ? NO_ALTITUDE : altitude);
    hash = mix(hash, (flags[row] ?? 0) & POSITION_FLAG.valid);
    return finish(mix(hash, sum));
  });
}

export function statusReportHashes(attributes: JsonTable): Int32Array {
  return attributeSums(attributes).map((sum) => finish(mix(FNV_OFFSET, sum)));
}

function attributeSums(attributes: JsonTable): Int32Array {
  const sums = new Int32Array(attributes.length);
  attributes.forEachKey((name, values, rows) => {
    if (name === null || name === 'archived') return;
    const start = mixText(FNV_OFFSET, name);
    for (let index = 0; index < rows.length; index++) {
      const row = rows[index] ?? 0;
      sums[row] = (sums[row] ?? 0) + finish(mixValue(start, values.valueAt(index)));
    }
  });
  return sums;
}

function addNumbers(sums: Int32Array, name: string, values: Float64Array, factor: number): void {
  const start = mixText(FNV_OFFSET, name);
  for (let row = 0; row < sums.length; row++) {
    const value = values[row] ?? Number.NaN;
    if (!Number.isNaN(value)) sums[row] = (sums[row] ?? 0) + finish(mixNumber(start, value / factor + 0));
  }
}

function addFlag(sums: Int32Array, name: string, flags: Int16Array, known: number, on: number): void {
  const start = mixText(FNV_OFFSET, name);
  const [yes, no] = [finish(mixValue(start, true)), finish(mixValue(start, false))];
  for (let row = 0; row < sums.length; row++) {
    const value = flags[row] ?? 0;
    if (value & known) sums[row] = (sums[row] ?? 0) + (value & on ? yes : no);
  }
}
