import { NEEDS_MORE_BYTES, newStreamFramer } from '../tools/stream-framer.ts';

export const MAX_FRAME_BYTES = 8192;

/** The greeting that a device sends once, first. */
export const GREETING = '#BCE#\r\n';
const GREETING_CODES = Array.from(GREETING, (letter) => letter.charCodeAt(0));

export const IMEI_BYTES = 8;
/** An IMEI has at most this value in its last byte but one, and zero in its last. */
const MAX_IN_SEVENTH = 3;
/** A part has at least its type and a key. */
const MIN_PART = 2;

/** All bytes added, in eight bits. */
export function sum(bytes: Uint8Array, start: number, end: number): number {
  let all = 0;
  for (let at = start; at < end; at += 1) all += bytes[at] ?? 0;
  return all & 0xff;
}

/**
 * A frame consists of an IMEI, parts with a length before each (two bytes, little-endian), a checksum. Only the
 * checksum shows which part is the last.
 */
function measure(bytes: Uint8Array, at: number, end: number): number {
  const same = greeted(bytes, at, end);
  if (same === GREETING_CODES.length) return same;
  if (at + same === end) return NEEDS_MORE_BYTES;
  if (end - at >= IMEI_BYTES && (bytes[at + 7] !== 0 || (bytes[at + 6] ?? 0) > MAX_IN_SEVENTH)) return -1;
  let all = 0;
  let summed = at;
  let next = at + IMEI_BYTES;
  while (next + 2 <= end) {
    const length = (bytes[next] ?? 0) + (bytes[next + 1] ?? 0) * 0x100;
    next += 2 + length;
    // Otherwise an unknown device's endless parts would be summed once for each of their bytes.
    if (length < MIN_PART || next + 1 - at > MAX_FRAME_BYTES) return Math.min(-1, (at - summed) >> 1);
    if (next >= end) return NEEDS_MORE_BYTES;
    all = (all + sum(bytes, summed, next)) & 0xff;
    summed = next;
    if (all === bytes[next]) return next + 1 - at;
  }
  return NEEDS_MORE_BYTES;
}

/** Returns how many bytes of the greeting are here, up to the end of the available bytes. */
function greeted(bytes: Uint8Array, at: number, end: number): number {
  let count = 0;
  while (count < GREETING_CODES.length && at + count < end && bytes[at + count] === GREETING_CODES[count]) count += 1;
  return count;
}

export const newBceFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure);
