import type { ByteReader } from '../tools/bytes.ts';
import { timed, timeIfAny } from '../tools/fix.ts';
import { KNOT_KPH, utc } from '../tools/units.ts';
import type { Attributes, Message } from '../types.ts';

/** Bit of the state: an alarm. The other bits are the battery in an unknown unit. */
const ALARM = 0x80;
const [LEFT_BYTES, SET_UP_BYTES, CELL_BYTES] = [2, 4, 6];
const VALID = 2;
const SATELLITES = 0x3f;

/**
 * Reads these fields in order: state, hours left, degrees, settings, cell, fix and satellites, hhmmss and ddmmyy as
 * numbers, latitude, longitude, knots, course.
 */
export function newerPosition(reader: ByteReader): Message {
  const status = reader.u8();
  reader.skip(LEFT_BYTES);
  const attributes: Attributes = { deviceTemperatureC: reader.i8() };
  if ((status & ALARM) !== 0) attributes.alarm = ['general'];
  reader.skip(SET_UP_BYTES + CELL_BYTES);
  const seen = reader.u8();
  const [clock, day] = [reader.u24(), reader.u24()];
  const [first, second, third] = pairs(day);
  const time = timeIfAny(() => utc(third, second, first, ...pairs(clock)));
  const [lat, lon] = [degrees(reader), degrees(reader)];
  attributes.satellites = seen & SATELLITES;
  const [speedKph, courseDeg] = [reader.u8() * KNOT_KPH, reader.u16()];
  const place = { valid: seen >> 6 === VALID, lat, lon, speedKph, courseDeg };
  return { kind: 'report', ...timed(time, place), attributes };
}

/** The pairs of six decimal digits. */
const pairs = (number: number): [number, number, number] => [
  Math.floor(number / 10_000),
  Math.floor(number / 100) % 100,
  number % 100,
];

/**
 * Reads degrees, then ten-thousandths of minutes in twenty bits. Four more bits follow, of which the last is 1 in the
 * north and east.
 */
function degrees(reader: ByteReader): number {
  const whole = reader.u8();
  const minutes = reader.u24();
  return ((minutes & 1) === 1 ? 1 : -1) * (whole + (minutes >> 4) / 600_000);
}
