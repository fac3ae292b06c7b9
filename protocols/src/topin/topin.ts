import { makeFix } from '../gt06/fix.ts';
import { BadFrame, decodeOrFault, NOTHING_DECODED, unknownMessage } from '../tools/bad-frame.ts';
import { ByteReader, concat, toHex } from '../tools/bytes.ts';
import { crc16X25 } from '../tools/crc16.ts';
import { timed, timedWithZeros, timeIfAny } from '../tools/fix.ts';
import { utc, yearFirst } from '../tools/units.ts';
import type { AlarmCode, Attributes, Decoded, Decoder, Message, Reply, StreamProtocol } from '../types.ts';
import { MAX_FRAME_BYTES, NETWORK_TYPES, newTopinFramer, TYPE } from './framer.ts';

/**
 * Small trackers and watches of ZhongXun Topin over TCP: like GT06, but without reliable lengths and without checksums.
 */
export const topin: StreamProtocol = {
  kind: 'stream',
  name: 'topin',
  title: 'Topin (ZhongXun)',
  defaultPort: 5199,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: newTopinFramer,
  newDecoder: () => newTopinDecoder(),
};

const [IMEI_BYTES, MOMENT_BYTES] = [8, 6];
/** A frame of GT06 ends with number, checksum and the end mark. */
const GT06_END = 4;

const bare = (kind: Message['kind']): Message => ({ kind, deviceTime: null, fix: null, attributes: {} });

/** Creates a decoder for one connection; `now` is the time to which its clock is set. No commands are known. */
export function newTopinDecoder(now: () => Date = () => new Date()): Decoder {
  return { decode: (frame) => decodeOrFault(() => decodeFrame(frame, now)), encode: () => null };
}

/**
 * Reads these fields in order: two marks, a number that is the length or the number of networks, type, content, the end
 * mark of two bytes.
 */
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
    case TYPE.storedDegrees:
      return reader.remaining < DEGREES_BYTES ? alive() : placeInDegrees(type, reader);
    case TYPE.sleep:
    case TYPE.reset:
    case TYPE.sosNumber:
    case TYPE.watchesShocks:
    case TYPE.watchesNoShocks:
      return alive();
    case TYPE.shock:
      return raised('vibration');
    case TYPE.sos:
      return raised('sos');
    case TYPE.status:
      return status(reader);
    case TYPE.clock:
      return { ...NOTHING_DECODED, messages: [bare('heartbeat')], replies: [clock(now())] };
    case TYPE.place:
    case TYPE.storedPlace:
      return place(type, reader);
    default:
      return NETWORK_TYPES.has(type) ? networks(type, count, reader) : unknownMessage(type);
  }
}

const alive = (): Decoded => ({ ...NOTHING_DECODED, messages: [bare('heartbeat')] });
const raised = (alarm: AlarmCode): Decoded => ({
  ...NOTHING_DECODED,
  messages: [{ ...bare('report'), attributes: { alarm: [alarm] } }],
});

/** Reasons for a report, by bits. */
const REASONS: readonly (readonly [bit: number, alarm: AlarmCode])[] = [
  [0, 'vibration'],
  [1, 'overspeed'],
  [4, 'lowPower'],
];
const alarmOf = (bits: number): Attributes => {
  const alarm = REASONS.flatMap(([bit, code]) => (((bits >> bit) & 1) === 1 ? [code] : []));
  return alarm.length > 0 ? { alarm } : {};
};

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

/** After the signal: three bytes of a thermometer. */
const THERMOMETER_BYTES = 3;

/**
 * Reads these fields in order: percent of the battery, version, zone, minutes between reports, and in most the signal,
 * a thermometer, whether it is charging, and the wearer's heart rate. The minutes are echoed.
 */
