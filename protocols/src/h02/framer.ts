import { isTextBlank, NEEDS_MORE_BYTES, newStreamFramer, untilStart } from '../tools/stream-framer.ts';

/** The longest known frames list neighbouring cells or reply to a command with the device's settings. */
export const MAX_FRAME_BYTES = 1024;

const TEXT_START = 0x2a; // *
const TEXT_END = 0x23; // #
export const BINARY_START = 0x24; // $
/** Lengths of binary frames: the plain one, the one with an identity of 15 digits, and those with counters. */
const LONG_IDENTITY_BYTES = 42;
const BINARY_BYTES = [32, LONG_IDENTITY_BYTES, 45, 46] as const;

const isStart = (byte: number) => byte === TEXT_START || byte === BINARY_START;

/** True when a frame may end before `at`: the stream ends, or another frame or a line end follows. */
const mayEnd = (bytes: Uint8Array, at: number, end: number) =>
  at === end || (at < end && (isStart(bytes[at] ?? 0) || bytes[at] === 0x0d || bytes[at] === 0x0a));

/** True when hhmmss and ddmmyy in BCD stand at `at`. */
function isMoment(bytes: Uint8Array, at: number): boolean {
  const [hour, minute, second, day, month] = bytes.subarray(at, at + 5);
  return atMost(hour, 0x23) && atMost(minute, 0x59) && atMost(second, 0x59) && atMost(day, 0x31) && atMost(month, 0x12);
}

const atMost = (byte: number | undefined, most: number) => byte !== undefined && byte <= most && (byte & 0x0f) <= 9;

/** True when a frame can have this length: date and time follow the identity. */
const fits = (bytes: Uint8Array, at: number, length: number) =>
  isMoment(bytes, at + (length === LONG_IDENTITY_BYTES ? 9 : 6));

function measure(bytes: Uint8Array, at: number, end: number): number {
  const start = bytes[at] ?? 0;
  if (start === TEXT_START) {
    const close = bytes.subarray(at, end).indexOf(TEXT_END);
    return close < 0 ? NEEDS_MORE_BYTES : close + 1;
  }
  if (start !== BINARY_START) return untilStart(bytes, at, end, isStart);
  // Binary frames do not contain their length: it is derived from the following bytes.
  const length = BINARY_BYTES.find((size) => mayEnd(bytes, at + size, end) && fits(bytes, at, size));
  if (length !== undefined) return length;
  return end - at < BINARY_BYTES[3] ? NEEDS_MORE_BYTES : untilStart(bytes, at, end, isStart);
}

export const newH02Framer = () => newStreamFramer(MAX_FRAME_BYTES, measure, isTextBlank);
