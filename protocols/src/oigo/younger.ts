import { BadFrame } from '../tools/bad-frame.ts';
import type { ByteReader } from '../tools/bytes.ts';
import { reportOf, decodedFrom } from '../tools/conversation.ts';
import { fixUnlessNowhere } from '../tools/fix.ts';
import { isImei } from '../tools/imei.ts';
import type { Attributes, Decoded, Message } from '../types.ts';
import { moment } from './moment.ts';

const LOCATION = 0x00;
/** The kind of identity, in the lowest three bits. */
const [BY_IMEI, BY_MEID] = [0, 1];
const MEID = /^[0-9A-Fa-f]{14}$/;

/**
 * Reads these fields in order: length of the rest, type, kind of identity, identity, and in a location the reason and
 * fields.
 */
export function decodeNewer(reader: ByteReader, now: Date): Decoded {
  reader.skip(1);
  const counted = reader.u16();
  if (counted !== reader.remaining) throw new BadFrame(`${reader.remaining} bytes follow, ${counted} are counted`);
  const type = reader.u8();
  const identities = identity(reader);
  return decodedFrom(identities, type === LOCATION ? location(reader, now) : null);
}

function identity(reader: ByteReader): string[] {
  const how = reader.u8() & 7;
  if (how === BY_IMEI) {
    const imei = reader.hex(8).slice(1);
    if (!isImei(imei)) throw new BadFrame(`"${imei}" is no IMEI`);
    return [imei];
  }
  if (how !== BY_MEID) return [];
  reader.skip(1);
  const meid = reader.text(14);
  if (!MEID.test(meid)) throw new BadFrame(`"${meid}" is no MEID`);
  return [meid];
}

/** Reads a mask, and the fields in the order of its bits. */
function location(reader: ByteReader, now: Date): Message {
  const attributes: Attributes = { event: reader.u8() };
  const mask = reader.u32();
  const has = (bit: number) => ((mask >>> bit) & 1) === 1;
  if (has(0)) attributes.index = reader.u16();
  const time = has(1) ? clock(reader, now) : null;
  if (has(2)) reader.skip(5);
  const place = has(3) ? [reader.u32() / 1e6 - 90, reader.u32() / 1e6 - 180] : null;
  let valid = false;
  if (has(4)) {
    const reception = reader.u8();
    valid = reception >> 4 > 0;
    attributes.satellites = reception & 0x0f;
    attributes.hdop = reader.u8() / 10;
  }
  const speedKph = has(5) ? reader.u8() : 0;
  const courseDeg = has(6) ? reader.u16() : 0;
  const altitudeM = has(7) ? reader.i16() : null;
  if (has(8)) attributes.rssi = reader.u8();
  if (has(9)) attributes.powerV = reader.u16() / 1000;
  if (has(10)) attributes.batteryV = reader.u16() / 1000;
  if (has(11)) reader.skip(2);
  if (has(12)) attributes.odometerM = reader.u32() * 1000;
  if (time === null || place === null) return reportOf(null, attributes, time);
  const [lat = Number.NaN, lon = Number.NaN] = place;
  return reportOf(fixUnlessNowhere({ time, valid, lat, lon, altitudeM, speedKph, courseDeg }), attributes, time);
}

/** Reads these fields in order: year and month in half a byte each, day, hour, minute, second. */
function clock(reader: ByteReader, now: Date): Date {
  const date = reader.u8();
  return moment(date >> 4, [date & 0x0f, reader.u8(), reader.u8(), reader.u8(), reader.u8()], now);
}
