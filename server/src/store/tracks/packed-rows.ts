import { DAY_MICROS, startOfDay } from '../chunks/device-day.ts';
import type { PositionChunk } from '../chunks/position-chunk.ts';
import type { StatusReportChunk } from '../chunks/status-report-chunk.ts';
import type { Queryable } from '../database.ts';
import { CHUNK_TABLE, dayTextOf, type OnDamage, orNull, packedDays } from './packed-days.ts';
import type { ReportRow } from './reports.ts';

/** A position as a row, from a chunk. */
export function positionRowOf(chunk: PositionChunk, row: number): ReportRow {
  return {
    at: new Date((chunk.fixTime[row] ?? 0) / 1000),
    report_hash: chunk.reportHash[row] ?? 0,
    received_at: new Date((chunk.receivedAt[row] ?? 0) / 1000),
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
    road_limit_kph: orNull(chunk.roadLimitKph[row]),
    is_position: true,
    device_clock: null,
  };
}

function statusRowOf(chunk: StatusReportChunk, row: number): ReportRow {
  const clock = orNull(chunk.deviceClock[row]);
  return {
    at: new Date((chunk.reportedAt[row] ?? 0) / 1000),
    report_hash: chunk.reportHash[row] ?? 0,
    received_at: new Date((chunk.receivedAt[row] ?? 0) / 1000),
    lat: orNull(chunk.lat[row]),
    lon: orNull(chunk.lon[row]),
    altitude_m: null,
    speed_dkph: 0,
    course_deg: 0,
    flags: 0,
    satellites: null,
    battery_percent: null,
    power_mv: null,
    rssi: null,
    odometer_m: null,
    attributes: chunk.attributes.valueAt(row),
    road_limit_kph: null,
    is_position: false,
    device_clock: clock === null ? null : new Date(clock / 1000),
  };
}

/** Packed reports up to a time in microseconds (exclusive), in no particular order. */
export interface PackedReports {
  rows: ReportRow[];
  until: number;
}

/** The packed reports of the first days of a range, at most `days` of them. */
export async function readPackedReports(
  db: Queryable,
  range: { deviceId: number; from: number; to: number; onDamage: OnDamage },
  days: number,
): Promise<PackedReports> {
  const { deviceId, from, to } = range;
  const listed = await db.query<{ day: string }>(
    `SELECT day::text AS day FROM (
       (SELECT day FROM ${CHUNK_TABLE.positions} WHERE device_id = $1 AND day BETWEEN $2 AND $3 ORDER BY day LIMIT $4)
       UNION
       (SELECT day FROM ${CHUNK_TABLE.statusReports} WHERE device_id = $1 AND day BETWEEN $2 AND $3 ORDER BY day LIMIT $4)
     ) packed ORDER BY day LIMIT $4`,
    [deviceId, dayTextOf(from), dayTextOf(to - 1), days],
  );
  const last = listed.rows.length < days ? undefined : listed.rows.at(-1);
  const until = last ? Math.min(to, startOfDay(last.day) + DAY_MICROS) : to;
  const rows: ReportRow[] = [];
  if (listed.rows.length === 0) return { rows, until };
  for await (const { chunk, low, high } of packedDays(db, 'positions', { ...range, to: until, together: days })) {
    for (let row = low; row < high; row++) rows.push(positionRowOf(chunk, row));
  }
  for await (const { chunk, low, high } of packedDays(db, 'statusReports', { ...range, to: until, together: days })) {
    for (let row = low; row < high; row++) rows.push(statusRowOf(chunk, row));
  }
  return { rows, until };
}
