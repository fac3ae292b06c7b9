import type { ByteReader } from '../tools/bytes.ts';
import { timedWithZeros, timeIfAny } from '../tools/fix.ts';
import { utc } from '../tools/units.ts';
import type { Attributes, Message } from '../types.ts';

/** Units per degree in which coordinates are sent. */
const MILLISECONDS = 3_600_000;
/** One centimetre per second in km/h. */
const KPH = 0.036;
const EAST = 1;
const NORTH = 2;
const HAS_FIX = 0x0c;
export const POSITION_BYTES = 19;

/** Has no fix if the time, the coordinates or the speed are impossible. */
export type DecodedPosition = Pick<Message, 'fix' | 'coordinates'>;

/**
 * Reads these fields in order: day, month, year, time, coordinates, cm/s, tenths of degrees, flags with satellites in
 * the upper half.
 */
export function readPosition(body: ByteReader): { placed: DecodedPosition; reported: Attributes } {
  const [day = 0, month = 0, year = 0, ...clock] = body.take(6);
  const time = timeIfAny(() => utc(year, month, day, ...clock));
  const [lat, lon] = [body.u32le() / MILLISECONDS, body.u32le() / MILLISECONDS];
  const [speedKph, courseDeg] = [body.u16le() * KPH, body.u16le() / 10];
  const flags = body.u8();
  const { deviceTime: _, ...placed } = timedWithZeros(time, {
    valid: (flags & HAS_FIX) !== 0,
    lat: (flags & NORTH) === 0 ? -lat : lat,
    lon: (flags & EAST) === 0 ? -lon : lon,
    speedKph,
    courseDeg,
  });
  return { placed, reported: { satellites: flags >> 4 } };
}
