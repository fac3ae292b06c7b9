import { unlessBad } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import { reportOf } from '../tools/conversation.ts';
import { fixOf } from '../tools/fix.ts';
import { KNOT_KPH, utc } from '../tools/units.ts';
import type { Attributes, Fix, Message } from '../types.ts';

/** Bits of the state. */
const [IMMOBILIZED, IGNITION] = [0x10, 0x80];
/** Fields: the battery in twentieths, and the position. */
const [BATTERY, PLACE] = [0x0d, 0x10];
const FULL = 20;
const SOUTH_OR_WEST = 0x8000_0000;

/**
 * Reads the device's time, its state, the number of fields, and each field with its type and length. A clock that is
 * not set, or an impossible position, costs no more than itself: the device resends a status until it is acknowledged.
 */
export function status(reader: ByteReader): Message {
  const clock = reader.u32();
  const deviceTime = unlessBad(() => moment(clock));
  const state = reader.u8();
  const attributes: Attributes = {
    status: state,
    immobilized: (state & IMMOBILIZED) !== 0,
    ignition: (state & IGNITION) !== 0,
  };
  let fix: Fix | null = null;
  for (let left = reader.u8(); left > 0; left -= 1) {
    const type = reader.u8();
    const at = reader.skip(reader.u8());
    const field = new ByteReader(reader.bytes, at, reader.offset);
    if (type === PLACE) fix = unlessBad(() => place(field));
    else if (type === BATTERY) {
      const steps = field.u8();
      if (steps <= FULL) attributes.batteryPercent = (100 * steps) / FULL;
    }
  }
  return reportOf(fix, attributes, deviceTime);
}

/**
 * Reads these fields in order: time, latitude, longitude, knots, course in units of two degrees, metres above sea
 * level, four unknown bytes.
 */
function place(field: ByteReader): Fix {
  const time = moment(field.u32());
  const [lat, lon] = [degrees(field.u32()), degrees(field.u32())];
  const [speedKph, courseDeg, altitudeM] = [field.u8() * KNOT_KPH, field.u8() * 2, field.i16()];
  return fixOf({ time, valid: true, lat, lon, altitudeM, speedKph, courseDeg });
}

/** Reads the year of this century, month, day, hour, minute, second in 6, 4, 5, 5, 6 and 6 bits. */
function moment(bits: number): Date {
  const take = (from: number, count: number) => (bits >>> from) & ((1 << count) - 1);
  return utc(take(26, 6), take(22, 4), take(17, 5), take(12, 5), take(6, 6), take(0, 6));
}

/** Reads whole minutes in the upper half, ten-thousandths of them in the lower, the hemisphere in the highest bit. */
function degrees(bits: number): number {
  const minutes = ((bits >>> 16) & 0x7fff) + (bits & 0xffff) / 10_000;
  return (bits >= SOUTH_OR_WEST ? -minutes : minutes) / 60;
}
