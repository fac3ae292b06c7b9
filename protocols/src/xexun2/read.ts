import { BadFrame, UnknownType, unlessUnreadable } from '../tools/bad-frame.ts';
import { ByteReader, concat } from '../tools/bytes.ts';
import { bareMessage, decodedFrom } from '../tools/conversation.ts';
import { timed, timeIfAny } from '../tools/fix.ts';
import { isImei } from '../tools/imei.ts';
import type { AlarmCode, Attributes, Decoded, Message, Reply } from '../types.ts';
import { FLAG, MIN_BYTES } from './framer.ts';

/** A reply to a command, and records. */
const TYPE = { command: 0x07, records: 0x14 } as const;
const IMEI_BYTES = 8;
/** Length of the content in the word after the identity. */
const LENGTH_BITS = 0x3ff;
/** The escape sequences for a flag, and for the escape itself, within a frame. */
const [ESCAPE, SECOND, FOR_FLAG, FOR_ITSELF] = [0xfb, 0xbf, 0x01, 0x02];

const has = (bits: number, bit: number) => ((bits >>> bit) & 1) === 1;

/** Returns the bytes between the flags without escapes. */
function content(frame: Uint8Array): Uint8Array {
  const bytes: number[] = [];
  for (let at = FLAG.length; at < frame.length - FLAG.length; at += 1) {
    const stands = frame[at + 2];
    const isEscape = frame[at] === ESCAPE && frame[at + 1] === SECOND;
    if (isEscape && (stands === FOR_FLAG || stands === FOR_ITSELF)) {
      bytes.push(...(stands === FOR_FLAG ? FLAG : [ESCAPE, SECOND]));
      at += 2;
    } else bytes.push(frame[at] ?? 0);
  }
  return Uint8Array.from(bytes);
}

/** The inverse: escapes these bytes for use between the flags. */
function escaped(bytes: Uint8Array): Uint8Array {
  const standing: number[] = [];
  for (let at = 0; at < bytes.length; at += 1) {
    const [byte = 0, second] = [bytes[at], bytes[at + 1]];
    const isFlag = byte === FLAG[0] && second === FLAG[1];
    if (isFlag || (byte === ESCAPE && second === SECOND)) {
      standing.push(ESCAPE, SECOND, isFlag ? FOR_FLAG : FOR_ITSELF);
      at += 1;
    } else standing.push(byte);
  }
  return Uint8Array.from(standing);
}

/** The one's complement of the sum of all bytes, in sixteen bits. */
export const sumOf = (bytes: Uint8Array): number => ~bytes.reduce((sum, byte) => sum + byte, 0) & 0xffff;

/**
 * Reads a frame between flags: type, number, IMEI in half bytes, attributes with the length, a checksum, content.
 * Layout and answers as in the Traccar server's exchange with Xexun devices; the maker's own document is not public.
 */
export function read(frame: Uint8Array): Decoded {
  const isFrame = frame.length >= MIN_BYTES && FLAG.every((byte, at) => byte === frame[at]);
  if (!isFrame) throw new BadFrame('no frame of Xexun');
  const bytes = content(frame);
  const reader = new ByteReader(bytes);
  const [type, number] = [reader.u16(), reader.u16()];
  const identity = reader.take(IMEI_BYTES);
  const imei = Buffer.from(identity).toString('hex').slice(0, 15);
  if (!isImei(imei)) throw new BadFrame('a frame of nobody');
  const length = reader.u16() & LENGTH_BITS;
  const sum = reader.u16();
  if (reader.remaining !== length) throw new BadFrame(`${reader.remaining} bytes follow, ${length} are counted`);
  if (sum !== sumOf(bytes.subarray(reader.offset))) throw new BadFrame('another sum');
  if (type === TYPE.command) {
    return decodedFrom([imei], {
      ...bareMessage('reply'),
      text: reader.text(reader.remaining).replaceAll('\0', '').trim(),
    });
  }
  if (type !== TYPE.records) throw new UnknownType(type, [imei]);
  return { identities: [imei], messages: records(reader), replies: [taken(type, number, identity)] };
}

/** The same header, and a byte that confirms receipt. */
function taken(type: number, number: number, identity: Uint8Array): Reply {
  const head = Uint8Array.of(type >> 8, type & 0xff, number >> 8, number & 0xff);
  const done = Uint8Array.of(0, 1, 0xff, 0xfe, 1);
  const flag = Uint8Array.from(FLAG);
  return { when: 'stored', bytes: concat(flag, escaped(concat(head, identity, done)), flag) };
}

/** Reads the number of records, length of each, each record. */
function records(reader: ByteReader): Message[] {
  const lengths = Array.from({ length: reader.u8() }, () => reader.u16());
  return lengths.flatMap((length) => {
    const at = reader.skip(Math.min(length, reader.remaining));
    const message = unlessUnreadable(() => record(new ByteReader(reader.bytes, at, reader.offset)));
    return message === null ? [] : [message];
  });
}

