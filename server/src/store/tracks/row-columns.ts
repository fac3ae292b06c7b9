import type { Attributes } from '@milepost/protocols/types';
import type { PositionColumns, StatusReportColumns } from '../chunks/chunk-columns.ts';
import { addValues, type JsonTable, jsonTableOf } from '../chunks/json-table.ts';
import type { Queryable } from '../database.ts';
import { type DeviceRange, microsSql, timeSql } from './device-range.ts';
import type { ReportKey } from './stored-reports.ts';

/** Microseconds between the Unix epoch and PostgreSQL's, 2000-01-01. */
const EPOCH_MICROS = 946_684_800_000_000;
const TWO_32 = 4_294_967_296;
/** Stands for null in a column of 64 bits; no smaller integer is stored. */
const NULL_HIGH = -2_147_483_648;
const NULL_INT8 = '-9223372036854775808';

const int8 = (column: string) => `int8send(coalesce(${column}::int8, ${NULL_INT8}))`;
const time = (column: string) => `coalesce(timestamptz_send(${column}), int8send(${NULL_INT8}))`;

/** A smallint in 17 bits and an integer in 33, or null as 0. */
const OFFSET_17 = 32_769;
const OFFSET_33 = 2_147_483_649;
const bits17 = (column: string) => `coalesce(${column}::int8 + ${OFFSET_17}, 0)`;
const bits33 = (column: string) => `coalesce(${column}::int8 + ${OFFSET_33}, 0)`;
/**
 * A position in words of 64 bits, of which each has as many columns as fit: a word takes the database as long as a column
 * of its own would. Their order and bits are those that `positionColumnsOf` reads.
 */
const POSITION_WORDS = [
  'timestamptz_send(p.fix_time)',
  'timestamptz_send(p.received_at)',
  int8('p.odometer_m'),
  'int8send((p.report_hash::int8 << 32) | (p.lat::int8 & 4294967295))',
  'int8send((p.lon::int8 << 32) | ((p.course_deg::int8 & 65535) << 16) | (p.flags::int8 & 65535))',
  `int8send((${bits17('p.altitude_m')} << 34) | (${bits17('p.satellites')} << 17) | ${bits17('p.battery_percent')})`,
  `int8send((${bits33('p.power_mv')} << 17) | ${bits17('p.rssi')})`,
  `int8send((p.speed_dkph::int8 << 17) | ${bits17('p.road_limit_kph')})`,
];
const POSITION_WIDTH = POSITION_WORDS.length * 8;
const POSITION_BYTES = POSITION_WORDS.join(' || ');
/** The columns of a status report, each with the number of its bytes. */
const STATUS_REPORTS = [
  { name: 'reportedAt', sql: time('p.reported_at'), width: 8 },
  { name: 'reportHash', sql: 'int4send(p.report_hash)', width: 4 },
  { name: 'receivedAt', sql: time('p.received_at'), width: 8 },
  { name: 'lat', sql: int8('p.lat'), width: 8 },
  { name: 'lon', sql: int8('p.lon'), width: 8 },
  { name: 'deviceClock', sql: time('p.device_clock'), width: 8 },
] as const;
const STATUS_REPORT_BYTES = STATUS_REPORTS.map(({ sql }) => sql).join(' || ');

/**
 * SQL of the rows of a device within a range as two texts, which are read ten times as fast as rows: the columns in
 * bytes, and the attributes by line, as their texts contain no line breaks.
 */
const rowsSql = (table: string, at: string, bytes: string) =>
  `SELECT encode(string_agg(columns, ''), 'base64') AS columns,
          string_agg(coalesce(attributes, ''), E'\\n') AS attributes, ${microsSql('max(received_at)')} AS received
   FROM (SELECT ${bytes} AS columns, p.attributes::text AS attributes, p.received_at
         FROM ${table} p WHERE p.device_id = $1 AND p.${at} >= ${timeSql('$2::int8')} AND p.${at} < ${timeSql('$3::int8')}
         ORDER BY p.${at}, p.report_hash) rows`;
const ROWS = {
  positions: { name: 'rows-of-positions', text: rowsSql('positions', 'fix_time', POSITION_BYTES) },
  statusReports: {
    name: 'rows-of-status-reports',
    text: rowsSql('status_reports', 'reported_at', STATUS_REPORT_BYTES),
  },
} as const;

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
  const { rows } = await db.query<{ columns: string | null; attributes: string | null; received: number | null }>({
    ...ROWS[kind],
    values: [deviceId, from, to],
  });
  const { columns, attributes, received } = rows[0] ?? {};
  return columns == null ? null : { columns, attributes: attributes ?? '', received: received ?? 0 };
}

