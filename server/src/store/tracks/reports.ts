import { type Position, POSITION_FLAG } from '@milepost/tracking/position';
import type { AnyReport } from '@milepost/tracking/report';
import { POSITION_SQL, STATUS_REPORT_SQL } from '../chunks/chunk-columns.ts';
import type { Queryable } from '../database.ts';
import { listRangesWithChunks, type OnDamage } from './packed-days.ts';
import { readPackedReports } from './packed-rows.ts';
import { readRowPage } from './row-columns.ts';
import {
  type AttributeColumns,
  attributesOf,
  isTracked,
  mergeReports,
  type ReportKey,
  type StoredReport,
  storedPositions,
  storedStatusReports,
} from './stored-reports.ts';

/** A report as stored, in either table. */
interface ReportRow extends AttributeColumns {
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
  unsealed?: true,
): Promise<AnyReport[]> {
  const all: AnyReport[] = [];
  for await (const piece of reportPieces(db, { deviceId, from, to, after, ...(unsealed && { unsealed }) }))
    all.push(...piece);
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
  /** True for tracking alone, which needs the coordinates of private time; all others get the last public place. */
  unsealed?: true;
}

/** The same in pieces, for spans that do not fit into memory or into one turn of the event loop. */
export async function* reportPieces(db: Queryable, range: ReportRange, size = PIECE): AsyncGenerator<AnyReport[]> {
  for await (const piece of storedPieces(db, range, size)) {
    const reports: AnyReport[] = [];
    for (const one of piece) if (isTracked(one)) reports.push(one.report);
    if (reports.length > 0) yield reports;
  }
}

/** All that is stored of a range, also with impossible times; in private time with the last public place. */
export function storedReportPieces(
  db: Queryable,
  range: Omit<ReportRange, 'unsealed'>,
): AsyncGenerator<readonly StoredReport[]> {
  return storedPieces(db, range, PIECE);
}

/** The positions among them, with the moment of their receipt; `isPrivate`: at the last public place. */
export async function* positionPieces(
  db: Queryable,
  range: ReportRange,
): AsyncGenerator<{ position: Position; receivedAt: Date; isPrivate: boolean }[]> {
  for await (const piece of storedPieces(db, range, PIECE)) {
    yield piece
      .filter((one) => isTracked(one))
      .flatMap(({ report: { position }, receivedAt, isPrivate = false }) =>
        position === null ? [] : [{ position, receivedAt: new Date(receivedAt), isPrivate }],
      );
  }
}

const MAX_HASH = 2_147_483_647;

/**
 * The rows and packed reports of a range in order, each once. Rows are read before the packed days of the same time:
 * those that are packed in between are then seen twice, and one is left out.
 */
async function* storedPieces(db: Queryable, range: ReportRange, size: number): AsyncGenerator<readonly StoredReport[]> {
  const { deviceId, from, to, onDamage = 'skip' } = range;
  let { after } = range;
  let rows: readonly StoredReport[] = [];
  let complete = false;
  for (;;) {
    if (rows.length === 0 && !complete) ({ rows, complete } = await readRows(db, { ...range, after }, size));
    const end = complete ? undefined : rows.at(-1);
    const packedRange = {
      deviceId,
      from: Math.max(from.getTime(), after ? earliestAfter(after) : -Infinity) * 1000,
      to: Math.min(to.getTime() * 1000, end ? end.time * 1000 + 1000 : Infinity),
      onDamage,
    };
    const packed = await readPackedReports(db, packedRange, size);
    const isCut = packed.until < packedRange.to;
    const isNext = (one: StoredReport) =>
      (!after || isAfter(one, after)) && (isCut ? one.time * 1000 < packed.until : !end || !isAfter(one, end));
    const found = packed.reports.filter((one) => isNext(one));
    const held = rows.filter((one) => isNext(one));
    const piece = mergeReports(found, held);
    if (range.unsealed) await unseal(db, [{ deviceId, reports: piece }]);
    for (let start = 0; start < piece.length; start += size) yield piece.slice(start, start + size);
    if (!isCut && complete) return;
    after = isCut ? { time: packed.until / 1000 - 1, hash: MAX_HASH } : end;
    rows = rows.slice(held.length);
  }
}

const isAfter = (one: ReportKey, { time, hash }: ReportKey): boolean =>
  one.time > time || (one.time === time && one.hash > hash);

/** The earliest time of a report after this key: no report of a millisecond follows one with the greatest hash. */
const earliestAfter = ({ time, hash }: ReportKey): number => (hash === MAX_HASH ? time + 1 : time);

