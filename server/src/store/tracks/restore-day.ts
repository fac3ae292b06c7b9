import { ChunkError } from '../chunks/chunk-error.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { chunkOf } from './make-chunk.ts';
import { type AnyColumns, mergeColumns } from './merge-columns.ts';
import { type DeviceDay, lockPackedDays, rangeOfDay, readChunkData, writeChunk } from './pack-days.ts';
import { decodeChunk, type PackedKind } from './packed-days.ts';
import { columnsOf, readSentRows } from './row-columns.ts';

const KINDS: readonly PackedKind[] = ['positions', 'statusReports'];

/**
 * Takes the reports of a device and day from another database, such as a restored backup, whether they are packed there
 * or not. They are added to what is here; a damaged chunk is replaced. Its late rows here stay, and are packed with it
 * later.
 * @returns the number of reports that the day has packed now
 * @throws ChunkError if the chunk of the other database is damaged too; nothing is changed then
 */
export async function restoreDay(database: Database, other: Queryable, one: DeviceDay): Promise<number> {
  const restored = await Promise.all(KINDS.map(async (kind) => ({ kind, columns: await readDay(other, kind, one) })));
  return inTransaction(database, async (db) => {
    await lockPackedDays(db, [one.deviceId]);
    let count = 0;
    for (const { kind, columns } of restored) {
      if (!columns) continue;
      const here = await readReadable(db, kind, one);
      const made = chunkOf(kind, here ? mergeColumns(here, columns) : columns);
      await writeChunk(db, kind, one, made);
      await db.query('DELETE FROM damaged_chunks WHERE kind = $1 AND device_id = $2 AND day = $3', [
        kind,
        one.deviceId,
        one.day,
      ]);
      count += made.count;
    }
    if (count > 0)
      await db.query('INSERT INTO telemetry_late (device_id, day) VALUES ($1, $2)', [one.deviceId, one.day]);
    return count;
  });
}

/** All reports of a day; null if there are none. */
async function readDay(db: Queryable, kind: PackedKind, one: DeviceDay): Promise<AnyColumns | null> {
  const sent = await readSentRows(db, kind, rangeOfDay(one));
  const data = await readChunkData(db, kind, one);
  const rows = sent && columnsOf(kind, sent);
  const packed = data && decodeChunk(kind, data);
  return rows && packed ? mergeColumns(packed, rows) : (packed ?? rows);
}

/** The packed reports of a day; null if there are none, or they are damaged. */
async function readReadable(db: Queryable, kind: PackedKind, one: DeviceDay): Promise<AnyColumns | null> {
  const data = await readChunkData(db, kind, one);
  try {
    return data && decodeChunk(kind, data);
  } catch (error) {
    if (error instanceof ChunkError) return null;
    throw error;
  }
}
