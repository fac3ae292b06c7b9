import { BadFrame, unlessBad } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import { decodedFrom, newConversation, reportOf } from '../tools/conversation.ts';
import { fixUnlessNowhere } from '../tools/fix.ts';
import { type Measure, NEEDS_MORE_BYTES, newStreamFramer, untilStart } from '../tools/stream-framer.ts';
import { utc } from '../tools/units.ts';
import type { AlarmCode, Attributes, Decoded, Fix, StreamProtocol } from '../types.ts';

const START = 0x40;
const [RETURN, LINE_FEED] = [0x0d, 0x0a];
/** Two bytes that begin a frame, and its length, little-endian. */
const HEAD_BYTES = 4;
/** The size of the shortest frame: header, identity, type, checksum, end. */
const MIN_BYTES = 22;
const MAX_FRAME_BYTES = 1024;

const isStart = (byte: number) => byte === START;

const measure: Measure = (bytes, at, end) => {
  if (!isStart(bytes[at] ?? 0) || (at + 1 < end && bytes[at + 1] !== START)) {
    return untilStart(bytes, at, end, isStart);
  }
  if (at + HEAD_BYTES > end) return NEEDS_MORE_BYTES;
  const length = (bytes[at + 2] ?? 0) + (bytes[at + 3] ?? 0) * 0x100;
  if (length < MIN_BYTES || length > MAX_FRAME_BYTES) return untilStart(bytes, at, end, isStart);
  if (at + length > end) return NEEDS_MORE_BYTES;
  const ends = bytes[at + length - 2] === RETURN && bytes[at + length - 1] === LINE_FEED;
  return ends ? length : untilStart(bytes, at, end, isStart);
};

export const newNyitechFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure);

/** Nyitech's OBD readers: binary frames over TCP. */
export const nyitech: StreamProtocol = {
  kind: 'stream',
  name: 'nyitech',
  title: 'Nyitech',
  defaultPort: 5182,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: newNyitechFramer,
  newDecoder: () => newConversation(read),
};

const [LOGIN, LIVE, HISTORY, ALARM, FIXED] = [0x1001, 0x2001, 0x2002, 0x2003, 0x2004];
const IDENTITY = /^[\w-]{12}$/;
/** Year to second. */
const TIME_BYTES = 6;
const PLACE_BYTES = 21;
/** The size of these fields: checksum and end. */
const TAIL_BYTES = 4;
const PER_DEGREE = 3_600_000;
/** One centimetre per second. */
const CENTIMETRE_KPH = 0.036;
const [FIX, NORTH, EAST] = [3, 4, 8];
const ALARMS: Readonly<Record<number, AlarmCode>> = {
  0x09: 'hardAcceleration',
  0x0a: 'hardBraking',
  0x0b: 'hardCornering',
  0x0e: 'sos',
};

/**
 * Layout as in the Traccar server's decoder for Nyitech devices. It answers nothing, and the form of an answer is
 * unknown. A login needs no answer: a recorded device sent a live report 7 s after an unanswered one. The fields after
 * a position are not read.
 */
function read(frame: Uint8Array): Decoded {
  const end = frame.length - TAIL_BYTES;
  if (frame.length < MIN_BYTES || frame[0] !== START || frame[1] !== START) throw new BadFrame('no frame of Nyitech');
  if (new ByteReader(frame, end).u16le() !== sum(frame, end)) throw new BadFrame('another sum');
  const reader = new ByteReader(frame, 2, end);
  const length = reader.u16le();
  if (length !== frame.length) throw new BadFrame(`a frame of ${frame.length} bytes says ${length}`);
  const identity = reader.text(12);
  if (!IDENTITY.test(identity)) throw new BadFrame('a frame of nobody');
  const type = reader.u16le();
  const attributes: Attributes = {};
  let fix: Fix | null = null;
  if (type === LOGIN) fix = place(reader);
  else if (type === FIXED) {
    reader.skip(TIME_BYTES);
    fix = place(reader);
  } else if (type === LIVE || type === HISTORY) {
    reader.skip(TIME_BYTES);
    const isPlaced = reader.u8() > 0;
    reader.skip(2);
    if (isPlaced) fix = place(reader);
    if (type === HISTORY) attributes.archived = true;
  } else if (type === ALARM) {
    reader.skip(3);
    const event = reader.u8();
    attributes.event = event;
    const alarm = ALARMS[event];
    if (alarm !== undefined) attributes.alarm = [alarm];
    reader.skip(4 + TIME_BYTES);
    // An impossible position does not cost the alarm.
    const reported = new ByteReader(reader.take(PLACE_BYTES));
    fix = unlessBad(() => place(reported));
  }
  const isMeaningful = fix !== null || attributes.event !== undefined;
  return decodedFrom([identity], isMeaningful ? reportOf(fix, attributes) : null);
}

/**
 * Reads these fields in order: day, month, year, hour, minute, second; whether there is a fix, and the hemispheres;
 * thousandths of seconds of degrees; centimetres per second; tenths of degrees; tenths of metres above sea level.
 * Little-endian.
 */
function place(reader: ByteReader): Fix | null {
  const [day, month, year] = [reader.u8(), reader.u8(), reader.u8()];
  const time = utc(year, month, day, reader.u8(), reader.u8(), reader.u8());
  const flags = reader.u8();
  const [north, east] = [reader.u32le() / PER_DEGREE, reader.u32le() / PER_DEGREE];
  const lat = (flags & NORTH) === 0 ? -north : north;
  const lon = (flags & EAST) === 0 ? -east : east;
  const [speedKph, courseDeg] = [reader.u16le() * CENTIMETRE_KPH, reader.u16le() / 10];
  return fixUnlessNowhere({
    time,
    valid: (flags & FIX) > 0,
    lat,
    lon,
    altitudeM: reader.i16le() / 10,
    speedKph,
    courseDeg,
  });
}

const POLYNOMIAL = 0x8005;

/**
 * Computes a CRC of 16 bits processed from the lowest bit on, with the polynomial 0x8005 not reflected, initial value
 * 0xffff, of `bytes[0, end)`. Determined by experiment: recorded frames end with it.
 */
export function sum(bytes: Uint8Array, end: number): number {
  let crc = 0xffff;
  for (let at = 0; at < end; at += 1) {
    crc ^= bytes[at] ?? 0;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 1) === 0 ? crc >>> 1 : (crc >>> 1) ^ POLYNOMIAL;
  }
  return crc;
}
