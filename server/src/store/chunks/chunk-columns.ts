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

/**
 * The exact values of a column with numbers beyond 2^53, which the column of the same name has rounded: times in
 * PostgreSQL's form (microseconds since 2000-01-01; the least and greatest integer are its infinite times). Null is 0.
 */
export type WideColumns<Name extends string> = { [Each in Name]?: BigInt64Array | undefined };
