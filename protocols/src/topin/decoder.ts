import { makeFix } from '../gt06/fix.ts';
import { BadFrame, decodeOrFault, NOTHING_SAID } from '../tools/bad-frame.ts';
import { ByteReader, concat, toHex } from '../tools/bytes.ts';
import { crc16X25 } from '../tools/crc16.ts';
import { utc, yearFirst } from '../tools/units.ts';
import type { Attributes, Decoded, Decoder, Message, Reply } from '../types.ts';
import { TYPE } from './framer.ts';

const [IMEI_BYTES, MOMENT_BYTES] = [8, 6];
/** A frame of GT06 ends with number, checksum and the end mark. */
const GT06_END = 4;

const bare = (kind: Message['kind']): Message => ({ kind, deviceTime: null, fix: null, attributes: {} });

/** One conversation with one device; `now` is what its clock is set to. It takes no commands that are known. */
export function newTopinDecoder(now: () => Date = () => new Date()): Decoder {
  return { decode: (frame) => decodeOrFault(() => decodeFrame(frame, now)), encode: () => null };
}

/** Two marks, a number that is the length or how many networks there are, type, content, the end mark of two bytes. */
function decodeFrame(frame: Uint8Array, now: () => Date): Decoded {
  const end = frame.length - 2;
  if (frame[0] !== 0x78 || frame[1] !== 0x78 || frame[end] !== 0x0d) throw new BadFrame('no frame of Topin');
  const sum = ((frame[end - 2] ?? 0) << 8) | (frame[end - 1] ?? 0);
  if (frame.length > GT06_END + 5 && sum === crc16X25(frame, 2, end - 2)) throw new BadFrame('a frame of GT06');
  const reader = new ByteReader(frame, 2, end);
  const count = reader.u8();
  const type = reader.u8();
  switch (type) {
    case TYPE.login:
      return login(reader);
    case TYPE.alive:
      return { ...NOTHING_SAID, messages: [bare('heartbeat')] };
    case TYPE.status:
      return status(reader);
    case TYPE.clock:
      return { ...NOTHING_SAID, messages: [bare('heartbeat')], replies: [clock(now())] };
    case TYPE.place:
    case TYPE.storedPlace:
      return place(type, reader);
    case TYPE.networks:
    case TYPE.storedNetworks:
      return networks(type, count, reader);
    default:
      return NOTHING_SAID;
  }
}

function reply(when: Reply['when'], length: number, type: number, content: Uint8Array): Reply {
  return { when, bytes: concat(Uint8Array.of(0x78, 0x78, length, type), content, Uint8Array.of(0x0d, 0x0a)) };
}

function login(reader: ByteReader): Decoded {
  const imei = reader.hex(IMEI_BYTES).slice(1);
  if (!/^\d{15}$/.test(imei)) throw new BadFrame(`"${imei}" is no IMEI`);
  return {
    identities: [imei],
    messages: [bare('login')],
    replies: [reply('now', 1, TYPE.login, new Uint8Array(0))],
  };
}

/** Percent of the battery, version, zone, minutes between reports, and of most the signal. The minutes come back. */
function status(reader: ByteReader): Decoded {
  const batteryPercent = reader.u8();
  const version = reader.u8();
  reader.skip(1);
  const minutes = reader.peek() ?? 0;
  if (reader.remaining > 0) reader.skip(1);
  const attributes: Attributes = { batteryPercent, firmware: version };
  if (reader.remaining > 0) attributes.rssi = reader.u8();
  return {
    ...NOTHING_SAID,
    messages: [{ ...bare('heartbeat'), attributes }],
    replies: [reply('now', 2, TYPE.status, Uint8Array.of(minutes))],
  };
}

function clock(now: Date): Reply {
  const year = now.getUTCFullYear();
  const [month, day] = [now.getUTCMonth() + 1, now.getUTCDate()];
  const [hour, minute, second] = [now.getUTCHours(), now.getUTCMinutes(), now.getUTCSeconds()];
  return reply('now', 7, TYPE.clock, Uint8Array.of(year >> 8, year & 0xff, month, day, hour, minute, second));
}

/** Year, month, day, hour, minute, second; satellites; place, km/h, course and flags as GT06 has them. */
function place(type: number, reader: ByteReader): Decoded {
  const moment = reader.take(MOMENT_BYTES);
  const [year = 0, month = 0, day = 0, hour, minute, second] = moment;
  const time = month === 0 ? null : utc(year, month, day, hour, minute, second);
  // The upper half of the byte is a length.
  const attributes: Attributes = { satellites: reader.u8() & 0x0f };
  const [lat, lon, speedKph, flags] = [reader.u32(), reader.u32(), reader.u8(), reader.u16()];
  const fix = makeFix(time, lat, lon, speedKph, flags, attributes);
  if (type === TYPE.storedPlace) attributes.archived = true;
  return {
    ...NOTHING_SAID,
    messages: [{ kind: 'report', deviceTime: time, fix, attributes }],
    replies: [reply('stored', 0, type, moment)],
  };
}

const MOST_NETWORKS = 16;
/** Of what it reports for: it was shaken. */
const SHAKEN = 1;

/** Moment in BCD; networks of six bytes and strength; cells: how many, country, operator, and area, cell, strength of each. */
function networks(type: number, count: number, reader: ByteReader): Decoded {
  const moment = reader.take(MOMENT_BYTES);
  const digits = toHex(moment);
  const time = yearFirst(digits.slice(0, 6), digits.slice(6));
  const wifi: string[] = [];
  for (let index = 0; index < count; index += 1) wifi.push(`${reader.hex(6)},-${reader.u8()}`);
  const cells: string[] = [];
  const operator = { cells: reader.u8(), country: reader.u16(), network: reader.u8() };
  for (let index = 0; index < operator.cells; index += 1) {
    cells.push(`${operator.country},${operator.network},${reader.u16()},${reader.u16()},-${reader.u8()}`);
  }
  const attributes: Attributes = {
    ...(wifi.length > 0 && { wifi: wifi.slice(0, MOST_NETWORKS) }),
    ...(cells.length > 0 && { cells: cells.slice(0, MOST_NETWORKS) }),
    ...(reader.peek() === SHAKEN && { alarm: ['vibration'] }),
    ...(type === TYPE.storedNetworks && { archived: true }),
  };
  return {
    ...NOTHING_SAID,
    messages: [{ kind: 'report', deviceTime: time, fix: null, attributes }],
    replies: [reply('stored', 0, type, moment)],
  };
}
