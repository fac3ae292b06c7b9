import { crc16X25 } from '../crc16.ts';
import type { Framer } from '../types.ts';
import { declaredSize, LONG_START, SHORT_START, terminates } from './frame.ts';

/** Larger frames are garbage: the longest known ones carry pieces of a photograph. */
export const MAX_FRAME_BYTES = 4096;

/** Header, type, terminator: what no frame is shorter than. */
const MIN_FRAME_BYTES = 6;
const NOTHING = new Uint8Array(0);

/** What to do at a start mark: take `size` bytes as a frame, throw `skip` bytes away, or wait for more. */
type Verdict = { take: number } | { skip: number } | 'wait';

/** Where the next start mark is, from `at` on; where there is none, the place that may begin one, or the end. */
function findStart(bytes: Uint8Array, at: number): number {
  for (let i = at; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte !== SHORT_START && byte !== LONG_START) continue;
    if (i + 1 === bytes.length || bytes[i + 1] === byte) return i;
  }
  return bytes.length;
}

/** Where the first terminator from `at` on ends, or -1. */
function findEnd(bytes: Uint8Array, at: number, limit: number): number {
  for (let end = at + 2; end <= limit; end++) if (terminates(bytes, end)) return end;
  return -1;
}

function crcFits(bytes: Uint8Array, at: number, end: number): boolean {
  const crc = (bytes[end - 4] ?? 0) * 0x100 + (bytes[end - 3] ?? 0);
  return end - at >= 10 && crc16X25(bytes, at + 2, end - 4) === crc;
}

/** Whether a frame that is right in length, terminator and CRC begins at `at`. */
function isSound(bytes: Uint8Array, at: number): boolean {
  const size = declaredSize(bytes, at, bytes.length);
  return size > 0 && at + size <= bytes.length && terminates(bytes, at + size) && crcFits(bytes, at, at + size);
}

/** Where the next frame that is right in every respect begins, before `limit`; -1 where there is none. */
function findSound(bytes: Uint8Array, at: number, limit: number): number {
  for (let i = findStart(bytes, at); i < limit; i = findStart(bytes, i + 1)) if (isSound(bytes, i)) return i;
  return -1;
}

/**
 * Frames 0x17 and 0x69 of watches say the number of access points instead of the length. Their size follows from that
 * and from the number of cells; -1 where this is no such frame, Infinity where that number has not arrived.
 */
function watchSize(bytes: Uint8Array, at: number): number {
  const type = bytes[at + 3];
  if (bytes[at] !== SHORT_START || (type !== 0x17 && type !== 0x69)) return -1;
  const cells = 10 + 7 * (bytes[at + 2] ?? 0);
  if (at + cells >= bytes.length) return Infinity;
  return cells + 1 + 3 + 5 * (bytes[at + cells] ?? 0) + 2;
}

function judge(bytes: Uint8Array, at: number): Verdict {
  const available = bytes.length - at;
  const size = declaredSize(bytes, at, bytes.length);
  if (size < 0) return 'wait';
  if (size >= MIN_FRAME_BYTES && size <= available && terminates(bytes, at + size)) return { take: size };
  const watch = watchSize(bytes, at);
  if (watch > 0 && watch <= available && terminates(bytes, at + watch)) return { take: watch };
  // Something is off, or not here yet. A frame that is right in every respect decides what came before it.
  const sound = findSound(bytes, at + 1, bytes.length);
  const limit = sound < 0 ? bytes.length : sound;
  const incomplete = size > available || (size < MIN_FRAME_BYTES && watch > available);
  for (let end = findEnd(bytes, at + MIN_FRAME_BYTES - 2, limit); end > 0; end = findEnd(bytes, end, limit)) {
    // Firmware whose length is off: the terminator decides. While the frame may still be coming, it needs the CRC, for
    // a terminator may also stand inside a frame.
    if (!incomplete || crcFits(bytes, at, end)) return { take: end - at };
  }
  if (sound >= 0) return { skip: sound - at };
  return size > MAX_FRAME_BYTES || available > MAX_FRAME_BYTES ? { skip: 2 } : 'wait';
}

/** Cuts a stream into frames. The frames are views of the chunks where these hold them whole, and copies otherwise. */
export function newGt06Framer(): Framer {
  let pending: Uint8Array = NOTHING;
  let garbage = 0;
  return {
    push(chunk: Uint8Array): Uint8Array[] {
      let bytes = chunk;
      if (pending.length > 0) {
        bytes = new Uint8Array(pending.length + chunk.length);
        bytes.set(pending);
        bytes.set(chunk, pending.length);
      }
      const frames: Uint8Array[] = [];
      let at = 0;
      while (at < bytes.length) {
        const start = findStart(bytes, at);
        garbage += start - at;
        at = start;
        const verdict = bytes.length - at < 2 ? 'wait' : judge(bytes, at);
        if (verdict === 'wait') break;
        if ('take' in verdict) {
          frames.push(bytes.subarray(at, at + verdict.take));
          at += verdict.take;
        } else {
          garbage += verdict.skip;
          at += verdict.skip;
        }
      }
      // A copy, so that a few bytes do not keep a large chunk alive.
      pending = at < bytes.length ? bytes.slice(at) : NOTHING;
      return frames;
    },
    get garbageBytes() {
      return garbage;
    },
    get pendingBytes() {
      return pending.length;
    },
  };
}
