import { BadFrame } from '../tools/bad-frame.ts';
import type { ByteReader } from '../tools/bytes.ts';
import { fixUnlessNowhere } from '../tools/fix.ts';
import { KNOT_KPH, utc } from '../tools/units.ts';
import type { Fix } from '../types.ts';

const [VALID, SOUTH, WEST] = [0x80, 0x40, 0x20];

/**
 * Reads these fields in order: flags, latitude, longitude, knots, course, year to second; after it a cell. The numbers
 * are those of a receiver's RMC sentence, each with its fraction as a separate number.
 */
export function place(reader: ByteReader): Fix | null {
  reader.skip(1);
  const flags = reader.u8();
  const lat = degrees(reader, (flags & SOUTH) !== 0);
  const lon = degrees(reader, (flags & WEST) !== 0);
  const speedKph = (reader.u16() + reader.u16() / 1000) * KNOT_KPH;
  const courseDeg = reader.u16() + reader.u8() / 100;
  const time = utc(reader.u8(), reader.u8(), reader.u8(), reader.u8(), reader.u8(), reader.u8());
  return fixUnlessNowhere({ time, valid: (flags & VALID) !== 0, lat, lon, speedKph, courseDeg });
}

/** Reads degrees and minutes in one number, and ten thousandths of minutes. */
function degrees(reader: ByteReader, negative: boolean): number {
  const whole = reader.u16();
  const minutes = (whole % 100) + reader.u16() / 10_000;
  if (minutes >= 60) throw new BadFrame(`there are no ${minutes} minutes`);
  const value = Math.floor(whole / 100) + minutes / 60;
  return negative ? -value : value;
}
