import { POSITION_FLAG } from '@milepost/tracking/position';
import type { Coordinates } from '@milepost/tracking/geo';
import { int4Array, timestampArray } from '../binary-array.ts';
import type { PositionColumns } from '../chunks/chunk-columns.ts';
import type { Queryable } from '../database.ts';
import { type DeviceRange, timeSql } from './device-range.ts';
import { chunkOf } from './make-chunk.ts';
import { lockPackedDays, readChunkData, writeChunk } from './pack-days.ts';
import { CHUNK_TABLE, dayTextOf, decodeChunk } from './packed-days.ts';

const RANGE = `p.device_id = $1 AND p.fix_time >= ${timeSql('$2::int8')} AND p.fix_time < ${timeSql('$3::int8')}`;
const { private: PRIVATE, valid: VALID } = POSITION_FLAG;

/** A position as it was before it was sealed. */
export interface SealedRow {
  /** Microseconds. */
  micros: number;
  hash: number;
  lat: number;
  lon: number;
  altitudeM: number | null;
  courseDeg: number;
  flags: number;
  /** The limit of the road; null if it is unknown, as for positions that arrived in private time. */
  roadLimitKph: number | null;
}

/**
 * Seals the stored positions of a device within a range, rows and packed ones alike, in the caller's transaction: see
 * docs/decisions/0180.
 * @param place the last public place; null if there is none
 * @returns the number of positions that were public
 */
export async function sealRange(db: Queryable, range: DeviceRange, place: Coordinates | null): Promise<number> {
  const { deviceId, from, to } = range;
  await lockPackedDays(db, [deviceId]);
  const [lat, lon] = [Math.round((place?.lat ?? 0) * 1e7), Math.round((place?.lon ?? 0) * 1e7)];
  const { rowCount } = await db.query(
    `WITH public AS (SELECT p.* FROM positions p WHERE ${RANGE} AND p.flags & ${PRIVATE} = 0 FOR UPDATE),
       sealed AS (
         INSERT INTO sealed_positions (device_id, fix_time, report_hash, lat, lon, altitude_m, course_deg, flags, road_limit_kph)
         SELECT device_id, fix_time, report_hash, lat, lon, altitude_m, course_deg, flags, road_limit_kph FROM public
         ON CONFLICT DO NOTHING)
     UPDATE positions p SET lat = $4, lon = $5, altitude_m = NULL, course_deg = 0, road_limit_kph = NULL,
       flags = (p.flags & ~${VALID}) | ${PRIVATE}
     FROM public WHERE ${RANGE} AND p.fix_time = public.fix_time AND p.report_hash = public.report_hash`,
    [deviceId, from, to, lat, lon],
  );
  let count = rowCount ?? 0;
  await changePacked(db, range, async (columns, rows) => {
    const open = rows.filter((row) => ((columns.flags[row] ?? 0) & PRIVATE) === 0);
    count += open.length;
    await insertSealed(
      db,
      deviceId,
      open.map((row) => rowOf(columns, row)),
    );
    for (const row of open) {
      columns.lat[row] = lat;
      columns.lon[row] = lon;
      columns.altitudeM[row] = Number.NaN;
      columns.courseDeg[row] = 0;
      // It would tell which road it was.
      columns.roadLimitKph[row] = Number.NaN;
      columns.flags[row] = ((columns.flags[row] ?? 0) & ~VALID) | PRIVATE;
    }
    return open.length > 0;
  });
  return count;
}

