import { BadFrame, UnknownType } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import { fixIfAny, timeIfAny } from '../tools/fix.ts';
import { asciiBytes } from '../tools/text.ts';
import { dayFirst, KNOT_KPH } from '../tools/units.ts';
import type { Attributes, Decoded, Fix, Message } from '../types.ts';
import { isNewer } from './framer.ts';
import { isOlderKind, newerState, olderState } from './states.ts';

const DOLLAR = 0x24;
/** From this version on an acknowledgement contains the index of its message. */
const COUNTED_VERSION = 0x19;
/** These versions have one record, followed by data that are not read. */
const SINGLE_VERSIONS = [0x17, 0x19];
/** The most records in the frames of older models. */
const MAX_RECORDS = 100;
/** The size of these fields: date and time, latitude, longitude with its flags, speed, course. */
const PLACE_BYTES = 6 + 4 + 5 + 2;

/**
 * Reads these fields in order: "$", identity in five bytes, in newer models a version, kind of record, length, records,
 * and the index of the message.
 */
export function records(frame: Uint8Array): Decoded {
  const reader = new ByteReader(frame);
  if (reader.u8() !== DOLLAR) throw new BadFrame('no message of JT600');
  const newer = isNewer(frame[7] ?? 0);
  const identity = withoutZeros(reader.hex(5));
  const version = newer ? reader.u8() : 0;
  const kind = reader.u8() >> 4;
  reader.skip(2);
  if (!newer && !isOlderKind(kind)) throw new UnknownType(kind, [identity]);
  const messages: Message[] = [];
  let wantsReply = false;
  // Shorter remainders are the message index, and bytes that some models write after their records.
  while (reader.remaining >= PLACE_BYTES) {
    if (messages.length >= MAX_RECORDS) throw new BadFrame('too many records');
    const { time, fix } = place(reader);
    let attributes: Attributes;
    if (newer) {
      const state = newerState(reader);
      wantsReply ||= state.asks;
      attributes = state.attributes;
      if (SINGLE_VERSIONS.includes(version)) reader.offset = reader.end - 1;
    } else {
      const { altitudeM, ...reported } = olderState(reader, kind);
      if (altitudeM !== null && fix !== null) fix.altitudeM = altitudeM;
      attributes = reported.attributes;
    }
    messages.push({ kind: 'report', deviceTime: time, fix, attributes });
  }
  if (messages.length === 0) throw new BadFrame('a message without records');
  const answer = version < COUNTED_VERSION ? '(P35)' : `(P69,0,${reader.u8()})`;
  return {
    identities: [identity],
    messages,
    replies: wantsReply ? [{ when: 'stored', bytes: asciiBytes(answer) }] : [],
  };
}

function withoutZeros(digits: string): string {
  let from = 0;
  while (from < digits.length - 1 && digits[from] === '0') from += 1;
  for (let at = from; at < digits.length; at += 1) {
    if (digits.charCodeAt(at) > 0x39) throw new BadFrame(`"${digits}" is no identity`);
  }
  return digits.slice(from);
}

/**
 * Reads these fields in order: ddmmyy and hhmmss, latitude ddmmmmmm, longitude dddmmmmmm, four flags, knots, half of
 * the course.
 */
export function place(reader: ByteReader): { time: Date | null; fix: Fix | null } {
  const day = reader.hex(3);
  const clock = reader.hex(3);
  const time = timeIfAny(() => dayFirst(day, clock));
  const [lat, east] = [reader.hex(4), reader.hex(5)];
  const flags = Number.parseInt(east.slice(9), 16);
  const knots = reader.u8();
  const fix = fixIfAny({
    time,
    valid: (flags & 1) === 1,
    lat: degrees(lat) * ((flags & 2) === 0 ? -1 : 1),
    lon: degrees(east.slice(0, 9)) * ((flags & 4) === 0 ? -1 : 1),
    speedKph: knots * KNOT_KPH,
    courseDeg: reader.u8() * 2,
  });
  return { time, fix };
}

/** Degrees, then minutes with two digits before and four after the decimal point. */
function degrees(digits: string): number {
  const value = decimalOf(digits);
  return Math.floor(value / 1_000_000) + (value % 1_000_000) / 600_000;
}

/** NaN for hexadecimal digits above 9. */
function decimalOf(digits: string): number {
  let value = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = digits.charCodeAt(at) - 0x30;
    if (digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}
