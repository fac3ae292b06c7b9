import { ChunkError } from '../chunks/chunk-error.ts';
import { MAX_ROWS } from '../chunks/chunk-format.ts';
import { DAY_MICROS, type DeviceDay, startOfDay } from '../chunks/device-day.ts';
import { codeOf } from '../../fault.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { type DeviceRange, timeSql } from './device-range.ts';
import type { MadeChunk } from './make-chunk.ts';
import { CHUNK_DATA, CHUNK_TABLE, type PackedKind, recordDamage } from './packed-days.ts';
import { readSentRows, type SentRows } from './row-columns.ts';
import { ROW_TABLE } from './row-tables.ts';

/** Packs rows together with the earlier chunk of their day; see `makeChunk`. */
export type MakeChunk = (
  kind: PackedKind,
  one: DeviceDay,
  sent: SentRows,
  earlier: Uint8Array | null,
) => Promise<MadeChunk>;

/** SQLSTATE serialization_failure: the rows were deleted or packed meanwhile. */
const SERIALIZATION_FAILURE = '40001';
/** SQLSTATE deadlock_detected. */
const DEADLOCK = '40P01';

/** Whether packing failed because the days were changed meanwhile: it can be repeated. */
export const isConflict = (error: unknown): boolean => [SERIALIZATION_FAILURE, DEADLOCK].includes(codeOf(error) ?? '');

export const rangeOfDay = ({ deviceId, day }: DeviceDay): DeviceRange => ({
  deviceId,
  from: startOfDay(day),
  to: startOfDay(day) + DAY_MICROS,
});

/**
 * For the transaction of packing: a single state of the database, and one plan for each statement with a name. Making a
 * plan for each day of a device takes as long as reading its rows.
 */
const BEGIN_PACKING = 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ; SET LOCAL plan_cache_mode = force_generic_plan';

/** SQL: deletes the rows of a device (`$1`) from `$2` up to `$3`, microseconds. */
export const deleteRowsSql = (kind: PackedKind): string => {
  const { table, time } = ROW_TABLE[kind];
  return `DELETE FROM ${table} WHERE device_id = $1 AND ${time} >= ${timeSql('$2::int8')} AND ${time} < ${timeSql('$3::int8')}`;
};

/** Devices share locks, as the server has room for some thousands. */
const LOCKS = 256;
const lockOf = (deviceId: number) => deviceId % LOCKS;

/**
 * Locks the packed days of devices until the end of the transaction. Whoever changes chunks does so before reading or
 * changing anything of these devices, all in one order; the chunk of a day need not exist yet.
 */
export async function lockPackedDays(db: Queryable, deviceIds: readonly number[]): Promise<void> {
  const locks = [...new Set(deviceIds.map(lockOf))].toSorted((a, b) => a - b);
  for (const lock of locks) await db.query(`SELECT pg_advisory_xact_lock(hashtext('packed-days'), $1)`, [lock]);
}

/** Locks them unless somebody else has: packing would see the state of the database from before it waited. */
async function tryLockPackedDays(db: Queryable, deviceId: number): Promise<boolean> {
  const { rows } = await db.query<{ locked: boolean }>(
    `SELECT pg_try_advisory_xact_lock(hashtext('packed-days'), $1) AS locked`,
    [lockOf(deviceId)],
  );
  return rows[0]?.locked === true;
}

/**
 * Packs the rows of some days of devices in one transaction, which sees a single state of the database: rows that
 * arrive meanwhile stay for the next time. Days with rows received within the last `quietMs` stay as they are, as more
 * is likely to follow, and so do those whose packed days are being changed.
 * @returns the number of packed rows, and the days that cannot be packed; those with a damaged chunk are recorded
 */
export function packDays(
  database: Database,
  kind: PackedKind,
  days: readonly DeviceDay[],
  { make, quietMs, maxBytes = MAX_BYTES }: { make: MakeChunk; quietMs: number; maxBytes?: number },
): Promise<{ packed: number; refused: (DeviceDay & { reason: string })[] }> {
  return inTransaction(database, async (db) => {
    await db.query(BEGIN_PACKING);
    const refused: (DeviceDay & { reason: string })[] = [];
    let packed = 0;
    for (const one of days) {
      if (!(await tryLockPackedDays(db, one.deviceId))) continue;
      const excess = await excessOf(db, kind, one, maxBytes);
      if (excess !== null) {
        refused.push({ ...one, reason: excess });
        continue;
      }
      const sent = await readSentRows(db, kind, rangeOfDay(one));
      if (sent === null || sent.received > (Date.now() - quietMs) * 1000) continue;
      const earlier = await readChunkData(db, kind, one);
      const made = await valueOrError(() => make(kind, one, sent, earlier));
      if (made instanceof ChunkError) await recordDamage(db, kind, { ...one, reason: made.reason });
      // Whatever is wrong with this day, its thread too, must not keep the others in rows.
      else if (made instanceof Error) refused.push({ ...one, reason: made.message });
      else packed += await packRows(db, kind, one, made);
    }
    return { packed, refused };
  });
}

