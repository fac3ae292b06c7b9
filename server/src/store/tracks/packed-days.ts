import { ChunkError } from '../chunks/chunk-error.ts';
import { DAY_MICROS, type DeviceDay, startOfDay } from '../chunks/device-day.ts';
import { decodePositions, type PositionChunk } from '../chunks/position-chunk.ts';
import { decodeStatusReports, type StatusReportChunk } from '../chunks/status-report-chunk.ts';
import type { Queryable } from '../database.ts';
import { type ChunkSummary, summaryOf } from './chunk-summary.ts';
import { type DeviceRange, EARLIEST, LATEST, microsSql } from './device-range.ts';

/** Which table of packed days. */
export type PackedKind = 'positions' | 'statusReports';

interface Chunks {
  positions: PositionChunk;
  statusReports: StatusReportChunk;
}

/** The rows of a packed day within a range: those from `low` up to `high` (exclusive). */
export interface PackedDay<Kind extends PackedKind> {
  deviceId: number;
  /** YYYY-MM-DD, UTC. */
  day: string;
  chunk: Chunks[Kind];
  low: number;
  high: number;
}

/** The table of packed days of a kind. */
export const CHUNK_TABLE = { positions: 'position_chunks', statusReports: 'status_report_chunks' } as const;
/** SQL: the bytes of the chunk `c`, which are stored in two columns; see `writeChunk`. */
export const CHUNK_DATA = 'c.data || c.rest AS data';

const KIND_NAMES = { positions: 'positions', statusReports: 'status reports' } as const;

/** A packed day that cannot be read, by device and day: what `milepost restore-day` needs. */
export class DamagedDay extends ChunkError {
  readonly day: string;
  readonly deviceId: number;
  /** The sentence alone, without what to do. */
  readonly finding: string;

  constructor(kind: PackedKind, { deviceId, day }: DeviceDay, { reason, message }: ChunkError) {
    const finding = `The packed ${KIND_NAMES[kind]} of device ${deviceId} on ${day} are damaged (${message}).`;
    super(reason, `${finding} milepost restore-day takes them from a backup.`);
    this.day = day;
    this.deviceId = deviceId;
    this.finding = finding;
  }
}

/**
 * Unpacks a chunk of a kind.
 * @param one the device and day that it is stored for
 * @throws DamagedDay if it is damaged, or of another device or day
 */
export function decodeChunk<Kind extends PackedKind>(kind: Kind, data: Uint8Array, one: DeviceDay): Chunks[Kind] {
  try {
    return decodeOwn(kind, data, one);
  } catch (error) {
    throw error instanceof ChunkError ? new DamagedDay(kind, one, error) : error;
  }
}

function decodeOwn<Kind extends PackedKind>(kind: Kind, data: Uint8Array, one: DeviceDay): Chunks[Kind] {
  const chunk = DECODE[kind](data);
  const { owner } = chunk;
  if (owner && (owner.deviceId !== one.deviceId || owner.day !== one.day))
    throw misplaced(`the chunk is of device ${owner.deviceId} on ${owner.day}`);
  const [first, last] = endsOf(chunk);
  const start = startOfDay(one.day);
  if (first < start || last >= start + DAY_MICROS) throw misplaced(`the chunk is not of ${one.day}`);
  return chunk;
}

const DECODE: { [Kind in PackedKind]: (data: Uint8Array) => Chunks[Kind] } = {
  positions: decodePositions,
  statusReports: decodeStatusReports,
};

/** The times of the rows of a chunk in microseconds, in order. */
export const timesOf = (chunk: PositionChunk | StatusReportChunk): Float64Array =>
  'fixTime' in chunk ? chunk.fixTime : chunk.reportedAt;

/** The first and the last time of a chunk; NaN if it has no rows. */
function endsOf(chunk: PositionChunk | StatusReportChunk): [first: number, last: number] {
  const times = timesOf(chunk);
  return [times[0] ?? Number.NaN, times.at(-1) ?? Number.NaN];
}

const misplaced = (message: string) => new ChunkError('misplaced', message);

/** The day (UTC) of a time in microseconds; of times beyond `EARLIEST` and `LATEST`, theirs. */
export const dayTextOf = (micros: number): string =>
  new Date(Math.floor(Math.min(LATEST, Math.max(EARLIEST, micros)) / DAY_MICROS) * (DAY_MICROS / 1000))
    .toISOString()
    .slice(0, 10);

/** How a reader treats a damaged chunk. `throw` is for recomputing facts, which would otherwise be deleted. */
export type OnDamage = 'skip' | 'throw';

interface PackedRequest extends DeviceRange {
  newestFirst?: boolean;
  /** SQL that chunks have to meet, with parameters from 5 on. */
  where?: string;
  values?: readonly unknown[];
  /** The number of days that are read together. */
  together?: number;
  onDamage?: OnDamage;
}

/**
 * The packed days of a device within a range, in order. A reader that also reads rows has to read these first: rows
 * that are packed in between are seen twice with the same key, never missed. A damaged chunk is recorded and left out.
 */
