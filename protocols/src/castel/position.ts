import type { ByteReader } from '../tools/bytes.ts';
import { fixOf } from '../tools/fix.ts';
import { utc } from '../tools/units.ts';
import type { Attributes, Fix } from '../types.ts';

/** Of a degree, as which places are told. */
const MILLISECONDS = 3_600_000;
/** A centimetre a second in kilometres an hour. */
const KPH = 0.036;
const EAST = 1;
const NORTH = 2;
const HAS_FIX = 0x0c;
export const POSITION_BYTES = 19;

/** Day, month, year, clock, place, cm/s, tenths of degrees, flags with satellites in the upper half. */
export function readPosition(body: ByteReader): { fix: Fix; told: Attributes } {
  const [day, month, year] = [body.u8(), body.u8(), body.u8()];
  const time = utc(year, month, day, body.u8(), body.u8(), body.u8());
  const [lat, lon] = [body.u32le() / MILLISECONDS, body.u32le() / MILLISECONDS];
  const [speedKph, courseDeg] = [body.u16le() * KPH, body.u16le() / 10];
  const flags = body.u8();
  const fix = fixOf({
    time,
    valid: (flags & HAS_FIX) !== 0,
    lat: (flags & NORTH) === 0 ? -lat : lat,
    lon: (flags & EAST) === 0 ? -lon : lon,
    speedKph,
    courseDeg,
  });
  return { fix, told: { satellites: flags >> 4 } };
}