const ALARMS: readonly (readonly [bit: number, alarm: AlarmCode])[] = [
  [0, 'sos'],
  [1, 'removing'],
  [15, 'fallDown'],
];

interface Place {
  valid: boolean;
  lat: number;
  lon: number;
  altitudeM?: number;
  speedKph?: number;
  courseDeg?: number;
}

/**
 * Reads these fields in order: count, seconds since 1970, signal, percent including whether it is charging, mask of the
 * parts, the parts.
 */
function record(reader: ByteReader): Message {
  reader.skip(1);
  const seconds = reader.u32();
  const time = timeIfAny(() => new Date(seconds * 1000));
  const attributes: Attributes = { rssi: reader.u8() };
  const battery = reader.u16();
  attributes.charging = has(battery, 15);
  const percent = battery & 0x7fff;
  if (percent <= 100) attributes.batteryPercent = percent;
  const parts = reader.u8();
  // An unreadable part costs the rest of this record, not the parts before it.
  const place = unlessUnreadable(() => {
    if (has(parts, 0)) {
      const bits = reader.u32();
      const alarm = ALARMS.flatMap(([bit, name]) => (has(bits, bit) ? [name] : []));
      if (alarm.length > 0) attributes.alarm = alarm;
      attributes.event = bits;
    }
    return has(parts, 1) ? placeOf(reader, attributes) : null;
  });
  unlessUnreadable(() => readDevice(reader, parts, attributes));
  return { kind: 'report', ...timed(time, place), attributes };
}

const [MOTION_SCALE, CELL_BYTES, RANGE_BYTES, MAC_BYTES] = [10, 13, 12, 6];
const GNSS = 'G'.charCodeAt(0);

/** Degrees and minutes in one number: 11 degrees and 40.5 minutes are 1140.5. */
function degrees(value: number): number {
  const whole = Math.trunc(value / 100);
  return whole + (value - whole * 100) / 60;
}

/**
 * Reads a mask and the parts that it selects: position in single precision, wireless networks, cells, distances to
 * beacons, …, motion, position in double precision, more.
 */
function placeOf(reader: ByteReader, attributes: Attributes): Place | null {
  const mask = reader.u8();
  let place: Place | null = null;
  const at = (next: () => number): void => {
    attributes.satellites = reader.u8();
    const lon = degrees(next());
    place = { ...place, valid: true, lat: degrees(next()), lon };
  };
  if (has(mask, 0)) at(() => reader.f32());
  if (has(mask, 1)) networks(reader, attributes);
  if (has(mask, 2)) reader.skip(CELL_BYTES * reader.u8());
  if (has(mask, 3)) reader.skip(RANGE_BYTES * reader.u8());
  const motion = has(mask, 5)
    ? { speedKph: reader.u16() / MOTION_SCALE, courseDeg: reader.u16() / MOTION_SCALE }
    : null;
  if (has(mask, 6)) at(() => reader.f64());
  if (has(mask, 7)) place = more(reader, attributes) ?? place;
  return place === null ? null : { ...place, ...motion };
}

function networks(reader: ByteReader, attributes: Attributes): void {
  const wifi: string[] = [];
  for (let left = reader.u8(); left > 0; left -= 1) {
    const mac = reader.hex(MAC_BYTES).replaceAll(/..(?=.)/g, '$&:');
    wifi.push(`${mac} ${reader.i8()}`);
  }
  if (wifi.length > 0) attributes.wifi = wifi;
}

/**
 * Reads these fields in order: length; "G", length, position, whether there is a fix, satellites, their strength,
 * motion, metres above sea level.
 */
function more(reader: ByteReader, attributes: Attributes): Place | null {
  if (reader.u16() === 0) return null;
  const kind = reader.u8();
  const end = reader.u16() + reader.offset;
  let place: Place | null = null;
  if (kind === GNSS) {
    const [lon, lat, valid] = [degrees(reader.f64()), degrees(reader.f64()), reader.u8() > 0];
    attributes.satellites = reader.u8();
    reader.skip(1);
    const [speedKph, courseDeg] = [reader.u16() / MOTION_SCALE, reader.u16() / MOTION_SCALE];
    place = { valid, lat, lon, speedKph, courseDeg, altitudeM: reader.f32() };
  }
  reader.skip(Math.max(0, Math.min(end, reader.end) - reader.offset));
  return place;
}

const [FINGERPRINT_BYTES, VERSION_BYTES, CARD_BYTES] = [4, 20, 10];

/** Reads a fingerprint, and the version, IMSI and ICCID. */
function readDevice(reader: ByteReader, parts: number, attributes: Attributes): void {
  if (has(parts, 3)) reader.skip(FINGERPRINT_BYTES);
  if (!has(parts, 4)) return;
  attributes.firmware = reader.text(VERSION_BYTES).replaceAll('\0', '').trim();
  reader.skip(8);
  const card = reader.hex(CARD_BYTES).replace(/f+$/, '');
  if (/^\d{18,20}$/.test(card)) attributes.iccid = card;
}
