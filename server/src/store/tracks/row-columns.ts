import type { PositionColumns, StatusReportColumns } from '../chunks/chunk-columns.ts';
import { jsonTableOf } from '../chunks/json-table.ts';
import type { Queryable } from '../database.ts';
import { type DeviceRange, microsSql, timeSql } from './device-range.ts';

/** Microseconds between the Unix epoch and PostgreSQL's, 2000-01-01. */
const EPOCH_MICROS = 946_684_800_000_000;
const TWO_32 = 4_294_967_296;
/** Stands for null in a column of 64 bits; no smaller integer is stored. */
const NULL_HIGH = -2_147_483_648;
const NULL_INT8 = '-9223372036854775808';

const int8 = (column: string) => `int8send(coalesce(${column}::int8, ${NULL_INT8}))`;
const time = (column: string) => `coalesce(timestamptz_send(${column}), int8send(${NULL_INT8}))`;

/** How a column is sent: the SQL of its bytes, their number, and how they are read. */
interface Sent<Name extends string> {
  name: Name;
  sql: string;
  width: number;
  type: 'time' | 'int8' | 'int4' | 'int2';
}

const POSITIONS: readonly Sent<Exclude<keyof PositionColumns, 'attributes' | 'wide'>>[] = [
  { name: 'fixTime', sql: time('p.fix_time'), width: 8, type: 'time' },
  { name: 'reportHash', sql: 'int4send(p.report_hash)', width: 4, type: 'int4' },
  { name: 'receivedAt', sql: time('p.received_at'), width: 8, type: 'time' },
  { name: 'lat', sql: 'int4send(p.lat)', width: 4, type: 'int4' },
  { name: 'lon', sql: 'int4send(p.lon)', width: 4, type: 'int4' },
  { name: 'altitudeM', sql: int8('p.altitude_m'), width: 8, type: 'int8' },
  { name: 'speedDkph', sql: 'int2send(p.speed_dkph)', width: 2, type: 'int2' },
  { name: 'courseDeg', sql: 'int2send(p.course_deg)', width: 2, type: 'int2' },
  { name: 'flags', sql: 'int2send(p.flags)', width: 2, type: 'int2' },
  { name: 'satellites', sql: int8('p.satellites'), width: 8, type: 'int8' },
  { name: 'batteryPercent', sql: int8('p.battery_percent'), width: 8, type: 'int8' },
  { name: 'powerMv', sql: int8('p.power_mv'), width: 8, type: 'int8' },
  { name: 'rssi', sql: int8('p.rssi'), width: 8, type: 'int8' },
  { name: 'odometerM', sql: int8('p.odometer_m'), width: 8, type: 'int8' },
  { name: 'roadLimitKph', sql: int8('p.road_limit_kph'), width: 8, type: 'int8' },
];
const STATUS_REPORTS: readonly Sent<Exclude<keyof StatusReportColumns, 'attributes' | 'wide'>>[] = [
  { name: 'reportedAt', sql: time('p.reported_at'), width: 8, type: 'time' },
  { name: 'reportHash', sql: 'int4send(p.report_hash)', width: 4, type: 'int4' },
  { name: 'receivedAt', sql: time('p.received_at'), width: 8, type: 'time' },
  { name: 'lat', sql: int8('p.lat'), width: 8, type: 'int8' },
  { name: 'lon', sql: int8('p.lon'), width: 8, type: 'int8' },
  { name: 'deviceClock', sql: time('p.device_clock'), width: 8, type: 'time' },
];

/**
 * SQL of the rows of a device within a range as two texts, which are read ten times as fast as rows: the columns in
 * bytes, and the attributes by line, as their texts contain no line breaks.
 */
const rowsSql = (table: string, at: string, columns: readonly { sql: string }[]) =>
  `SELECT encode(string_agg(columns, ''), 'base64') AS columns,
          string_agg(coalesce(attributes, ''), E'\\n') AS attributes, ${microsSql('max(received_at)')} AS received
   FROM (SELECT ${columns.map(({ sql }) => sql).join(' || ')} AS columns, p.attributes::text AS attributes, p.received_at
         FROM ${table} p WHERE p.device_id = $1 AND p.${at} >= ${timeSql('$2::int8')} AND p.${at} < ${timeSql('$3::int8')}
         ORDER BY p.${at}, p.report_hash) rows`;
