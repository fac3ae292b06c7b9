import type { Queryable } from '../database.ts';
import type { DeviceRange } from './device-range.ts';
import { packedDays } from './packed-days.ts';
import { rangeWithin, SPAN_FIXES, trackSpans, type TrackSpan } from './track-spans.ts';
import { TrackWindows } from './track-windows.ts';

/** Fixes in columns, in order of time. */
export interface TrackPage {
  length: number;
  /** Epoch milliseconds. */
  time: Float64Array;
  /** 1e-7 degree. */
  lat: Int32Array;
  lon: Int32Array;
  /** 0.1 km/h. */
  speed: Int16Array;
  /** Degrees, 0 to 359. */
  course: Int16Array;
}

/** The approximate and maximum number of fixes that are read together: some 5 MB on the wire. */
const PAGE = 100_000;
const WANTED = 20_000;
/** The bytes of a fix as `FIX_BYTES` sends it: time, hash, lat, lon, speed, course. */
const BYTES = 24;
/** Microseconds between the Unix epoch and PostgreSQL's, 2000-01-01. */
const EPOCH_MICROS = 946_684_800_000_000;
const TWO_32 = 4_294_967_296;

// The driver only reads results as text: one text for all fixes is read ten times as fast as a row for each.
const FIX_BYTES = `timestamptz_send(p.fix_time) || int4send(p.report_hash) || int4send(p.lat) || int4send(p.lon)
  || int2send(p.speed_dkph) || int2send(p.course_deg)`;
const PAGE_SQL = `SELECT encode(string_agg(fix, ''), 'base64') AS fixes
  FROM (SELECT ${FIX_BYTES} AS fix FROM ${SPAN_FIXES} AND p.fix_time >= $7::timestamptz AND p.fix_time < $8::timestamptz
        AND (p.fix_time, p.report_hash) > ('epoch'::timestamptz + $4 * interval '1 microsecond', $5::int)
        ORDER BY p.fix_time, p.report_hash LIMIT $6) page`;
/** Before any fix that a device can report. */
const START = { micros: 0, hash: -2_147_483_648 };

/**
 * The valid fixes of a vehicle from `from` up to `to` (exclusive), in order of time: those of each device while it was
 * installed, complete, in pieces that fit into memory.
 * @param pageSize fixes of a piece
 */
export async function* readTrack(
  db: Queryable,
  vehicleId: number,
  from: Date,
  to: Date,
  pageSize = PAGE,
): AsyncGenerator<TrackPage> {
  for (const span of await trackSpans(db, vehicleId, from, to)) yield* readSpan(db, span, pageSize);
}

async function* readSpan(db: Queryable, span: TrackSpan, pageSize: number): AsyncGenerator<TrackPage> {
  let after = START;
  const windows = new TrackWindows(span, WANTED);
  for (let window = windows.now; window; window = windows.now) {
    const { rows } = await db.query<{ fixes: string | null }>(PAGE_SQL, [
      span.deviceId,
      span.from,
      span.to,
      after.micros,
      after.hash,
      pageSize,
      window.from,
      window.to,
    ]);
    const bytes = Buffer.from(rows[0]?.fixes ?? '', 'base64');
    const count = bytes.length / BYTES;
    const isFull = count >= pageSize;
    const last = bytes.length - BYTES;
    const end = isFull ? { micros: readMicros(bytes, last), hash: bytes.readInt32BE(last + 8) } : null;
    const how = { after, end, withHash: count > 0 || after !== START };
    const packed = packedFixes(db, rangeWithin(span, window), how);
    if (count === 0) {
      // Packed days need no windows: each is a page of its own.
      for await (const fixes of packed) yield toPage(fixes, span.speedFactor);
      windows.next(0);
      continue;
    }
    const days: Fixes[] = [];
    for await (const fixes of packed) days.push(fixes);
    const page = toPage(merged(joined(days), fixesOf(bytes)), span.speedFactor);
    if (page.length > 0) yield page;
    if (end) after = end;
    else windows.next(page.length);
  }
}

/** Fixes in columns, in order; the hash only where rows are merged with packed ones. */
interface Fixes {
  length: number;
  micros: Float64Array;
  hash: Int32Array;
  lat: Int32Array;
  lon: Int32Array;
  speed: Int16Array;
  course: Int16Array;
}

const emptyFixes = (length: number): Fixes => ({
  length,
  micros: new Float64Array(length),
  hash: new Int32Array(length),
  lat: new Int32Array(length),
  lon: new Int32Array(length),
  speed: new Int16Array(length),
  course: new Int16Array(length),
});

interface Cursor {
  micros: number;
  hash: number;
}