async function valueOrError<Value>(make: () => Promise<Value>): Promise<Value | Error> {
  try {
    return await make();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** The attributes of a day as text: half of what one text can contain, in the database or here. */
const MAX_BYTES = 2 ** 28;
/** Attributes that take less than this part of it at rest are not measured, as compression gains no more. */
const COMPRESSION = 128;

/** Why the rows of a day are too many to be read at once; null if they are not. */
async function excessOf(db: Queryable, kind: PackedKind, one: DeviceDay, maxBytes: number): Promise<string | null> {
  const { table, time } = ROW_TABLE[kind];
  const { deviceId, from, to } = rangeOfDay(one);
  const measure = async (size: string) => {
    const { rows } = await db.query<{ count: number; bytes: number }>({
      name: `measure-${table}-${size}`,
      text: `SELECT count(*)::int8 AS count, coalesce(sum(${size}), 0)::int8 AS bytes FROM ${table}
       WHERE device_id = $1 AND ${time} >= ${timeSql('$2::int8')} AND ${time} < ${timeSql('$3::int8')}`,
      values: [deviceId, from, to],
    });
    return rows[0] ?? { count: 0, bytes: 0 };
  };
  const { count, bytes: stored } = await measure('pg_column_size(attributes)');
  if (count > MAX_ROWS) return `${count} rows are too many for a chunk`;
  if (stored * COMPRESSION <= maxBytes) return null;
  const { bytes } = await measure('octet_length(attributes::text)');
  return bytes > maxBytes ? `${bytes} bytes of attributes are too many for a chunk` : null;
}

/** The data of a chunk; null if the day has none. */
export async function readChunkData(db: Queryable, kind: PackedKind, one: DeviceDay): Promise<Buffer | null> {
  const { rows } = await db.query<{ data: Buffer }>({
    name: `data-of-${CHUNK_TABLE[kind]}`,
    text: `SELECT ${CHUNK_DATA} FROM ${CHUNK_TABLE[kind]} c WHERE device_id = $1 AND day = $2`,
    values: [one.deviceId, one.day],
  });
  return rows[0]?.data ?? null;
}

async function packRows(db: Queryable, kind: PackedKind, one: DeviceDay, made: MadeChunk): Promise<number> {
  await writeChunk(db, kind, one, made);
  const { deviceId, from, to } = rangeOfDay(one);
  const { rowCount } = await db.query({
    name: `delete-${ROW_TABLE[kind].table}`,
    text: deleteRowsSql(kind),
    values: [deviceId, from, to],
  });
  return rowCount ?? 0;
}

/** The bytes of a long value that PostgreSQL stores in one piece; four pieces fill a page. */
const PIECE = 1996;

/**
 * Writes the chunk of a day, in place of an earlier one: its whole pieces, and in the row itself what follows them, since
 * a last piece would leave a part of its page empty.
 */
export async function writeChunk(db: Queryable, kind: PackedKind, one: DeviceDay, made: MadeChunk): Promise<void> {
  const { first, last, count, valid, south, west, north, east } = made;
  const bytes = Buffer.from(made.data);
  const whole = bytes.length < PIECE ? bytes.length : bytes.length - (bytes.length % PIECE);
  const [data, rest] = [bytes.subarray(0, whole), bytes.subarray(whole)];
  const values: Record<string, unknown> = { first, last, count, data, rest };
  if (kind === 'positions') Object.assign(values, { valid, south, west, north, east });
  const names = Object.keys(values);
  const parameters = names.map((name, index) =>
    name === 'first' || name === 'last' ? timeSql(`$${index + 3}::int8`) : `$${index + 3}`,
  );
  await db.query({
    name: `write-${CHUNK_TABLE[kind]}`,
    text: `INSERT INTO ${CHUNK_TABLE[kind]} (device_id, day, ${names.join(', ')}) VALUES ($1, $2, ${parameters.join(', ')})
     ON CONFLICT (device_id, day) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    values: [one.deviceId, one.day, ...Object.values(values)],
  });
}
