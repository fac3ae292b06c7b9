import { ChunkError } from '../chunks/chunk-error.ts';
import { DAY_MICROS, type DeviceDay, startOfDay } from '../chunks/device-day.ts';
import { StartError } from '../../errors.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { EARLIEST, microsSql, timeSql } from './device-range.ts';
import { chunkOf } from './make-chunk.ts';
import { type AnyColumns, mergeColumns } from './merge-columns.ts';
import { lockPackedDays, rangeOfDay, readChunkData, writeChunk } from './pack-days.ts';
import { CHUNK_TABLE, DamagedDay, decodeChunk, packedDays, type PackedKind, timesOf } from './packed-days.ts';
import { applyMarksOfDay, readSealedDay, sealRestored } from './restore-seal.ts';
import { columnsOf, readSentRows } from './row-columns.ts';
import { ROW_TABLE } from './row-tables.ts';

const KINDS: readonly PackedKind[] = ['positions', 'statusReports'];

/**
 * Takes the reports of a device and day from another database, such as a restored backup, whether they are packed there
 * or not. They are added to what is here; a damaged chunk is replaced. Its late rows here stay, and are packed with it
 * later. Facts are recomputed from it
 * on, or from late reports on that arrived when they could not be, by a running server within half a minute.
 * @returns the number of reports that the day has packed now
 * @throws StartError if the chunk of the other database is damaged too; nothing is changed then
 */
export async function restoreDay(database: Database, other: Queryable, one: DeviceDay): Promise<number> {
  const restored = await Promise.all(KINDS.map(async (kind) => ({ kind, columns: await readDay(other, kind, one) })));
  const there = await readSealedDay(other, one);
  return inTransaction(database, async (db) => {
    await lockPackedDays(db, [one.deviceId]);
    const here = await readSealedDay(db, one);
    const since = await readDamagedSince(db, one);
    let count = 0;
    for (const { kind, columns } of restored) {
      if (!columns) continue;
      const present = await readReadable(db, kind, one);
      const merged = present ? mergeColumns(present, columns) : columns;
      if ('fixTime' in merged) await sealRestored(db, one, merged, { here, there });
      const made = chunkOf(kind, one, merged);
      await writeChunk(db, kind, one, made);
      await db.query('DELETE FROM damaged_chunks WHERE kind = $1 AND device_id = $2 AND day = $3', [
        kind,
        one.deviceId,
        one.day,
      ]);
      count += made.count;
    }
    await applyMarksOfDay(db, one);
    if (count > 0) {
      await db.query('INSERT INTO telemetry_late (device_id, day) VALUES ($1, $2)', [one.deviceId, one.day]);
      await markDeviceLate(db, one.deviceId, await readFirstReceived(db, one, since));
    }
    return count;
  });
}

/** When a chunk of the day was found damaged, microseconds; now if none was. */
async function readDamagedSince(db: Queryable, { deviceId, day }: DeviceDay): Promise<number> {
  const { rows } = await db.query<{ since: number }>(
    `SELECT ${microsSql('coalesce(min(found_at), now())')} AS since FROM damaged_chunks WHERE device_id = $1 AND day = $2`,
    [deviceId, day],
  );
  return rows[0]?.since ?? 0;
}

/**
 * The time of the first report before the end of the day that was received since the damage was found, or on the day
 * before, as it may have been what found it; at the latest the start of the day. Microseconds.
 */
async function readFirstReceived(db: Queryable, one: DeviceDay, since: number): Promise<number> {
  const from = since - DAY_MICROS;
  let first = startOfDay(one.day);
  for (const kind of KINDS) {
    const { table, time } = ROW_TABLE[kind];
    const { rows } = await db.query<{ first: number | null }>(
      `SELECT ${microsSql(`min(${time})`)} AS first FROM ${table}
       WHERE device_id = $1 AND ${time} < ${timeSql('$2::int8')} AND received_at >= ${timeSql('$3::int8')}`,
      [one.deviceId, first, from],
    );
    first = Math.min(first, rows[0]?.first ?? Infinity);
    // Late reports of earlier days may have been packed since.
    const earlier = { deviceId: one.deviceId, from: EARLIEST, to: first };
    for await (const { chunk, low, high } of packedDays(db, kind, earlier)) {
      const late = chunk.receivedAt.subarray(low, high).findIndex((received) => received >= from);
      if (late < 0) continue;
      first = timesOf(chunk)[low + late] ?? first;
      break;
    }
  }
  return first;
}

/** Marks the facts of all installations of a device from a time on (microseconds). */
async function markDeviceLate(db: Queryable, deviceId: number, from: number): Promise<void> {
  await db.query(
    `INSERT INTO late_marks AS held (installation_id, late_at)
     SELECT id, greatest(installed_at, ${timeSql('$2::int8')}) FROM installations
      WHERE device_id = $1 AND coalesce(removed_at, 'infinity') > ${timeSql('$2::int8')}
     ON CONFLICT (installation_id) DO UPDATE SET late_at = least(held.late_at, excluded.late_at)`,
    [deviceId, from],
  );
}

/** All reports of a day; null if there are none. */
async function readDay(db: Queryable, kind: PackedKind, one: DeviceDay): Promise<AnyColumns | null> {
  const sent = await readSentRows(db, kind, rangeOfDay(one));
  const data = await readOldChunkData(db, kind, one);
  const rows = sent && columnsOf(kind, sent);
  const packed = data && decodeOther(kind, data, one);
  return rows && packed ? mergeColumns(packed, rows) : (packed ?? rows);
}

/** The data of a chunk, also of a database of an earlier version, which has it in one column; null if there is none. */
async function readOldChunkData(db: Queryable, kind: PackedKind, one: DeviceDay): Promise<Buffer | null> {
  const table = CHUNK_TABLE[kind];
  const { rows: found } = await db.query<{ exists: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_attribute WHERE attrelid = to_regclass($1) AND attname = 'rest') AS exists`,
    [table],
  );
  if (found[0]?.exists === true) return readChunkData(db, kind, one);
  const { rows } = await db.query<{ data: Buffer }>(`SELECT data FROM ${table} WHERE device_id = $1 AND day = $2`, [
    one.deviceId,
    one.day,
  ]);
  return rows[0]?.data ?? null;
}

function decodeOther(kind: PackedKind, data: Uint8Array, one: DeviceDay): AnyColumns {
  try {
    return decodeChunk(kind, data, one);
  } catch (cause) {
    if (!(cause instanceof DamagedDay)) throw cause;
    const message = `In the other database too: ${cause.finding} Nothing was changed; try an earlier backup.`;
    throw new StartError(message, { cause });
  }
}

/** The packed reports of a day; null if there are none, or they are damaged. */
async function readReadable(db: Queryable, kind: PackedKind, one: DeviceDay): Promise<AnyColumns | null> {
  const data = await readChunkData(db, kind, one);
  try {
    return data && decodeChunk(kind, data, one);
  } catch (error) {
    if (error instanceof ChunkError) return null;
    throw error;
  }
}
