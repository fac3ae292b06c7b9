import type { TrackFix } from '@milepost/contract/history-operations';
import type { SensorValue } from '@milepost/tracking/sensors/sensor';
import type { PositionChunk } from '../chunks/position-chunk.ts';
import type { Queryable } from '../database.ts';
import type { DeviceRange } from './device-range.ts';
import { packedDays } from './packed-days.ts';
import { type AttributeColumns, attributesOf, orNull } from './stored-reports.ts';
import { rangeWithin, SPAN_FIXES, trackSpans } from './track-spans.ts';
import { TrackWindows } from './track-windows.ts';

/** One fix with all attributes. */
export interface FullFix extends Omit<TrackFix, 'time' | 'address'> {
  cursor: FixCursor;
  /** The values of the file's sensors in the order of their columns; left out without sensors. */
  sensors?: readonly (SensorValue | null)[];
}

/** Cursor of a fix, from which paging through a track continues. */
export interface FixCursor {
  /** Microseconds since the Unix epoch, since PostgreSQL's times must not be rounded. */
  micros: number;
  hash: number;
}

interface FixRow extends AttributeColumns {
  micros: number;
  report_hash: number;
  lat: number;
  lon: number;
  speed_dkph: number;
  course_deg: number;
  altitude_m: number | null;
}

const COLUMNS = `(extract(epoch FROM p.fix_time) * 1000000)::int8 AS micros, p.report_hash, p.lat, p.lon, p.speed_dkph,
  p.course_deg, p.altitude_m, p.flags, p.satellites, p.battery_percent, p.power_mv, p.rssi, p.odometer_m, p.attributes`;
const AFTER = `($4::int8 IS NULL
  OR (p.fix_time, p.report_hash) > ('epoch'::timestamptz + $4 * interval '1 microsecond', $5::int))`;

/** At most `most` valid fixes of a vehicle in order of time, with all reported data, from the cursor on. */
export async function readFixes(
  db: Queryable,
  vehicleId: number,
  range: { from: Date; to: Date; after: FixCursor | null; most: number },
): Promise<FullFix[]> {
  const { from, to, after, most } = range;
  const fixes: FullFix[] = [];
  const start = after ? new Date(Math.max(from.getTime(), Math.floor(after.micros / 1000))) : from;
  for (const span of await trackSpans(db, vehicleId, start, to)) {
    const windows = new TrackWindows(span, most);
    for (let window = windows.now; window && fixes.length < most; window = windows.now) {
      const { rows } = await db.query<FixRow>(
        `SELECT ${COLUMNS} FROM ${SPAN_FIXES} AND p.fix_time >= $7::timestamptz AND p.fix_time < $8::timestamptz AND ${AFTER}
         ORDER BY p.fix_time, p.report_hash LIMIT $6`,
        [
          span.deviceId,
          span.from,
          span.to,
          after?.micros ?? null,
          after?.hash ?? null,
          most - fixes.length,
          window.from,
          window.to,
        ],
      );
      const end = rows.length < most - fixes.length ? null : (rows.at(-1) ?? null);
      const packed = await readPackedFixes(db, rangeWithin(span, window), { after, end });
      const all = packed.length === 0 ? rows : merged(packed, rows).slice(0, most - fixes.length);
      for (const row of all) fixes.push(toFix(row, span.speedFactor));
      windows.next(all.length);
    }
    if (fixes.length >= most) break;
  }
  return fixes;
}

/** The last valid fix at `at` or up to `withinMs` before it. */
export async function readFixAt(db: Queryable, vehicleId: number, at: Date, withinMs: number): Promise<FullFix | null> {
  const spans = await trackSpans(db, vehicleId, new Date(at.getTime() - withinMs), new Date(at.getTime() + 1));
  for (const span of spans.toReversed()) {
    const { rows } = await db.query<FixRow>(
      `SELECT ${COLUMNS} FROM ${SPAN_FIXES} ORDER BY p.fix_time DESC, p.report_hash DESC LIMIT 1`,
      [span.deviceId, span.from, span.to],
    );
    const range = { deviceId: span.deviceId, from: span.fromMicros, to: span.toMicros };
    const packed = await readPackedFixes(db, range, { after: null, end: null });
    const last = merged(packed, rows).at(-1);
    if (last) return toFix(last, span.speedFactor);
  }
  return null;
}

/** The packed valid fixes of a range after the key `after`, up to `end` inclusive, in order. */
async function readPackedFixes(
  db: Queryable,
  range: DeviceRange,
  { after, end }: { after: FixCursor | null; end: FixRow | null },
): Promise<FixRow[]> {
  const found: FixRow[] = [];
  const from = Math.max(range.from, after?.micros ?? -Infinity);
  const to = Math.min(range.to, end ? end.micros + 1 : Infinity);
  for await (const { chunk, low, high } of packedDays(db, 'positions', { ...range, from, to, where: 'c.valid > 0' })) {
    for (let row = low; row < high; row++) {
      if (((chunk.flags[row] ?? 0) & 1) === 0) continue;
      const [micros, hash] = [chunk.fixTime[row] ?? 0, chunk.reportHash[row] ?? 0];
      if (after && compare(micros, hash, after.micros, after.hash) <= 0) continue;
      if (end && compare(micros, hash, end.micros, end.report_hash) > 0) continue;
      found.push(fixRowOf(chunk, row));
    }
  }
  return found;
}

/** A row of a chunk as the database would return it. */
function fixRowOf(chunk: PositionChunk, row: number): FixRow {
  return {
    micros: chunk.fixTime[row] ?? 0,
    report_hash: chunk.reportHash[row] ?? 0,
    lat: chunk.lat[row] ?? 0,
    lon: chunk.lon[row] ?? 0,
    altitude_m: orNull(chunk.altitudeM[row]),
    speed_dkph: chunk.speedDkph[row] ?? 0,
    course_deg: chunk.courseDeg[row] ?? 0,
    flags: chunk.flags[row] ?? 0,
    satellites: orNull(chunk.satellites[row]),
    battery_percent: orNull(chunk.batteryPercent[row]),
    power_mv: orNull(chunk.powerMv[row]),
    rssi: orNull(chunk.rssi[row]),
    odometer_m: orNull(chunk.odometerM[row]),
    attributes: chunk.attributes.valueAt(row),
  };
}

const compare = (micros: number, hash: number, otherMicros: number, otherHash: number) =>
  micros - otherMicros || hash - otherHash;

/** Both in the order of their key; of two with the same key, the packed one. */
function merged(packed: readonly FixRow[], rows: readonly FixRow[]): FixRow[] {
  const all = [...packed, ...rows].toSorted((a, b) => compare(a.micros, a.report_hash, b.micros, b.report_hash));
  return all.filter(
    ({ micros, report_hash }, index) =>
      micros !== all[index - 1]?.micros || report_hash !== all[index - 1]?.report_hash,
  );
}

function toFix(row: FixRow, speedFactor: number): FullFix {
  return {
    cursor: { micros: row.micros, hash: row.report_hash },
    lat: row.lat / 1e7,
    lon: row.lon / 1e7,
    speedKph: Math.round(row.speed_dkph * speedFactor) / 10,
    courseDeg: row.course_deg,
    altitudeM: row.altitude_m,
    attributes: reportedAttributes(row),
  };
}

function reportedAttributes(row: FixRow): FullFix['attributes'] {
  const reported: FullFix['attributes'] = {};
  for (const [name, value] of Object.entries(attributesOf(row))) if (value !== undefined) reported[name] = value;
  return reported;
}
