import { isTextBlank, type Measure, NEEDS_MORE_BYTES, newStreamFramer, untilStart } from '../tools/stream-framer.ts';

/** Large enough for packages of a hundred records with thirty values. */
export const MAX_FRAME_BYTES = 32_768;

export const START = { login: 0xff, package: 0x5b, text: 0x24 } as const;
export const PACKAGE_END = 0x5d;
/** Type, length, time and checksum around the content of a packet. */
export const AROUND_PACKET = 8;
export const LONGER_LOGIN = 0x24;
const LOGIN_VERSIONS = new Set([0x22, 0x23, LONGER_LOGIN, 0x25]);
/** Types of packets within a package. */
const PACKET_TYPES = new Set([0, 1, 3, 4, 6]);
const STAR = 0x2a;
const MAX_TEXT = 512;

const isStart = (byte: number) => byte === START.login || byte === START.package || byte === START.text;

const measure: Measure = (bytes, at, end) => {
  switch (bytes[at]) {
    case START.login:
      return login(bytes, at, end);
    case START.package:
      return packageOf(bytes, at, end);
    case START.text:
      return line(bytes, at, end);
    default:
      return untilStart(bytes, at, end, isStart);
  }
};

/** A login: the version and eight bytes of identity; one version has eight more bytes. */
function login(bytes: Uint8Array, at: number, end: number): number {
  if (at + 1 >= end) return NEEDS_MORE_BYTES;
  const version = bytes[at + 1] ?? 0;
  if (!LOGIN_VERSIONS.has(version)) return untilStart(bytes, at, end, isStart);
  const length = version === LONGER_LOGIN ? 18 : 10;
  return at + length > end ? NEEDS_MORE_BYTES : length;
}

/** A package: its number, then packets, until the end mark stands where a packet's type would be. */
function packageOf(bytes: Uint8Array, at: number, end: number): number {
  let next = at + 2;
  while (next < end) {
    const type = bytes[next] ?? 0;
    if (type === PACKAGE_END) return next + 1 - at;
    if (!PACKET_TYPES.has(type)) return untilStart(bytes, at, end, isStart);
    if (next + 3 > end) return NEEDS_MORE_BYTES;
    next += AROUND_PACKET + (bytes[next + 1] ?? 0) + ((bytes[next + 2] ?? 0) << 8);
    if (next - at > MAX_FRAME_BYTES) return untilStart(bytes, at, end, isStart);
  }
  return NEEDS_MORE_BYTES;
}

/** A line ends with an asterisk and two digits of checksum. */
function line(bytes: Uint8Array, at: number, end: number): number {
  const limit = Math.min(end, at + MAX_TEXT);
  for (let next = at + 1; next < limit; next += 1) {
    const byte = bytes[next] ?? 0;
    if (byte === STAR) return next + 3 > end ? NEEDS_MORE_BYTES : next + 3 - at;
    if (byte < 0x20 || byte > 0x7e) return at - next;
  }
  return limit === end ? NEEDS_MORE_BYTES : untilStart(bytes, at, end, isStart);
}

export const newArnaviFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure, isTextBlank);