/**
 * SQL of the first rows of a device (`$1`) of a table from `$2` up to `$3` (times) after the time `$4` and the hash `$5`,
 * at most `$6` of them, in the same form.
 */
const pageSql = (table: string, at: string, bytes: string) =>
  `SELECT encode(string_agg(columns, ''), 'base64') AS columns, string_agg(coalesce(attributes, ''), E'\\n') AS attributes
   FROM (SELECT ${bytes} AS columns, p.attributes::text AS attributes FROM ${table} p
         WHERE p.device_id = $1 AND p.${at} >= $2 AND p.${at} < $3 AND (p.${at}, p.report_hash) > ($4::timestamptz, $5::int)
         ORDER BY p.${at}, p.report_hash LIMIT $6) rows`;
const PAGE = {
  name: 'row-page',
  text: `SELECT p.columns, p.attributes, r.columns AS "statusColumns", r.attributes AS "statusAttributes"
    FROM (${pageSql('positions', 'fix_time', POSITION_BYTES)}) p,
         (${pageSql('status_reports', 'reported_at', STATUS_REPORT_BYTES)}) r`,
};

/** Where a page of rows begins and ends; `after` is the key of the row before it. */
export interface PageRange {
  deviceId: number;
  from: Date;
  to: Date;
  after: ReportKey;
}

/** The rows of a page in columns, with numbers rounded to the nearest that JavaScript has. */
export interface RowPage {
  positions: RowColumns<PositionColumns>;
  statusReports: RowColumns<StatusReportColumns>;
}

/** The first rows of each of the two tables within a range, at most `size` of each, in the order of their key. */
export async function readRowPage(db: Queryable, range: PageRange, size: number): Promise<RowPage> {
  const { deviceId, from, to, after } = range;
  const last = new Date(after.time);
  const values = [deviceId, from > last ? from : last, to, last, after.hash, size];
  const { rows } = await db.query<
    Record<'columns' | 'attributes' | 'statusColumns' | 'statusAttributes', string | null>
  >({ ...PAGE, values });
  const { columns = null, attributes = null, statusColumns = null, statusAttributes = null } = rows[0] ?? {};
  return {
    positions: positionColumnsOf(bytesOf(columns), attributesOfRows(attributes), rounded),
    statusReports: statusColumnsOf(bytesOf(statusColumns), attributesOfRows(statusAttributes), rounded),
  };
}

/** Columns of rows whose attributes are read row by row. */
export type RowColumns<Columns extends { attributes: JsonTable }> = Omit<Columns, 'attributes' | 'wide'> & {
  attributes: RowAttributes;
};

/** The attributes of rows. */
export interface RowAttributes {
  /** Adds those of a row that are not null. Rows may share nested values: do not change them. */
  addTo: (attributes: Attributes, row: number) => void;
}

const bytesOf = (columns: string | null) => Buffer.from(columns ?? '', 'base64');
const textsOf = (attributes: string) => attributes.split('\n').map((text) => (text === '' ? null : text));

/** Devices report the same few attributes most of the time. */
function attributesOfRows(attributes: string | null): RowAttributes {
  const texts = attributes?.split('\n') ?? [];
  const parsed = new Map<string, Attributes | null>([['', null]]);
  return {
    addTo: (into, row) => {
      const text = texts[row] ?? '';
      let values = parsed.get(text);
      if (values === undefined) parsed.set(text, (values = parse(text)));
      addValues(into, values);
    },
  };
}

function parse(text: string): Attributes | null {
  const attributes: Attributes | null = JSON.parse(text);
  return attributes;
}

/**
 * Unpacks rows.
 * @throws RangeError for a time or number that is not exact in JavaScript
 */
export function columnsOf(kind: 'positions' | 'statusReports', sent: SentRows): PositionColumns | StatusReportColumns {
  const attributes = jsonTableOf(textsOf(sent.attributes));
  const bytes = bytesOf(sent.columns);
  return kind === 'positions' ? positionColumnsOf(bytes, attributes, exact) : statusColumnsOf(bytes, attributes, exact);
}

/** What becomes of a number that may not be exact. */
type Checked = (value: number) => number;

