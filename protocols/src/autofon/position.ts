import type { ByteReader } from '../tools/bytes.ts';
import { timed, timeIfAny } from '../tools/fix.ts';
import { KNOT_KPH, utc } from '../tools/units.ts';
import type { Attributes, Message } from '../types.ts';

/** The settings, and two alarm clocks with their actions, stand between the state and the measurements. */
const [SET_UP_BYTES, SPENT_BYTES, MOMENT_BYTES, CLOCKS_BYTES] = [9, 2, 6, 24];
/** Country, network, area, cell. */
const CELL_BYTES = 8;
/** Bit of the state. */
const MOTION = 0x08;
const VOLTS_PER_STEP = 0.05;
/** Value of the two highest bits; the others count satellites. */
const VALID = 2;
const SATELLITES = 0x3f;

/** Reads a record: a live one contains settings and alarm clocks, a stored one does not. */
export function position(reader: ByteReader, isLive: boolean): Message {
  if (isLive) reader.skip(SET_UP_BYTES);
  const status = reader.u8();
  if (isLive) reader.skip(SPENT_BYTES);
  const batteryV = Math.round(reader.u8() * VOLTS_PER_STEP * 100) / 100;
  reader.skip(MOMENT_BYTES);
  if (isLive) reader.skip(CLOCKS_BYTES);
  const attributes: Attributes = {
    status,
    motion: (status & MOTION) !== 0,
    batteryV,
    deviceTemperatureC: reader.i8(),
    rssi: -reader.u8(),
  };
  if (!isLive) attributes.archived = true;
  reader.skip(CELL_BYTES);
  return { kind: 'report', ...placeIn(reader, attributes), attributes };
}

/**
 * Reads these fields in order: fix and satellites, day to year, hour to second, latitude, longitude, metres above sea
 * level, knots, half the course, HDOP.
 */
function placeIn(reader: ByteReader, attributes: Attributes): ReturnType<typeof timed> {
  const seen = reader.u8();
  const [day, month, year] = [reader.u8(), reader.u8(), reader.u8()];
  const [hour, minute, second] = [reader.u8(), reader.u8(), reader.u8()];
  const time = timeIfAny(() => utc(year, month, day, hour, minute, second));
  const [lat, lon] = [degrees(reader.i32()), degrees(reader.i32())];
  const [altitudeM, speedKph, courseDeg] = [reader.i16(), reader.u8() * KNOT_KPH, reader.u8() * 2];
  attributes.satellites = seen & SATELLITES;
  attributes.hdop = reader.u16() / 10;
  return timed(time, { valid: seen >> 6 === VALID, lat, lon, altitudeM, speedKph, courseDeg });
}

/** Degrees and ten-thousandths of minutes in decimal digits of one number. */
function degrees(number: number): number {
  const size = Math.abs(number);
  return Math.sign(number) * (Math.floor(size / 1e6) + (size % 1e6) / 600_000);
}
