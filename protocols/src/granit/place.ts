import { BadFrame, unlessBad } from '../tools/bad-frame.ts';
import type { ByteReader } from '../tools/bytes.ts';
import { reportOf } from '../tools/conversation.ts';
import { fixUnlessNowhere } from '../tools/fix.ts';
import { KNOT_KPH } from '../tools/units.ts';
import type { Attributes, Message } from '../types.ts';

export const PLACE_BYTES = 20;
const [VALID, COURSE, EAST, NORTH, ALARM] = [0x80, 0x40, 0x20, 0x10, 0x02];
const ANALOGS = 4;

/**
 * Reads these fields in order: flags; satellites and PDOP in half a byte each; whole degrees of longitude and latitude,
 * then thousandths of minutes; knots; course, whose ninth bit is among the flags; metres since the last position; four
 * analogues of ten bits; tens of metres above sea level; switches; an unknown byte. Little-endian. That speeds are in
 * knots is shown by recorded positions 20 s apart.
 */
export function place(reader: ByteReader, seconds: number): Message {
  const [flags, reception] = [reader.u8(), reader.u8()];
  const [east, north] = [reader.u8(), reader.u8()];
  const [lonMinutes, latMinutes] = [reader.u16le() / 1000, reader.u16le() / 1000];
  const valid = (flags & VALID) !== 0;
  // The hemispheres are reported only with a fix.
  const side = (bit: number) => (valid && (flags & bit) === 0 ? -1 : 1);
  const speedKph = reader.u8() * KNOT_KPH;
  const courseDeg = reader.u8() + ((flags & COURSE) === 0 ? 0 : 0x100);
  reader.skip(2);
  const attributes: Attributes = { satellites: reception >> 4 };
  const pdop = reception & 0x0f;
  if (pdop > 0) attributes.pdop = pdop;
  const low = Array.from({ length: ANALOGS }, () => reader.u8());
  const high = reader.u8();
  for (const [index, bits] of low.entries()) attributes[`adc${index + 1}`] = ((high >> (2 * index)) & 3) * 0x100 + bits;
  const altitudeM = reader.u8() * 10;
  attributes.io = reader.u8();
  if ((flags & ALARM) !== 0) attributes.alarm = ['general'];
  const time = new Date(seconds * 1000);
  const fix = unlessBad(() => {
    if (lonMinutes >= 60 || latMinutes >= 60) throw new BadFrame('there are no such minutes');
    const [lat, lon] = [side(NORTH) * (north + latMinutes / 60), side(EAST) * (east + lonMinutes / 60)];
    return fixUnlessNowhere({ time, valid, lat, lon, altitudeM, speedKph, courseDeg });
  });
  return reportOf(fix, attributes, time);
}
