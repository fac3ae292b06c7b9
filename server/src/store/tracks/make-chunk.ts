import type { PositionColumns, StatusReportColumns } from '../chunks/chunk-columns.ts';
import { encodePositions } from '../chunks/position-chunk.ts';
import { encodeStatusReports } from '../chunks/status-report-chunk.ts';
import { type AnyColumns, COLUMN_NAMES, mergeColumns } from './merge-columns.ts';
import { decodeChunk, type PackedKind } from './packed-days.ts';
import { positionColumnsOf, type SentRows, statusReportColumnsOf } from './row-columns.ts';

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
 * @throws ChunkError if the earlier chunk is damaged
 */
export function makeChunk(kind: PackedKind, sent: SentRows, earlier: Uint8Array | null): MadeChunk {
  const rows: AnyColumns = kind === 'positions' ? positionColumnsOf(sent) : statusReportColumnsOf(sent);
  return chunkOf(kind, earlier === null ? rows : mergeColumns(decodeChunk(kind, earlier) as AnyColumns, rows));
}

/** Packs columns. @throws RangeError if reading the result back does not give the same */
export function chunkOf(kind: PackedKind, columns: AnyColumns): MadeChunk {
  const data =
    kind === 'positions'
      ? encodePositions(columns as PositionColumns)
      : encodeStatusReports(columns as StatusReportColumns);
  const read = decodeChunk(kind, data) as AnyColumns;
  const different = differenceOf(kind, columns, read);
  if (different) throw new RangeError(`the chunk would differ in ${different}`);
  const times = 'fixTime' in columns ? columns.fixTime : columns.reportedAt;
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  return { data, first, last, count: times.length, ...placesOf(columns) };
}

function differenceOf(kind: PackedKind, one: AnyColumns, other: AnyColumns): string | null {
  for (const name of COLUMN_NAMES[kind]) {
    const [left, right] = [one, other].map((columns) => columns[name as keyof AnyColumns] as ArrayLike<number>);
    if (!left || !right || left.length !== right.length) return name;
    for (let row = 0; row < left.length; row++) if (!Object.is(left[row], right[row])) return name;
  }
  for (let row = 0; row < one.reportHash.length; row++) {
    if (one.attributes.textAt(row) !== other.attributes.textAt(row)) return 'attributes';
  }
  return null;
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
