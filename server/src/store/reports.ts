import type { Attributes } from '@milepost/protocols/types';
import type { Report } from '@milepost/tracking/advance';
import { POSITION_FLAG } from '@milepost/tracking/position';
import { isUsableTime } from '@milepost/tracking/usable-time';
import type { Queryable } from './database.ts';

/** The columns of a stored position that hold attributes. */
export interface AttributeColumns {
  flags: number;
  satellites: number | null;
  battery_percent: number | null;
  power_mv: number | null;
  rssi: number | null;
  odometer_m: number | null;
  attributes: Attributes | null;
}

interface ReportRow extends AttributeColumns {
  fix_time: Date;
  report_hash: number;
  received_at: Date;
  lat: number;
  lon: number;
  altitude_m: number | null;
  speed_dkph: number;
  course_deg: number;
}

/** A place in the one order of reports: time in epoch milliseconds, then hash. */
export interface ReportKey {
  time: number;
  hash: number;
}

/** So many rows are read at once: some megabytes, and a moment of the event loop. */
const PIECE = 5000;
const LEAST_HASH = -2_147_483_648;

/**
 * The stored positions of a device from `from` up to `to` (not included) as tracking takes them in: in its one order, by
 * fix time and then by hash, with all attributes back in place, without those of a clock that is wrong.
 * @param after reads only what comes after it in that order
 */
export async function readReports(
  db: Queryable,
  deviceId: number,
  from: Date,
  to: Date,
  after?: ReportKey,
): Promise<Report[]> {
  const all: Report[] = [];
  for await (const piece of reportPieces(db, deviceId, from, to, after)) all.push(...piece);
  return all;
}

/** The same in pieces, for spans that do not fit into memory or into one turn of the event loop. */
export async function* reportPieces(
  db: Queryable,
  deviceId: number,
  from: Date,
  to: Date,
  after: ReportKey = { time: from.getTime() - 1, hash: LEAST_HASH },
  size = PIECE,
): AsyncGenerator<Report[]> {
  let last = after;
  for (;;) {
    const { rows } = await db.query<ReportRow>(
      `SELECT fix_time, report_hash, received_at, lat, lon, altitude_m, speed_dkph, course_deg, flags, satellites,
              battery_percent, power_mv, rssi, odometer_m, attributes
         FROM positions
        WHERE device_id = $1 AND fix_time >= greatest($2::timestamptz, $4::timestamptz) AND fix_time < $3
          AND (fix_time, report_hash) > ($4::timestamptz, $5::int)
        ORDER BY fix_time, report_hash LIMIT $6`,
      [deviceId, from, to, new Date(last.time), last.hash, size],
    );
    const usable = rows.filter((row) => isUsableTime(row.fix_time.getTime(), row.received_at.getTime()));
    if (usable.length > 0) yield usable.map((row) => toReport(row));
    const end = rows.at(-1);
    if (!end || rows.length < size) return;
    last = { time: end.fix_time.getTime(), hash: end.report_hash };
  }
}

function toReport(row: ReportRow): Report {
  return {
    hash: row.report_hash,
    position: {
      fixTime: row.fix_time,
      lat: row.lat / 1e7,
      lon: row.lon / 1e7,
      altitudeM: row.altitude_m,
      speedKph: row.speed_dkph / 10,
      courseDeg: row.course_deg,
      valid: (row.flags & POSITION_FLAG.valid) !== 0,
      attributes: attributesOf(row),
    },
  };
}

/** Puts the attributes that have columns of their own, or a flag, back beside the others. */
export function attributesOf(row: AttributeColumns): Attributes {
  const { flags } = row;
  const attributes: Attributes = {};
  // A number that is none is null in JSON.
  for (const name in row.attributes) if (row.attributes[name] !== null) attributes[name] = row.attributes[name];
  if (row.satellites !== null) attributes.satellites = row.satellites;
  if (row.battery_percent !== null) attributes.batteryPercent = row.battery_percent;
  if (row.power_mv !== null) attributes.powerV = row.power_mv / 1000;
  if (row.rssi !== null) attributes.rssi = row.rssi;
  if (row.odometer_m !== null) attributes.odometerM = row.odometer_m;
  if (flags & POSITION_FLAG.ignitionKnown) attributes.ignition = (flags & POSITION_FLAG.ignitionOn) !== 0;
  if (flags & POSITION_FLAG.motionKnown) attributes.motion = (flags & POSITION_FLAG.motionOn) !== 0;
  if (flags & POSITION_FLAG.archived) attributes.archived = true;
  return attributes;
}
