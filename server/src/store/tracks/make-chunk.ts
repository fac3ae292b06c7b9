import type { DeviceDay } from '../chunks/device-day.ts';
import { encodePositions } from '../chunks/position-chunk.ts';
import { encodeStatusReports } from '../chunks/status-report-chunk.ts';
import { type ChunkSummary, summaryOf } from './chunk-summary.ts';
import { type AnyColumns, mergeColumns, numbersOfColumns } from './merge-columns.ts';
import { decodeChunk, type PackedKind } from './packed-days.ts';
import { columnsOf, type SentRows } from './row-columns.ts';

/** A chunk with what is stored beside it. */
export interface MadeChunk extends ChunkSummary {
  data: Uint8Array;
}

/**
 * Packs rows, together with an earlier chunk of the same day, and reads the result back: what differs is not stored.
 * @throws RangeError for rows that cannot be packed
 * @throws ChunkError if the earlier chunk is damaged, or of another device or day
 */
export function makeChunk(kind: PackedKind, one: DeviceDay, sent: SentRows, earlier: Uint8Array | null): MadeChunk {
  const rows = columnsOf(kind, sent);
  return chunkOf(kind, one, earlier === null ? rows : mergeColumns(decodeChunk(kind, earlier, one), rows));
}

/** Packs columns. @throws RangeError if reading the result back does not give the same */
export function chunkOf(kind: PackedKind, one: DeviceDay, columns: AnyColumns): MadeChunk {
  const data = 'fixTime' in columns ? encodePositions(columns, one) : encodeStatusReports(columns, one);
  const different = differenceOf(columns, decodeChunk(kind, data, one));
  if (different !== null) throw new RangeError(`the chunk would differ in ${different}`);
  return { data, ...summaryOf(columns) };
}

/** The name of the first column that is not equal; null if all are. */
function differenceOf(columns: AnyColumns, read: AnyColumns): string | null {
  const others = numbersOfColumns(read);
  for (const [index, [name, values]] of numbersOfColumns(columns).entries()) {
    if (!areEqual(values, others[index]?.[1] ?? [])) return name;
  }
  const [texts, again] = [columns.attributes, read.attributes];
  for (let row = 0; row < texts.length; row++) if (!again.isTextAt(row, texts.textAt(row))) return 'attributes';
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
