import { BadFrame, unlessBad } from '../tools/bad-frame.ts';
import type { ByteReader } from '../tools/bytes.ts';
import { reportOf } from '../tools/conversation.ts';
import { fixUnlessNowhere } from '../tools/fix.ts';
import type { Attributes, Message } from '../types.ts';
import { moment } from './moment.ts';

/** Optional fields of a position, in this order. */
const [VALID, HDOP, SPEED, COURSE, ALTITUDE, LATITUDE, LONGITUDE, TIME, SATELLITES] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const KNOWN = (1 << (SATELLITES + 1)) - 1;
/** Satellite systems, one bit and one count each. */
const SYSTEMS = 4;

/**
 * Reads a mask, the number of positions, and each of them. A position with a missing or impossible time or location is
 * skipped.
 */
export function places(reader: ByteReader, found: Message[]): void {
  const mask = reader.u16();
  if (mask > KNOWN) throw new BadFrame(`what a place has is not known: ${mask.toString(16)}`);
  for (let left = reader.u8(); left > 0; left -= 1) {
    const message = place(reader, mask);
    if (message !== null) found.push(message);
  }
}

function place(reader: ByteReader, mask: number): Message | null {
  const reported = <T>(bit: number, read: () => T): T | null => (((mask >> bit) & 1) === 1 ? read() : null);
  const valid = reported(VALID, () => reader.u8()) ?? 0;
  const hdop = reported(HDOP, () => reader.u8());
  const speedKph = reported(SPEED, () => reader.u16()) ?? 0;
  const courseDeg = reported(COURSE, () => reader.u16()) ?? 0;
  const altitudeM = reported(ALTITUDE, () => reader.i16());
  const lat = reported(LATITUDE, () => reader.i32());
  const lon = reported(LONGITUDE, () => reader.i32());
  const time = reported(TIME, () => unlessBad(() => moment(reader)));
  reported(SATELLITES, () => passSatellites(reader));
  if (lat === null || lon === null || time === null) return null;
  const attributes: Attributes = hdop === null || hdop === 0 ? {} : { hdop };
  const fix = unlessBad(() =>
    fixUnlessNowhere({ time, valid: valid > 0, lat: lat / 1e6, lon: lon / 1e6, altitudeM, speedKph, courseDeg }),
  );
  return fix === null ? null : reportOf(fix, attributes);
}

/** It is unknown whether these are visible or used satellites. */
function passSatellites(reader: ByteReader): void {
  const systems = reader.u8();
  for (let system = 0; system < SYSTEMS; system += 1) if (((systems >> system) & 1) === 1) reader.skip(1);
}
