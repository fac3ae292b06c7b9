import type { JsonTable } from './json-table.ts';

/**
 * Rows of `positions` of one device and day in columns, in the order of their key (time, then hash). Times are
 * microseconds since the Unix epoch, infinite where PostgreSQL's are; null is NaN.
 */
export interface PositionColumns {
  fixTime: Float64Array;
  reportHash: Int32Array;
  receivedAt: Float64Array;
  /** 1e-7 degrees. */
  lat: Int32Array;
  lon: Int32Array;
  altitudeM: Float64Array;
  /** 0.1 km/h. */
  speedDkph: Int16Array;
  courseDeg: Int16Array;
  flags: Int16Array;
  satellites: Float64Array;
  batteryPercent: Float64Array;
  powerMv: Float64Array;
  rssi: Float64Array;
  odometerM: Float64Array;
  roadLimitKph: Float64Array;
  attributes: JsonTable;
  wide?: WideColumns<'fixTime' | 'receivedAt' | 'odometerM'>;
}

/**
 * The columns of `positions` besides the device: what each is called here and in SQL, in the order of the statements that
 * insert, move and read rows.
 */
export const POSITION_SQL = {
  fixTime: 'fix_time',
  reportHash: 'report_hash',
  receivedAt: 'received_at',
  lat: 'lat',
  lon: 'lon',
  altitudeM: 'altitude_m',
  speedDkph: 'speed_dkph',
  courseDeg: 'course_deg',
  flags: 'flags',
  satellites: 'satellites',
  batteryPercent: 'battery_percent',
  powerMv: 'power_mv',
  rssi: 'rssi',
  odometerM: 'odometer_m',
  attributes: 'attributes',
  roadLimitKph: 'road_limit_kph',
} as const satisfies Record<Exclude<keyof PositionColumns, 'wide'>, string>;

/** The same for rows of `status_reports`. */
export interface StatusReportColumns {
  reportedAt: Float64Array;
  reportHash: Int32Array;
  receivedAt: Float64Array;
  lat: Float64Array;
  lon: Float64Array;
  deviceClock: Float64Array;
  attributes: JsonTable;
  wide?: WideColumns<'reportedAt' | 'receivedAt' | 'deviceClock'>;
}

export const STATUS_REPORT_SQL = {
  reportedAt: 'reported_at',
  reportHash: 'report_hash',
  receivedAt: 'received_at',
  attributes: 'attributes',
  lat: 'lat',
  lon: 'lon',
  deviceClock: 'device_clock',
} as const satisfies Record<Exclude<keyof StatusReportColumns, 'wide'>, string>;

type NumbersOf<Columns> = Exclude<keyof Columns, 'attributes'>;
const isNumeric = <Name extends string>(name: Name): name is Exclude<Name, 'attributes'> => name !== 'attributes';
/** The names of the columns of numbers. */
export const POSITION_NUMBERS: readonly NumbersOf<typeof POSITION_SQL>[] = namesOf(POSITION_SQL).filter(isNumeric);
export const STATUS_REPORT_NUMBERS: readonly NumbersOf<typeof STATUS_REPORT_SQL>[] =
  namesOf(STATUS_REPORT_SQL).filter(isNumeric);

function namesOf<Names extends object>(names: Names): Extract<keyof Names, string>[] {
  const found: Extract<keyof Names, string>[] = [];
  for (const name in names) found.push(name);
  return found;
}

/**
 * The exact values of a column with numbers beyond 2^53, which the column of the same name has rounded: times in
 * PostgreSQL's form (microseconds since 2000-01-01; the least and greatest integer are its infinite times). Null is 0.
 */
export type WideColumns<Name extends string> = { [Each in Name]?: BigInt64Array | undefined };
