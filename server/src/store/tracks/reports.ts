import type { Attributes } from '@milepost/protocols/types';
import { type Position, POSITION_FLAG } from '@milepost/tracking/position';
import type { AnyReport } from '@milepost/tracking/report';
import { isTrackedStatus, isUsableTime } from '@milepost/tracking/usable-time';
import type { Queryable } from '../database.ts';
import { listRangesWithChunks, type OnDamage } from './packed-days.ts';
import { readPackedReports } from './packed-rows.ts';

/** The columns of a stored position that contain attributes. */
export interface AttributeColumns {
  flags: number;
  satellites: number | null;
  battery_percent: number | null;
  power_mv: number | null;
  rssi: number | null;
  odometer_m: number | null;
  attributes: Attributes | null;
}

/** A report as stored, in either table. */
export interface ReportRow extends AttributeColumns {
  at: Date;
  report_hash: number;
  received_at: Date;
  /** True for a row of `positions`, false for one of `status_reports`. */
  is_position: boolean;
  /** Null if the report has no coordinates. */
  lat: number | null;
  lon: number | null;
  altitude_m: number | null;
  speed_dkph: number;
  course_deg: number;
  road_limit_kph: number | null;
  device_clock: Date | null;
}

/** A position in the total order of reports: time in epoch milliseconds, then hash. */
export interface ReportKey {
  time: number;
  hash: number;
}

/** The number of rows that are read together: some megabytes, and a short time on the event loop. */
const PIECE = 5000;
const MIN_HASH = -2_147_483_648;

/**
 * The reports of a device from `from` up to `to` (exclusive), with and without coordinates, in the order in which
 * tracking processes them: by time and then by hash, with all attributes restored, and without those with an impossible
 * time.
 * @param after only reads reports after this position in the order
 */
export async function readReports(
  db: Queryable,
  deviceId: number,
  from: Date,
  to: Date,
  after?: ReportKey,
): Promise<AnyReport[]> {
  const all: AnyReport[] = [];
  for await (const piece of reportPieces(db, { deviceId, from, to, after })) all.push(...piece);
  return all;
}

/** The range of reports: see `readReports`. */
export interface ReportRange {
  deviceId: number;
  from: Date;
  to: Date;
  after?: ReportKey | undefined;
  /** What to do about packed days that cannot be read; they are left out by default. */
  onDamage?: OnDamage;
}

/** The same in pieces, for spans that do not fit into memory or into one turn of the event loop. */
export async function* reportPieces(db: Queryable, range: ReportRange, size = PIECE): AsyncGenerator<AnyReport[]> {
  for await (const rows of rowPieces(db, range, size)) {
    const reports = rows.filter((row) => isTracked(row)).map((row) => toReport(row));
    if (reports.length > 0) yield reports;
  }
}

/** The positions among them, with the moment of their receipt. */
export async function* positionPieces(
  db: Queryable,
  range: ReportRange,
): AsyncGenerator<{ position: Position; receivedAt: Date }[]> {
  for await (const rows of rowPieces(db, range, PIECE)) {
    yield rows
      .filter((row) => row.is_position && isTracked(row))
      .map((row) => ({ position: toPosition(row), receivedAt: row.received_at }));
  }
}

/** The number of packed days that are read together. */
const PACKED_TOGETHER = 2;
const MAX_HASH = 2_147_483_647;

/**
 * The rows and packed reports of a range in order, each once. Rows are read before the packed days of the same time:
 * those that are packed in between are then seen twice, and one is left out.
 */
async function* rowPieces(db: Queryable, range: ReportRange, size: number): AsyncGenerator<ReportRow[]> {
  const { deviceId, from, to, onDamage = 'skip' } = range;
  let { after } = range;
  let rows: ReportRow[] = [];
  let complete = false;
  for (;;) {
    if (rows.length === 0 && !complete) {
      rows = await readRows(db, { ...range, after }, size);
      complete = rows.length < size;
    }
    const end = complete ? null : keyOf(rows.at(-1));
    const packedRange = {
      deviceId,
      from: Math.max(from.getTime(), after?.time ?? -Infinity) * 1000,
      to: Math.min(to.getTime() * 1000, end ? end.time * 1000 + 1000 : Infinity),
      onDamage,
    };
    const packed = await readPackedReports(db, packedRange, PACKED_TOGETHER);
    const isCut = packed.until < packedRange.to;
    const isNext = (row: ReportRow) =>
      (!after || isAfter(row, after)) && (isCut ? row.at.getTime() * 1000 < packed.until : !end || !isAfter(row, end));
    const found = packed.rows.filter((row) => isNext(row));
    const held = rows.filter((row) => isNext(row));
    const piece = found.length === 0 ? held : withoutRepeated([...found, ...held].toSorted(inOrder));
    for (let start = 0; start < piece.length; start += size) yield piece.slice(start, start + size);
    if (!isCut && complete) return;
    after = isCut ? { time: packed.until / 1000 - 1, hash: MAX_HASH } : (end ?? undefined);
    rows = rows.slice(held.length);
  }
}

const keyOf = (row: ReportRow | undefined): ReportKey | null =>
  row ? { time: row.at.getTime(), hash: row.report_hash } : null;

const isAfter = (row: ReportRow, { time, hash }: ReportKey): boolean =>
  row.at.getTime() > time || (row.at.getTime() === time && row.report_hash > hash);

const inOrder = (a: ReportRow, b: ReportRow): number =>
  a.at.getTime() - b.at.getTime() || a.report_hash - b.report_hash || Number(b.is_position) - Number(a.is_position);

/** Leaves out rows with the key of a packed report, which is sorted before them. */
const withoutRepeated = (rows: readonly ReportRow[]): ReportRow[] =>
  rows.filter((row, index) => {
    const before = rows[index - 1];
    return !before || inOrder(before, row) !== 0;
  });

