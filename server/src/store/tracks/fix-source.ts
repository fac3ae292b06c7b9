import { POSITION_SQL } from '../chunks/chunk-columns.ts';
import { DAY_MICROS, startOfDay } from '../chunks/device-day.ts';
import { int4Array, int8Array, jsonbArray } from '../binary-array.ts';
import type { Queryable } from '../database.ts';
import { type DeviceRange, microsSql, timeSql } from './device-range.ts';
import { CHUNK_TABLE, dayTextOf, listRangesWithChunks, type PackedDay, packedDays } from './packed-days.ts';

/** The source of positions for a statement that aggregates them in the database. */
export interface FixSource {
  /** SQL of the table, for a FROM clause. */
  table: string;
  /** Its parameters, from the number on that was passed. */
  values: unknown[];
}

const ROWS: FixSource = { table: 'positions', values: [] };
/** Packing takes a day of a device once, so that the second attempt meets the state of the third at the latest. */
const MAX_ATTEMPTS = 5;
/**
 * Runs a statement over the positions of these ranges, for aggregates that are computed in the database. Packed days
 * are passed as parameters, so ranges should be short: telemetry reads whole days from its own sums. The statement has
 * to limit devices and times itself, as the table may contain others. It is repeated if days were packed meanwhile.
 * @param parameter the number of the first parameter that the statement leaves free
 */
export async function withFixes<Result>(
  db: Queryable,
  ranges: readonly DeviceRange[],
  parameter: number,
  run: (source: FixSource) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const before = await chunksOf(db, ranges);
    const source = before === '' ? ROWS : await sourceOf(db, ranges, parameter);
    const result = await run(source);
    if (attempt === MAX_ATTEMPTS || (await chunksOf(db, ranges)) === before) return result;
  }
}

/** Shows whether the packed days of ranges changed. */
async function chunksOf(db: Queryable, ranges: readonly DeviceRange[]): Promise<string> {
  const { rows } = await db.query<{ chunks: string | null }>(
    `SELECT string_agg(c.device_id || ' ' || c.day || ' ' || c.xmin, ',' ORDER BY c.device_id, c.day) AS chunks
     FROM (SELECT DISTINCT c.device_id, c.day, c.xmin::text AS xmin
           FROM unnest($1::int[], $2::date[], $3::date[]) AS u(device_id, first, last)
           JOIN ${CHUNK_TABLE.positions} c ON c.device_id = u.device_id AND c.day BETWEEN u.first AND u.last) c`,
    [
      ranges.map(({ deviceId }) => deviceId),
      ranges.map(({ from }) => dayTextOf(from)),
      ranges.map(({ to }) => dayTextOf(to - 1)),
    ],
  );
  return rows[0]?.chunks ?? '';
}

const NUMBERS = [
  'lat',
  'lon',
  'altitudeM',
  'speedDkph',
  'courseDeg',
  'flags',
  'satellites',
  'batteryPercent',
  'powerMv',
  'rssi',
] as const;

/** The hashes of the rows of a packed day by their time in microseconds: those that were repeated are among them. */
async function readRowKeys(
  db: Queryable,
  { deviceId, day }: PackedDay<'positions'>,
): Promise<Map<number, Set<number>>> {
  const from = startOfDay(day);
  const { rows } = await db.query<{ micros: number; hash: number }>(
    `SELECT ${microsSql('fix_time')} AS micros, report_hash AS hash FROM positions
     WHERE device_id = $1 AND fix_time >= ${timeSql('$2::int8')} AND fix_time < ${timeSql('$3::int8')}`,
    [deviceId, from, from + DAY_MICROS],
  );
  const keys = new Map<number, Set<number>>();
  for (const { micros, hash } of rows) keys.set(micros, (keys.get(micros) ?? new Set()).add(hash));
  return keys;
}

/**
 * Rows and packed fixes, without packed ones of the same key as a row. They are left out here, as the database would
 * compare each row with each packed fix when it has no statistics of the rows.
 */
async function sourceOf(db: Queryable, ranges: readonly DeviceRange[], parameter: number): Promise<FixSource> {
  const devices: number[] = [];
  const micros: number[] = [];
  const hashes: number[] = [];
  const odometers: number[] = [];
  const attributes: (string | null)[] = [];
  const numbers = NUMBERS.map((): number[] => []);
  for (const index of await listRangesWithChunks(db, ranges)) {
    const range = ranges[index];
    if (!range) continue;
    for await (const packedDay of packedDays(db, 'positions', range)) {
      const { deviceId, chunk, low, high } = packedDay;
      const keys = await readRowKeys(db, packedDay);
      for (let row = low; row < high; row++) {
        if (keys.get(chunk.fixTime[row] ?? 0)?.has(chunk.reportHash[row] ?? 0) === true) continue;
        devices.push(deviceId);
        micros.push(chunk.fixTime[row] ?? 0);
        hashes.push(chunk.reportHash[row] ?? 0);
        odometers.push(chunk.odometerM[row] ?? Number.NaN);
        attributes.push(chunk.attributes.textAt(row));
        for (const [column, name] of NUMBERS.entries()) numbers[column]?.push(chunk[name][row] ?? Number.NaN);
      }
    }
  }
  const values = [
    int4Array(devices),
    int8Array(micros),
    int4Array(hashes),
    int8Array(odometers),
    jsonbArray(attributes),
    ...numbers.map((column) => int4Array(column)),
  ];
  const types = ['int4', 'int8', 'int4', 'int8', 'jsonb', ...NUMBERS.map(() => 'int4')];
  const list = types.map((type, index) => `$${parameter + index}::${type}[]`).join(', ');
  const columns = NUMBERS.map((name) => POSITION_SQL[name]);
  const names = columns.join(', ');
  const packed = `SELECT DISTINCT ON (device_id, micros, report_hash) device_id, ${timeSql('micros')} AS fix_time,
      report_hash, odometer_m, attributes, ${names}
    FROM unnest(${list}) AS u(device_id, micros, report_hash, odometer_m, attributes, ${names})`;
  const table = `(WITH packed AS MATERIALIZED (${packed})
    SELECT * FROM packed
    UNION ALL
    SELECT r.device_id, r.fix_time, r.report_hash, r.odometer_m, r.attributes, ${columns.map((column) => `r.${column}`).join(', ')}
    FROM positions r)`;
  return { table, values };
}