const isBeyond = (micros: number, hash: number, key: Cursor) =>
  micros > key.micros || (micros === key.micros && hash > key.hash);

/** The packed valid fixes of a range after the key `after`, up to `end` inclusive, day by day. */
async function* packedFixes(
  db: Queryable,
  range: DeviceRange,
  { after, end, withHash }: { after: Cursor; end: Cursor | null; withHash: boolean },
): AsyncGenerator<Fixes> {
  const to = end ? Math.min(range.to, end.micros + 1) : range.to;
  for await (const { chunk, low, high } of packedDays(db, 'positions', { ...range, to, where: 'c.valid > 0' })) {
    const { fixTime, lat, lon, speedDkph, courseDeg, flags } = chunk;
    const hashes = withHash ? chunk.reportHash : null;
    const fixes = emptyFixes(high - low);
    let length = 0;
    for (let row = low; row < high; row++) {
      if (((flags[row] ?? 0) & 1) === 0) continue;
      const micros = fixTime[row] ?? 0;
      const hash = hashes?.[row] ?? 0;
      if (!isBeyond(micros, hash, after) || (end && isBeyond(micros, hash, end))) continue;
      fixes.micros[length] = micros;
      fixes.hash[length] = hash;
      fixes.lat[length] = lat[row] ?? 0;
      fixes.lon[length] = lon[row] ?? 0;
      fixes.speed[length] = speedDkph[row] ?? 0;
      fixes.course[length] = courseDeg[row] ?? 0;
      length += 1;
    }
    if (length > 0) yield firstOf(fixes, length);
  }
}

const firstOf = (fixes: Fixes, length: number): Fixes => ({
  length,
  micros: fixes.micros.subarray(0, length),
  hash: fixes.hash.subarray(0, length),
  lat: fixes.lat.subarray(0, length),
  lon: fixes.lon.subarray(0, length),
  speed: fixes.speed.subarray(0, length),
  course: fixes.course.subarray(0, length),
});

function joined(all: readonly Fixes[]): Fixes {
  const fixes = emptyFixes(all.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const one of all) {
    for (const name of ['micros', 'hash', 'lat', 'lon', 'speed', 'course'] as const) fixes[name].set(one[name], at);
    at += one.length;
  }
  return fixes;
}

/** Both in the order of their key; of two with the same key, the packed one. */
function merged(packed: Fixes, rows: Fixes): Fixes {
  if (packed.length === 0) return rows;
  const picked: [Fixes, number][] = [];
  let [left, right] = [0, 0];
  while (left < packed.length || right < rows.length) {
    const compared =
      left >= packed.length
        ? 1
        : right >= rows.length
          ? -1
          : (packed.micros[left] ?? 0) - (rows.micros[right] ?? 0) ||
            (packed.hash[left] ?? 0) - (rows.hash[right] ?? 0);
    picked.push(compared <= 0 ? [packed, left] : [rows, right]);
    if (compared <= 0) left += 1;
    if (compared >= 0) right += 1;
  }
  const fixes = emptyFixes(picked.length);
  for (const [index, [from, row]] of picked.entries()) {
    for (const name of ['micros', 'hash', 'lat', 'lon', 'speed', 'course'] as const) {
      fixes[name][index] = from[name][row] ?? 0;
    }
  }
  return fixes;
}

function fixesOf(bytes: Buffer): Fixes {
  const fixes = emptyFixes(bytes.length / BYTES);
  for (let i = 0, at = 0; i < fixes.length; i++, at += BYTES) {
    fixes.micros[i] = readMicros(bytes, at);
    fixes.hash[i] = bytes.readInt32BE(at + 8);
    fixes.lat[i] = bytes.readInt32BE(at + 12);
    fixes.lon[i] = bytes.readInt32BE(at + 16);
    fixes.speed[i] = bytes.readInt16BE(at + 20);
    fixes.course[i] = bytes.readInt16BE(at + 22);
  }
  return fixes;
}

/** The highest speed of the column, 0.1 km/h. */
const INT2 = 32_767;

const toPage = ({ length, micros, lat, lon, speed, course }: Fixes, speedFactor: number): TrackPage => ({
  length,
  time: micros.map((value) => value / 1000),
  lat,
  lon,
  speed: speed.map((value) => Math.min(INT2, Math.round(value * speedFactor))),
  course,
});

/** Microseconds since the Unix epoch; exact for some 285 years around it. */
const readMicros = (bytes: Buffer, at: number) =>
  bytes.readInt32BE(at) * TWO_32 + bytes.readUInt32BE(at + 4) + EPOCH_MICROS;