export async function* packedDays<Kind extends PackedKind>(
  db: Queryable,
  kind: Kind,
  request: PackedRequest,
): AsyncGenerator<PackedDay<Kind>> {
  const { deviceId, from, to, newestFirst = false, where = 'true', values = [], together = 31 } = request;
  if (from >= to) return;
  let [first, last] = [dayTextOf(from), dayTextOf(to - 1)];
  for (;;) {
    const { rows } = await db.query<StoredChunk & { day: string }>(
      `SELECT c.day::text AS day, ${STORED[kind]} FROM ${CHUNK_TABLE[kind]} c
       WHERE c.device_id = $1 AND c.day BETWEEN $2 AND $3 AND (${where})
       ORDER BY c.day ${newestFirst ? 'DESC' : 'ASC'} LIMIT $4`,
      [deviceId, first, last, together, ...values],
    );
    for (const row of rows) {
      const { day } = row;
      const chunk = await decodeOrRecord(db, kind, { deviceId, ...row }, request.onDamage ?? 'skip');
      if (!chunk) continue;
      const times = timesOf(chunk);
      const [low, high] = [lowerBound(times, from), lowerBound(times, to)];
      if (low < high) yield { deviceId, day, chunk, low, high };
    }
    const end = rows.at(-1);
    if (!end || rows.length < together) return;
    if (newestFirst) last = dayTextOf(startOfDay(end.day) - 1);
    else first = dayTextOf(startOfDay(end.day) + DAY_MICROS);
    if (first > last) return;
  }
}

/**
 * The indices of those ranges for which there is a chunk of their days that meets a condition (SQL about `c`). Call it
 * after rows were read, as `packedDays`.
 */
export async function listRangesWithChunks(
  db: Queryable,
  ranges: readonly DeviceRange[],
  where = 'true',
  kind: PackedKind = 'positions',
): Promise<number[]> {
  if (ranges.length === 0) return [];
  const { rows } = await db.query<{ index: number }>(
    `SELECT u.index::int AS index FROM unnest($1::int[], $2::date[], $3::date[]) WITH ORDINALITY AS u(device_id, first, last, index)
     WHERE u.first <= u.last AND EXISTS (SELECT FROM ${CHUNK_TABLE[kind]} c WHERE c.device_id = u.device_id
       AND c.day BETWEEN u.first AND u.last AND (${where}))
     ORDER BY 1`,
    [
      ranges.map(({ deviceId }) => deviceId),
      ranges.map(({ from }) => dayTextOf(from)),
      ranges.map(({ to }) => dayTextOf(to - 1)),
    ],
  );
  return rows.map(({ index }) => index - 1);
}

/** The newest packed day with a valid fix of the days of each range, all with one query; null where there is none. */
export async function newestPackedDays(
  db: Queryable,
  ranges: readonly DeviceRange[],
): Promise<(PackedDay<'positions'> | null)[]> {
  const found = ranges.map((): PackedDay<'positions'> | null => null);
  const { rows } = await db.query<StoredChunk & { index: number; deviceId: number; day: string }>(
    `SELECT u.index::int AS index, u.device_id AS "deviceId", c.day::text AS day, ${STORED.positions}
     FROM unnest($1::int[], $2::date[], $3::date[]) WITH ORDINALITY AS u(device_id, first, last, index)
     CROSS JOIN LATERAL (SELECT * FROM ${CHUNK_TABLE.positions} c WHERE c.device_id = u.device_id
       AND c.day BETWEEN u.first AND u.last AND c.valid > 0 ORDER BY c.day DESC LIMIT 1) c`,
    [
      ranges.map(({ deviceId }) => deviceId),
      ranges.map(({ from }) => dayTextOf(from)),
      ranges.map(({ to }) => dayTextOf(to - 1)),
    ],
  );
  for (const row of rows) {
    const { index, deviceId, day } = row;
    const range = ranges[index - 1];
    const chunk = range && (await decodeOrRecord(db, 'positions', row, 'skip'));
    if (!chunk) continue;
    const { fixTime } = chunk;
    const [low, high] = [lowerBound(fixTime, range.from), lowerBound(fixTime, range.to)];
    found[index - 1] = { deviceId, day, chunk, low, high };
  }
  return found;
}

/** A chunk with what is stored beside it. */
interface StoredChunk extends Partial<ChunkSummary> {
  data: Buffer;
}

const ENDS = `${microsSql('c.first')}::float8 AS first, ${microsSql('c.last')}::float8 AS last`;
/** SQL of a `StoredChunk` of `c`. */
const STORED = {
  positions: `${ENDS}, c.count, c.valid, c.south, c.west, c.north, c.east, ${CHUNK_DATA}`,
  statusReports: `${ENDS}, c.count, ${CHUNK_DATA}`,
} as const;

/** Unpacks a stored chunk, and compares it with what is stored beside it; null if it is damaged, which is recorded. */
async function decodeOrRecord<Kind extends PackedKind>(
  db: Queryable,
  kind: Kind,
  { deviceId, day, data, ...stored }: StoredChunk & DeviceDay,
  onDamage: OnDamage,
): Promise<Chunks[Kind] | null> {
  try {
    const chunk = decodeChunk(kind, data, { deviceId, day });
    const different = differenceOf(summaryOf(chunk), stored);
    if (different) {
      const cause = misplaced(`it has other rows than the column "${different}" beside it`);
      throw new DamagedDay(kind, { deviceId, day }, cause);
    }
    return chunk;
  } catch (error) {
    if (!(error instanceof ChunkError)) throw error;
    await recordDamage(db, kind, { deviceId, day, reason: error.reason });
    if (onDamage === 'throw') throw error;
    return null;
  }
}

const SUMMARY = ['first', 'last', 'count', 'valid', 'south', 'west', 'north', 'east'] as const;
/** The first column that differs, of those that are stored. */
const differenceOf = (content: ChunkSummary, stored: Partial<ChunkSummary>) =>
  SUMMARY.find((name) => (stored[name] ?? content[name]) !== content[name]);

export async function recordDamage(
  db: Queryable,
  kind: PackedKind,
  { deviceId, day, reason }: { deviceId: number; day: string; reason: string },
): Promise<void> {
  await db.query(
    `INSERT INTO damaged_chunks (kind, device_id, day, reason) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
    [kind, deviceId, day, reason],
  );
}

/** The index of the first value that is not less, in sorted values. */
export function lowerBound(values: ArrayLike<number>, value: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