function exact(value: number): number {
  if (Number.isSafeInteger(value)) return value;
  throw new RangeError(`${value} is not exact`);
}

const rounded: Checked = (value) => value;

/** Unpacks the columns of `POSITION_WORDS`. */
function positionColumnsOf<Attributed>(bytes: Buffer, attributes: Attributed, checked: Checked) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = bytes.length / POSITION_WIDTH;
  const floats = () => new Float64Array(count);
  const [fixTime, receivedAt, odometerM, altitudeM, satellites] = [floats(), floats(), floats(), floats(), floats()];
  const [batteryPercent, powerMv, rssi, roadLimitKph] = [floats(), floats(), floats(), floats()];
  const [reportHash, lat, lon] = [new Int32Array(count), new Int32Array(count), new Int32Array(count)];
  const [speedDkph, courseDeg, flags] = [new Int16Array(count), new Int16Array(count), new Int16Array(count)];
  for (let row = 0, at = 0; row < count; row++, at += POSITION_WIDTH) {
    fixTime[row] = checked(int64(view, at) + EPOCH_MICROS);
    receivedAt[row] = checked(int64(view, at + 8) + EPOCH_MICROS);
    odometerM[row] = orNaN(view, at + 16, checked);
    reportHash[row] = view.getInt32(at + 24);
    lat[row] = view.getInt32(at + 28);
    lon[row] = view.getInt32(at + 32);
    courseDeg[row] = view.getInt16(at + 36);
    flags[row] = view.getInt16(at + 38);
    const [levels, level] = [view.getInt32(at + 40), view.getInt32(at + 44)];
    altitudeM[row] = less(levels >>> 2, OFFSET_17);
    satellites[row] = less(((levels & 3) << 15) | (level >>> 17), OFFSET_17);
    batteryPercent[row] = less(level & BITS_17, OFFSET_17);
    const [signal, power] = [view.getInt32(at + 52), view.getUint32(at + 48)];
    powerMv[row] = less(power * 2 ** 15 + (signal >>> 17), OFFSET_33);
    rssi[row] = less(signal & BITS_17, OFFSET_17);
    const [speed, limit] = [view.getInt32(at + 56), view.getInt32(at + 60)];
    speedDkph[row] = (speed << 15) | (limit >>> 17);
    roadLimitKph[row] = less(limit & BITS_17, OFFSET_17);
  }
  return {
    fixTime,
    reportHash,
    receivedAt,
    lat,
    lon,
    altitudeM,
    speedDkph,
    courseDeg,
    flags,
    satellites,
    batteryPercent,
    powerMv,
    rssi,
    odometerM,
    roadLimitKph,
    attributes,
  };
}

const BITS_17 = 0x1_ff_ff;

const int64 = (view: DataView, at: number): number => view.getInt32(at) * TWO_32 + view.getUint32(at + 4);

/** Null, which is 0, as NaN. */
const less = (value: number, offset: number): number => (value === 0 ? Number.NaN : value - offset);

function orNaN(view: DataView, at: number, checked: Checked): number {
  const isNull = view.getInt32(at) === NULL_HIGH && view.getInt32(at + 4) === 0;
  return isNull ? Number.NaN : checked(int64(view, at));
}

function statusColumnsOf<Attributed>(bytes: Buffer, attributes: Attributed, checked: Checked) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const width = STATUS_REPORTS.reduce((sum, one) => sum + one.width, 0);
  const count = bytes.length / width;
  const begins = (name: string) => {
    const index = STATUS_REPORTS.findIndex((one) => one.name === name);
    return STATUS_REPORTS.slice(0, index).reduce((sum, one) => sum + one.width, 0);
  };
  const numbers = (name: 'lat' | 'lon' | 'reportedAt' | 'receivedAt' | 'deviceClock') => {
    const start = begins(name);
    const shift = name === 'lat' || name === 'lon' ? 0 : EPOCH_MICROS;
    return Float64Array.from({ length: count }, (_, row) =>
      orNaN(view, start + row * width, (value) => checked(value + shift)),
    );
  };
  const hashes = begins('reportHash');
  return {
    reportedAt: numbers('reportedAt'),
    reportHash: Int32Array.from({ length: count }, (_, row) => view.getInt32(hashes + row * width)),
    receivedAt: numbers('receivedAt'),
    lat: numbers('lat'),
    lon: numbers('lon'),
    deviceClock: numbers('deviceClock'),
    attributes,
  };
}
