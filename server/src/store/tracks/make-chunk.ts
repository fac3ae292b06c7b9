import { encodePositions } from '../chunks/position-chunk.ts';
import { encodeStatusReports } from '../chunks/status-report-chunk.ts';
import { type AnyColumns, mergeColumns, numbersOfColumns, timesOfColumns } from './merge-columns.ts';
import { dayTextOf, decodeChunk, type PackedKind } from './packed-days.ts';
import { columnsOf, type SentRows } from './row-columns.ts';

/** A chunk with what is stored beside it. Times in microseconds, bounds in 1e-7 degrees. */
export interface MadeChunk {
  data: Uint8Array;
  first: number;
  last: number;
  count: number;
  valid: number;
  south: number;
  west: number;
  north: number;
  east: number;
}

/**
 * Packs rows, together with an earlier chunk of the same day, and reads the result back: what differs is not stored.
 * @throws RangeError for rows that cannot be packed
 * @throws ChunkError if the earlier chunk is damaged, or of another day
 */
export function makeChunk(kind: PackedKind, sent: SentRows, earlier: Uint8Array | null): MadeChunk {
  const rows = columnsOf(kind, sent);
  if (earlier === null) return chunkOf(kind, rows);
  const day = dayTextOf(timesOfColumns(rows)[0] ?? 0);
  return chunkOf(kind, mergeColumns(decodeChunk(kind, earlier, day), rows));
}

/** Packs columns. @throws RangeError if reading the result back does not give the same */
export function chunkOf(kind: PackedKind, columns: AnyColumns): MadeChunk {
  const data = 'fixTime' in columns ? encodePositions(columns) : encodeStatusReports(columns);
  const different = differenceOf(columns, decodeChunk(kind, data));
  if (different !== null) throw new RangeError(`the chunk would differ in ${different}`);
  const times = timesOfColumns(columns);
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  return { data, first, last, count: times.length, ...placesOf(columns) };
}

/** The name of the first column that is not equal; null if all are. */
function differenceOf(columns: AnyColumns, read: AnyColumns): string | null {
  const others = numbersOfColumns(read);
  for (const [index, [name, values]] of numbersOfColumns(columns).entries()) {
    if (!areEqual(values, others[index]?.[1] ?? [])) return name;
  }
  const [texts, again] = [columns.attributes, read.attributes];
  for (let row = 0; row < texts.length; row++) if (texts.textAt(row) !== again.textAt(row)) return 'attributes';
  return null;
}

function areEqual(values: ArrayLike<number>, others: ArrayLike<number>): boolean {
  if (values.length !== others.length) return false;
  for (let row = 0; row < values.length; row++) {
    const value = values[row] ?? 0;
    const other = others[row] ?? 0;
    if (value !== other && !(Number.isNaN(value) && Number.isNaN(other))) return false;
  }
  return true;
}

function placesOf(columns: AnyColumns): Pick<MadeChunk, 'valid' | 'south' | 'west' | 'north' | 'east'> {
  const found = { valid: 0, south: 0, west: 0, north: 0, east: 0 };
  if (!('fixTime' in columns)) return found;
  const { lat, lon, flags } = columns;
  for (const flag of flags) found.valid += flag & 1;
  found.south = lat.reduce((least, value) => Math.min(least, value), Infinity);
  found.north = lat.reduce((most, value) => Math.max(most, value), -Infinity);
  found.west = lon.reduce((least, value) => Math.min(least, value), Infinity);
  found.east = lon.reduce((most, value) => Math.max(most, value), -Infinity);
  return found;
}
