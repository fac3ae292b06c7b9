import type { Queryable } from '../database.ts';
import { SPAN_FIXES, trackSpans, type TrackSpan } from './track-spans.ts';
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
 * installed, complete, in pieces that fit into memory. Together with `track-spans.ts` the only access to tracks, so
 * that the storage of days can change behind it.
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
    const page = toPage(bytes, span.speedFactor);
    if (page.length > 0) yield page;
    if (page.length < pageSize) {
      windows.next(page.length);
      continue;
    }
    const last = bytes.length - BYTES;
    after = { micros: readMicros(bytes, last), hash: bytes.readInt32BE(last + 8) };
  }
}

/** The highest speed of the column, 0.1 km/h. */
const INT2 = 32_767;

function toPage(bytes: Buffer, speedFactor: number): TrackPage {
  const length = bytes.length / BYTES;
  const page: TrackPage = {
    length,
    time: new Float64Array(length),
    lat: new Int32Array(length),
    lon: new Int32Array(length),
    speed: new Int16Array(length),
    course: new Int16Array(length),
  };
  for (let i = 0, at = 0; i < length; i++, at += BYTES) {
    page.time[i] = readMicros(bytes, at) / 1000;
    page.lat[i] = bytes.readInt32BE(at + 12);
    page.lon[i] = bytes.readInt32BE(at + 16);
    page.speed[i] = Math.min(INT2, Math.round(bytes.readInt16BE(at + 20) * speedFactor));
    page.course[i] = bytes.readInt16BE(at + 22);
  }
  return page;
}

/** Microseconds since the Unix epoch; exact for some 285 years around it. */
const readMicros = (bytes: Buffer, at: number) =>
  bytes.readInt32BE(at) * TWO_32 + bytes.readUInt32BE(at + 4) + EPOCH_MICROS;