const POSITION_ROWS = rowsSql('positions', 'fix_time', POSITIONS);
const STATUS_REPORT_ROWS = rowsSql('status_reports', 'reported_at', STATUS_REPORTS);

/** Rows as the database sends them, to be unpacked in any thread. */
export interface SentRows {
  /** Base64. */
  columns: string;
  attributes: string;
  /** When the last one was received, microseconds. */
  received: number;
}

/** The rows of a device within a range, in the order of their key; null if there are none. */
export async function readSentRows(
  db: Queryable,
  kind: 'positions' | 'statusReports',
  { deviceId, from, to }: DeviceRange,
): Promise<SentRows | null> {
  const { rows } = await db.query<{ columns: string | null; attributes: string | null; received: number | null }>(
    kind === 'positions' ? POSITION_ROWS : STATUS_REPORT_ROWS,
    [deviceId, from, to],
  );
  const { columns, attributes, received } = rows[0] ?? {};
  return columns == null ? null : { columns, attributes: attributes ?? '', received: received ?? 0 };
}

/**
 * Unpacks rows.
 * @throws RangeError for a time or number that is not exact in JavaScript
 */
export function columnsOf(kind: 'positions' | 'statusReports', sent: SentRows): PositionColumns | StatusReportColumns {
  const texts = sent.attributes.split('\n').map((text) => (text === '' ? null : text));
  const attributes = jsonTableOf(texts);
  const bytes = Buffer.from(sent.columns, 'base64');
  if (kind === 'statusReports') {
    const { numbers, ints } = readersOf(bytes, STATUS_REPORTS);
    return {
      reportedAt: numbers('reportedAt'),
      reportHash: ints('reportHash'),
      receivedAt: numbers('receivedAt'),
      lat: numbers('lat'),
      lon: numbers('lon'),
      deviceClock: numbers('deviceClock'),
      attributes,
    };
  }
  const { numbers, ints, shorts } = readersOf(bytes, POSITIONS);
  return {
    fixTime: numbers('fixTime'),
    reportHash: ints('reportHash'),
    receivedAt: numbers('receivedAt'),
    lat: ints('lat'),
    lon: ints('lon'),
    altitudeM: numbers('altitudeM'),
    speedDkph: shorts('speedDkph'),
    courseDeg: shorts('courseDeg'),
    flags: shorts('flags'),
    satellites: numbers('satellites'),
    batteryPercent: numbers('batteryPercent'),
    powerMv: numbers('powerMv'),
    rssi: numbers('rssi'),
    odometerM: numbers('odometerM'),
    roadLimitKph: numbers('roadLimitKph'),
    attributes,
  };
}

function readersOf<Name extends string>(bytes: Buffer, columns: readonly Sent<Name>[]) {
  const width = columns.reduce((sum, one) => sum + one.width, 0);
  const count = bytes.length / width;
  const begins = (name: Name) => {
    const index = columns.findIndex((one) => one.name === name);
    return columns.slice(0, index).reduce((sum, one) => sum + one.width, 0);
  };
  const shiftOf = (name: Name) => (columns.find((one) => one.name === name)?.type === 'time' ? EPOCH_MICROS : 0);
  return {
    ints: (name: Name): Int32Array => {
      const values = new Int32Array(count);
      for (let row = 0, at = begins(name); row < count; row++, at += width) values[row] = bytes.readInt32BE(at);
      return values;
    },
    shorts: (name: Name): Int16Array => {
      const values = new Int16Array(count);
      for (let row = 0, at = begins(name); row < count; row++, at += width) values[row] = bytes.readInt16BE(at);
      return values;
    },
    /** Null is NaN. */
    numbers: (name: Name): Float64Array => {
      const values = new Float64Array(count);
      const shift = shiftOf(name);
      for (let row = 0, at = begins(name); row < count; row++, at += width) {
        const [high, low] = [bytes.readInt32BE(at), bytes.readUInt32BE(at + 4)];
        values[row] = high === NULL_HIGH && low === 0 ? Number.NaN : exact(high * TWO_32 + low + shift);
      }
      return values;
    },
  };
}

function exact(value: number): number {
  if (Number.isSafeInteger(value)) return value;
  throw new RangeError(`${value} is not exact`);
}