function status(reader: ByteReader): Decoded {
  const batteryPercent = reader.u8();
  const version = reader.u8();
  reader.skip(1);
  const minutes = reader.peek() ?? 0;
  if (reader.remaining > 0) reader.skip(1);
  const attributes: Attributes = { batteryPercent, firmware: version };
  if (reader.remaining > 0) attributes.rssi = reader.u8();
  if (reader.remaining > THERMOMETER_BYTES) {
    reader.skip(THERMOMETER_BYTES);
    attributes.charging = reader.u8() > 0;
  }
  const beats = reader.remaining > 0 ? reader.u8() : 0;
  if (beats > 1) attributes.heartRate = beats;
  return {
    ...NOTHING_DECODED,
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

/**
 * The size of these fields: timestamp, coordinates, the same coordinates repeated, km/h, course in steps of two,
 * satellites.
 */
const DEGREES_BYTES = 6 + 2 * 8 + 3;

/** Reads whole degrees, then millionths in twenty bits, preceded by half a byte for south or west. */
function degrees(reader: ByteReader): number {
  const whole = reader.u8();
  const rest = reader.u24();
  const value = whole + (rest & 0xfffff) / 1e6;
  return rest > 0xfffff ? -value : value;
}

function momentOf(moment: Uint8Array): Date | null {
  const [year = 0, month = 0, day = 0, hour, minute, second] = moment;
  return timeIfAny(() => utc(year, month, day, hour, minute, second));
}

function placeInDegrees(type: number, reader: ByteReader): Decoded {
  const time = momentOf(reader.take(MOMENT_BYTES));
  const [lat, lon] = [degrees(reader), degrees(reader)];
  reader.skip(8);
  const [speedKph, courseDeg, satellites] = [reader.u8(), reader.u8() * 2, reader.u8()];
  const isStored = type === TYPE.storedDegrees;
  const attributes: Attributes = { satellites, ...(isStored && { archived: true }) };
  const where = timedWithZeros(time, { valid: !isStored, lat, lon, speedKph, courseDeg });
  return { ...NOTHING_DECODED, messages: [{ kind: 'report', ...where, attributes }] };
}

/**
 * Reads these fields in order: year, month, day, hour, minute, second; satellites; coordinates, km/h, course and flags
 * as in GT06; in some metres and the reason.
 */
function place(type: number, reader: ByteReader): Decoded {
  const moment = reader.take(MOMENT_BYTES);
  const time = momentOf(moment);
  // The upper half of the byte is a length.
  const attributes: Attributes = { satellites: reader.u8() & 0x0f };
  const [lat, lon, speedKph, flags] = [reader.u32(), reader.u32(), reader.u8(), reader.u16()];
  const fix = makeFix(time, lat, lon, speedKph, flags, attributes);
  if (type === TYPE.storedPlace) attributes.archived = true;
  if (reader.remaining >= 3) {
    if (fix) fix.altitudeM = reader.i16();
    else reader.skip(2);
    Object.assign(attributes, alarmOf(reader.u8()));
  }
  return {
    ...NOTHING_DECODED,
    messages: [{ kind: 'report', deviceTime: time, fix, attributes }],
    replies: [reply('stored', 0, type, moment)],
  };
}

const MAX_NETWORKS = 16;
const FROM_MEMORY: ReadonlySet<number> = new Set([TYPE.storedNetworks, TYPE.storedCells]);

/**
 * Reads the timestamp in BCD; networks of six bytes and a strength; and the cells: their number, country and operator,
 * and the area, cell and strength of each.
 */
function networks(type: number, count: number, reader: ByteReader): Decoded {
  const moment = reader.take(MOMENT_BYTES);
  const digits = toHex(moment);
  const time = timeIfAny(() => yearFirst(digits.slice(0, 6), digits.slice(6)));
  const wifi: string[] = [];
  for (let index = 0; index < count; index += 1) wifi.push(`${reader.hex(6)},-${reader.u8()}`);
  const cells: string[] = [];
  const operator = { cells: reader.u8(), country: reader.u16(), network: reader.u8() };
  for (let index = 0; index < operator.cells; index += 1) {
    cells.push(`${operator.country},${operator.network},${reader.u16()},${reader.u16()},-${reader.u8()}`);
  }
  const attributes: Attributes = {
    ...(wifi.length > 0 && { wifi: wifi.slice(0, MAX_NETWORKS) }),
    ...(cells.length > 0 && { cells: cells.slice(0, MAX_NETWORKS) }),
    ...alarmOf(reader.peek() ?? 0),
    ...(FROM_MEMORY.has(type) && { archived: true }),
  };
  return {
    ...NOTHING_DECODED,
    messages: [{ kind: 'report', ...timed(time, null), attributes }],
    replies: [reply('stored', 0, type, moment)],
  };
}