/** Gives the positions of a range their own coordinates back. @returns their number */
export async function openRange(db: Queryable, range: DeviceRange): Promise<number> {
  const { deviceId, from, to } = range;
  await lockPackedDays(db, [deviceId]);
  const { rows: sealed } = await db.query<SealedRow>(
    `DELETE FROM sealed_positions p WHERE ${RANGE}
     RETURNING (extract(epoch FROM p.fix_time) * 1000000)::int8 AS micros, p.report_hash AS hash, p.lat, p.lon,
       p.altitude_m AS "altitudeM", p.course_deg AS "courseDeg", p.flags, p.road_limit_kph AS "roadLimitKph"`,
    [deviceId, from, to],
  );
  if (sealed.length === 0) return 0;
  await db.query(
    `UPDATE positions p SET lat = s.lat, lon = s.lon, altitude_m = s.altitude_m, course_deg = s.course_deg, flags = s.flags,
       road_limit_kph = s.road_limit_kph
     FROM unnest($4::timestamptz[], $5::int4[], $6::int4[], $7::int4[], $8::int2[], $9::int2[], $10::int2[], $11::int2[])
       AS s(fix_time, report_hash, lat, lon, altitude_m, course_deg, flags, road_limit_kph)
     WHERE ${RANGE} AND p.fix_time = s.fix_time AND p.report_hash = s.report_hash`,
    [
      deviceId,
      from,
      to,
      timestampArray(sealed.map(({ micros }) => micros / 1000)),
      int4Array(sealed.map(({ hash }) => hash)),
      int4Array(sealed.map((row) => row.lat)),
      int4Array(sealed.map((row) => row.lon)),
      sealed.map((row) => row.altitudeM),
      sealed.map((row) => row.courseDeg),
      sealed.map((row) => row.flags),
      sealed.map((row) => row.roadLimitKph),
    ],
  );
  const byKey = new Map(sealed.map((row) => [`${row.micros} ${row.hash}`, row]));
  await changePacked(db, range, async (columns, rows) => {
    let changed = false;
    for (const row of rows) {
      const own = byKey.get(`${columns.fixTime[row]} ${columns.reportHash[row]}`);
      if (!own) continue;
      columns.lat[row] = own.lat;
      columns.lon[row] = own.lon;
      columns.altitudeM[row] = own.altitudeM ?? Number.NaN;
      columns.courseDeg[row] = own.courseDeg;
      columns.flags[row] = own.flags;
      columns.roadLimitKph[row] = own.roadLimitKph ?? Number.NaN;
      changed = true;
    }
    return Promise.resolve(changed);
  });
  return sealed.length;
}

/** Changes the packed positions of a range; `change` gets the columns of a day, and returns whether it changed any. */
async function changePacked(
  db: Queryable,
  { deviceId, from, to }: DeviceRange,
  change: (columns: PositionColumns, rows: readonly number[]) => Promise<boolean>,
): Promise<void> {
  const { rows: days } = await db.query<{ day: string }>(
    `SELECT day::text AS day FROM ${CHUNK_TABLE.positions} WHERE device_id = $1 AND day BETWEEN $2 AND $3
       AND last >= ${timeSql('$4::int8')} AND first < ${timeSql('$5::int8')} ORDER BY day FOR UPDATE`,
    [deviceId, dayTextOf(from), dayTextOf(to - 1), from, to],
  );
  for (const { day } of days) {
    const one = { deviceId, day };
    const data = await readChunkData(db, 'positions', one);
    if (!data) continue;
    const columns = decodeChunk('positions', data, one);
    const rows = Array.from(columns.fixTime.keys()).filter((row) => {
      const time = columns.fixTime[row] ?? 0;
      return time >= from && time < to;
    });
    if (await change(columns, rows)) await writeChunk(db, 'positions', one, chunkOf('positions', one, columns));
  }
}

/** Stores positions as they were before they were sealed. */
export async function insertSealed(db: Queryable, deviceId: number, rows: readonly SealedRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db.query(
    `INSERT INTO sealed_positions (device_id, fix_time, report_hash, lat, lon, altitude_m, course_deg, flags, road_limit_kph)
     SELECT $1, ${timeSql('micros')}, hash, lat, lon, altitude_m, course_deg, flags, road_limit_kph
     FROM unnest($2::int8[], $3::int4[], $4::int4[], $5::int4[], $6::int2[], $7::int2[], $8::int2[], $9::int2[])
       AS s(micros, hash, lat, lon, altitude_m, course_deg, flags, road_limit_kph) ON CONFLICT DO NOTHING`,
    [
      deviceId,
      rows.map(({ micros }) => micros),
      rows.map(({ hash }) => hash),
      rows.map(({ lat }) => lat),
      rows.map(({ lon }) => lon),
      rows.map(({ altitudeM }) => altitudeM),
      rows.map(({ courseDeg }) => courseDeg),
      rows.map(({ flags }) => flags),
      rows.map(({ roadLimitKph }) => roadLimitKph),
    ],
  );
}

/** A position of packed columns. */
const rowOf = (columns: PositionColumns, row: number): SealedRow => ({
  micros: columns.fixTime[row] ?? 0,
  hash: columns.reportHash[row] ?? 0,
  lat: columns.lat[row] ?? 0,
  lon: columns.lon[row] ?? 0,
  altitudeM: orNull(columns.altitudeM[row]),
  courseDeg: columns.courseDeg[row] ?? 0,
  flags: columns.flags[row] ?? 0,
  roadLimitKph: orNull(columns.roadLimitKph[row]),
});

const orNull = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? null : value);
