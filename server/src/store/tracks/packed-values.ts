import { POSITION_FLAG } from '@milepost/tracking/position';
import type { PositionChunk } from '../chunks/position-chunk.ts';

/** Returns the value of a row as a number, NaN where there is none. */
type ValueOf = (row: number) => number;

const flagOf =
  (flags: Int16Array, known: number, on: number): ValueOf =>
  (row) =>
    ((flags[row] ?? 0) & known) === 0 ? Number.NaN : ((flags[row] ?? 0) & on) === 0 ? 0 : 1;

const scaled =
  (values: ArrayLike<number>, divisor = 1): ValueOf =>
  (row) =>
    (values[row] ?? Number.NaN) / divisor;

/** The attributes with a column of their own, as `COLUMNS` of telemetry/attributes.ts computes them. */
const COLUMN_VALUES: Record<string, (chunk: PositionChunk) => ValueOf> = {
  speed: (chunk) => scaled(chunk.speedDkph, 10),
  altitude: (chunk) => scaled(chunk.altitudeM),
  ignition: (chunk) => flagOf(chunk.flags, POSITION_FLAG.ignitionKnown, POSITION_FLAG.ignitionOn),
  motion: (chunk) => flagOf(chunk.flags, POSITION_FLAG.motionKnown, POSITION_FLAG.motionOn),
  satellites: (chunk) => scaled(chunk.satellites),
  batteryPercent: (chunk) => scaled(chunk.batteryPercent),
  powerV: (chunk) => scaled(chunk.powerMv, 1000),
  rssi: (chunk) => scaled(chunk.rssi),
  odometerM: (chunk) => scaled(chunk.odometerM),
};

/** The values of an attribute: numbers, and true and false as 1 and 0. */
export function valuesOf(chunk: PositionChunk, key: string): ValueOf {
  const column = Object.hasOwn(COLUMN_VALUES, key) ? COLUMN_VALUES[key] : undefined;
  if (column) return column(chunk);
  const { attributes } = chunk;
  return (row) => {
    const value: unknown = attributes.valueAt(row)?.[key];
    return typeof value === 'number' ? value : typeof value === 'boolean' ? Number(value) : Number.NaN;
  };
}
