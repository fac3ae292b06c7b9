import { BadFrame } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import { timedWithZeros, timeIfAny } from '../tools/fix.ts';
import { dayFirst, degreesMinutesIfAny, digitsIfAny, KNOT_KPH } from '../tools/units.ts';
import type { Decoded } from '../types.ts';
import { batteryPercent, statusOf } from './status.ts';

/** Longer identities (15 digits) come in frames of this length. */
const LONG_IDENTITY_FRAME = 42;

/**
 * "$": identity, hhmmss, ddmmyy, latitude ddmmmmmm, battery, longitude dddmmmmm with a half byte of flags (2 valid,
 * 4 north, 8 east), speed in knots and course of three digits each, vehicle state. Digits are in BCD.
 */
export function decodeBinary(frame: Uint8Array): Decoded {
  const reader = new ByteReader(frame, 1);
  const identity = frame.length === LONG_IDENTITY_FRAME ? reader.hex(8).slice(0, 15) : reader.hex(5);
  const clock = reader.hex(3);
  const day = reader.hex(3);
  const lat = reader.hex(4);
  const battery = batteryPercent(reader.u8());
  const lon = reader.hex(5);
  const flags = Number.parseInt(lon.slice(9), 16);
  const motion = reader.hex(3);
  const status = statusOf(reader.u32());
  if (!/^\d+$/.test(identity)) throw new BadFrame(`"${identity}" is no identity`);
  const time = timeIfAny(() => dayFirst(day, clock));
  const place = {
    valid: (flags & 2) !== 0,
    lat: degreesMinutesIfAny(lat, (flags & 4) === 0 ? 'S' : 'N'),
    lon: degreesMinutesIfAny(lon.slice(0, 9), (flags & 8) === 0 ? 'W' : 'E'),
    speedKph: digitsIfAny(motion, 0, 3) * KNOT_KPH,
    courseDeg: digitsIfAny(motion, 3, 3),
  };
  const attributes = { ...(battery !== undefined && { batteryPercent: battery }), ...status };
  return {
    identities: [identity],
    messages: [{ kind: 'report', ...timedWithZeros(time, place), attributes }],
    replies: [],
  };
}
