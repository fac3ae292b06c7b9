import { BadFrame, unlessBad } from '../tools/bad-frame.ts';
import type { ByteReader } from '../tools/bytes.ts';
import { decodedFrom } from '../tools/conversation.ts';
import { timed } from '../tools/fix.ts';
import { isImei } from '../tools/imei.ts';
import type { Attributes, Decoded, Reply } from '../types.ts';
import { WITHOUT_SENDER } from './framer.ts';
import { moment } from './moment.ts';

/** Bit of the second byte: an acknowledgement is requested. */
const WANTS_ANSWER = 0x80;
const ACKNOWLEDGEMENT = 0xe0;
const [FOOT_M, MILE_M] = [0.3048, 1609.344];

/**
 * Reads these fields in order: identity and the SIM card's, year to minute, latitude and longitude, feet above sea
 * level, course, miles per hour, tenths of volts, inputs, second, signal, count, firmware, satellites, miles driven. An
 * impossible time or position costs no more than itself if the device expects an answer.
 */
export function decodeOlder(reader: ByteReader, now: Date): Decoded {
  reader.skip(1);
  const flags = reader.peek() ?? 0;
  const identities: string[] = [];
  if ((flags & WITHOUT_SENDER) === 0) {
    const imei = reader.hex(8).slice(1);
    if (!isImei(imei)) throw new BadFrame(`"${imei}" is no IMEI`);
    identities.push(imei);
  } else reader.skip(1);
  reader.skip(8);
  const date = reader.u16();
  const [hour, minute] = [reader.u8(), reader.u8()];
  const [latitude, longitude] = [reader.i32(), reader.i32()];
  const altitudeM = reader.i16() * FOOT_M;
  const [courseDeg, speedKph] = [reader.u16(), (reader.u8() * MILE_M) / 1000];
  const attributes: Attributes = { powerV: reader.u8() / 10 };
  reader.skip(1);
  const second = reader.u8();
  const time = unlessBad(() => moment(date >> 12, [(date >> 8) & 0x0f, date & 0xff, hour, minute, second], now));
  attributes.rssi = reader.u8();
  const count = reader.u8();
  attributes.firmware = reader.u8();
  attributes.satellites = reader.u8();
  attributes.odometerM = Math.round(reader.u32() * MILE_M);
  if (reader.remaining > 0) throw new BadFrame(`${reader.remaining} bytes too many`);
  const replies: Reply[] = [];
  if ((flags & WANTS_ANSWER) !== 0) replies.push({ when: 'stored', bytes: Uint8Array.of(ACKNOWLEDGEMENT, count, 0) });
  const place = unlessBad(() => ({ lat: degrees(latitude), lon: degrees(longitude) }));
  const reported = timed(time, place && { valid: true, ...place, altitudeM, speedKph, courseDeg });
  // There is no checksum: if no answer is expected, either the time or the position must be valid.
  const isReported =
    reported.fix !== null || (identities.length > 0 && (time !== null || reported.coordinates !== undefined));
  if (!isReported && (identities.length === 0 || replies.length === 0)) throw new BadFrame('no place of an Oigo');
  return decodedFrom(identities, { kind: 'report', ...reported, attributes }, replies);
}

/** Reads degrees, then minutes with five digits, of which three are thousandths. */
function degrees(value: number): number {
  const size = Math.abs(value);
  const minutes = (size % 100_000) / 1000;
  if (minutes >= 60) throw new BadFrame(`there are no ${minutes} minutes`);
  return Math.sign(value) * (Math.floor(size / 100_000) + minutes / 60);
}