async function readRows(db: Queryable, range: ReportRange, size: number): Promise<ReportRow[]> {
  const { rows } = await db.query<ReportRow>(
    `SELECT r.* FROM (VALUES ($1::int, $2::timestamptz, $3::timestamptz, $4::timestamptz, $5::int))
       AS q(device_id, since, until, last_at, last_hash), LATERAL (${reportsOf('q', '$6')}) r
      ORDER BY r.at, r.report_hash`,
    [...parameters(range), size],
  );
  return rows;
}

/** The first reports of a range, and whether these are all. */
export interface FirstReports {
  reports: AnyReport[];
  complete: boolean;
}

/** The first `most` reports of each of several ranges, with one query. */
export async function readFirstReports(
  db: Queryable,
  ranges: readonly ReportRange[],
  most: number,
): Promise<FirstReports[]> {
  const found = ranges.map(() => ({ reports: [] as AnyReport[], rows: 0 }));
  const columns = ranges.map((range) => parameters(range));
  const { rows } = await db.query<ReportRow & { index: number }>(
    `SELECT q.index::int, r.* FROM unnest($1::int[], $2::timestamptz[], $3::timestamptz[], $4::timestamptz[], $5::int[])
       WITH ORDINALITY AS q(device_id, since, until, last_at, last_hash, index), LATERAL (${reportsOf('q', '$6')}) r
      ORDER BY q.index, r.at, r.report_hash`,
    [...[0, 1, 2, 3, 4].map((column) => columns.map((row) => row[column])), most],
  );
  for (const { index, ...row } of rows) {
    const one = found[index - 1];
    if (!one) continue;
    one.rows += 1;
    if (isTracked(row)) one.reports.push(toReport(row));
  }
  const packed = ranges.map(({ deviceId, from, to, after }) => ({
    deviceId,
    from: Math.max(from.getTime(), after?.time ?? -Infinity) * 1000,
    to: to.getTime() * 1000,
  }));
  const withChunks = new Set([
    ...(await listRangesWithChunks(db, packed)),
    ...(await listRangesWithChunks(db, packed, 'true', 'statusReports')),
  ]);
  for (const index of withChunks) {
    const range = ranges[index];
    if (range) found[index] = await readFirst(db, range, most);
  }
  return found.map(({ reports, rows: count }) => ({ reports, complete: count < most }));
}

async function readFirst(db: Queryable, range: ReportRange, most: number) {
  const found = { reports: [] as AnyReport[], rows: 0 };
  for await (const rows of rowPieces(db, range, most)) {
    for (const row of rows.slice(0, most - found.rows)) {
      found.rows += 1;
      if (isTracked(row)) found.reports.push(toReport(row));
    }
    if (found.rows >= most) break;
  }
  return found;
}

function parameters({ deviceId, from, to, after }: ReportRange): (number | Date)[] {
  const last = after ?? { time: from.getTime() - 1, hash: MIN_HASH };
  return [deviceId, from, to, new Date(last.time), last.hash];
}

/** The reports of a device (`q.device_id`) from `q.since` to `q.until` after `q.last_at` and `q.last_hash`. */
function reportsOf(q: string, limit: string): string {
  const within = (time: string) => `device_id = ${q}.device_id
    AND ${time} >= greatest(${q}.since, ${q}.last_at) AND ${time} < ${q}.until
    AND (${time}, report_hash) > (${q}.last_at, ${q}.last_hash)
    ORDER BY ${time}, report_hash LIMIT ${limit}`;
  return `SELECT * FROM (
    (SELECT fix_time AS at, report_hash, received_at, lat, lon, altitude_m, speed_dkph, course_deg, flags, satellites,
            battery_percent, power_mv, rssi, odometer_m, attributes, road_limit_kph, true AS is_position,
            null::timestamptz AS device_clock
       FROM positions WHERE ${within('fix_time')})
    UNION ALL
    (SELECT reported_at, report_hash, received_at, lat, lon, null, null, null, 0, null,
            null, null, null, null, attributes, null, false, device_clock
       FROM status_reports WHERE ${within('reported_at')})
  ) both_tables ORDER BY at, report_hash LIMIT ${limit}`;
}

function isTracked(row: ReportRow): boolean {
  const [at, receivedAt] = [row.at.getTime(), row.received_at.getTime()];
  return !row.is_position ? isTrackedStatus(at, receivedAt, attributesOf(row)) : isUsableTime(at, receivedAt);
}

function toReport(row: ReportRow): AnyReport {
  const { report_hash: hash, device_clock: deviceClock, lat, lon } = row;
  if (row.is_position) return { hash, position: toPosition(row) };
  const coordinates = lat === null ? null : { lat: lat / 1e7, lon: (lon ?? 0) / 1e7 };
  return { position: null, time: row.at, attributes: attributesOf(row), hash, coordinates, deviceClock };
}

function toPosition(row: ReportRow): Position {
  return {
    fixTime: row.at,
    lat: (row.lat ?? 0) / 1e7,
    lon: (row.lon ?? 0) / 1e7,
    altitudeM: row.altitude_m,
    speedKph: row.speed_dkph / 10,
    courseDeg: row.course_deg,
    valid: (row.flags & POSITION_FLAG.valid) !== 0,
    attributes: attributesOf(row),
    ...(row.road_limit_kph !== null && { roadLimitKph: row.road_limit_kph }),
  };
}

/** Adds the attributes with columns of their own, or a flag, to the others. */
export function attributesOf(row: AttributeColumns): Attributes {
  const { flags } = row;
  const attributes: Attributes = {};
  // A non-finite number is null in JSON.
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