/** The first reports of a range that are stored in rows, and whether these are all. */
async function readRows(
  db: Queryable,
  { deviceId, from, to, after = beforeAll(from) }: ReportRange,
  size: number,
): Promise<{ rows: readonly StoredReport[]; complete: boolean }> {
  const { positions, statusReports } = await readRowPage(db, { deviceId, from, to, after }, size);
  const pages: (readonly StoredReport[])[] = [
    storedPositions(positions, 0, positions.reportHash.length),
    storedStatusReports(statusReports, 0, statusReports.reportHash.length),
  ];
  const rows = pages.reduce(mergeReports);
  // What is further than the end of a full page is read once more with the rest of that one.
  const ends = pages.flatMap((page) => (page.length < size ? [] : page.slice(-1)));
  return { rows: rows.filter((one) => !ends.some((end) => isAfter(one, end))), complete: ends.length === 0 };
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
  const byRange = ranges.map(({ deviceId }) => ({ deviceId, reports: [] as StoredReport[] }));
  for (const { index, ...row } of rows) byRange[index - 1]?.reports.push(toStored(row));
  await unseal(
    db,
    byRange.filter((_one, at) => ranges[at]?.unsealed),
  );
  for (const [at, { reports }] of byRange.entries()) {
    const one = found[at];
    if (!one) continue;
    one.rows += reports.length;
    for (const stored of reports) if (isTracked(stored)) one.reports.push(stored.report);
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
  for await (const piece of storedPieces(db, range, most)) {
    for (const one of piece.slice(0, most - found.rows)) {
      found.rows += 1;
      if (isTracked(one)) found.reports.push(one.report);
    }
    if (found.rows >= most) break;
  }
  return found;
}

/** A key before those of all reports from a time on. */
const beforeAll = (from: Date): ReportKey => ({ time: from.getTime() - 1, hash: MIN_HASH });

function parameters({ deviceId, from, to, after = beforeAll(from) }: ReportRange): (number | Date)[] {
  return [deviceId, from, to, new Date(after.time), after.hash];
}

/** The columns of a position besides its time, and for each what a status report has instead. */
const COLUMNS = Object.values(POSITION_SQL).filter((column) => column !== POSITION_SQL.fixTime);
const SHARED = new Set<string>(Object.values(STATUS_REPORT_SQL));
const STATUS_COLUMNS = COLUMNS.map((column) =>
  SHARED.has(column) ? column : column === POSITION_SQL.flags ? '0' : 'null',
);

/** The reports of a device (`q.device_id`) from `q.since` to `q.until` after `q.last_at` and `q.last_hash`. */
function reportsOf(q: string, limit: string): string {
  const within = (time: string) => `device_id = ${q}.device_id
    AND ${time} >= greatest(${q}.since, ${q}.last_at) AND ${time} < ${q}.until
    AND (${time}, report_hash) > (${q}.last_at, ${q}.last_hash)
    ORDER BY ${time}, report_hash LIMIT ${limit}`;
  return `SELECT * FROM (
    (SELECT fix_time AS at, ${COLUMNS.join(', ')}, true AS is_position, null::timestamptz AS device_clock
       FROM positions WHERE ${within('fix_time')})
    UNION ALL
    (SELECT reported_at, ${STATUS_COLUMNS.join(', ')}, false, device_clock
       FROM status_reports WHERE ${within('reported_at')})
  ) both_tables ORDER BY at, report_hash LIMIT ${limit}`;
}

/** The coordinates of a position before it was sealed. */
interface Sealed {
  lat: number;
  lon: number;
  altitude_m: number | null;
  course_deg: number;
  flags: number;
}

/** Restores the coordinates of private time, in place, with the last public place beside them. */
async function unseal(
  db: Queryable,
  devices: readonly { deviceId: number; reports: readonly StoredReport[] }[],
): Promise<void> {
  const wanted = devices.flatMap(({ deviceId, reports }) =>
    reports.flatMap((stored) => (stored.isPrivate ? [{ deviceId, stored }] : [])),
  );
  if (wanted.length === 0) return;
  const { rows } = await db.query<Sealed & { index: number }>(
    `SELECT q.index::int, s.lat, s.lon, s.altitude_m, s.course_deg, s.flags
     FROM unnest($1::int[], $2::timestamptz[], $3::int[]) WITH ORDINALITY AS q(device_id, fix_time, report_hash, index)
     JOIN sealed_positions s USING (device_id, fix_time, report_hash)`,
    [
      wanted.map(({ deviceId }) => deviceId),
      wanted.map(({ stored }) => new Date(stored.time)),
      wanted.map(({ stored }) => stored.hash),
    ],
  );
  for (const { index, lat, lon, altitude_m: altitudeM, course_deg: courseDeg, flags } of rows) {
    const stored = wanted[index - 1]?.stored;
    if (!stored?.report.position) continue;
    const { hash, position } = stored.report;
    const place = position.lat === 0 && position.lon === 0 ? null : { lat: position.lat, lon: position.lon };
    const valid = (flags & POSITION_FLAG.valid) !== 0;
    const own = { ...position, lat: lat / 1e7, lon: lon / 1e7, altitudeM, courseDeg, valid };
    stored.report = { hash, position: own, sealed: { place } };
  }
}

function toStored(row: ReportRow): StoredReport {
  const { report_hash: hash, device_clock: deviceClock, lat, lon, received_at } = row;
  const key = { time: row.at.getTime(), hash, receivedAt: received_at.getTime() };
  if (row.is_position) {
    const isPrivate = (row.flags & POSITION_FLAG.private) !== 0;
    return { ...key, report: { hash, position: toPosition(row) }, ...(isPrivate && { isPrivate }) };
  }
  const coordinates = lat === null ? null : { lat: lat / 1e7, lon: (lon ?? 0) / 1e7 };
  return {
    ...key,
    report: { position: null, time: row.at, attributes: attributesOf(row), hash, coordinates, deviceClock },
  };
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
