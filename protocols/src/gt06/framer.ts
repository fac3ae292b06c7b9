import type { Framer } from '../types.ts';
import { declaredSize, SHORT_START, terminates } from './frame.ts';
import { findCheckedEnd, findStart, Search } from './recovery.ts';

/** Larger frames are garbage: the longest known ones contain pieces of a photograph. */
export const MAX_FRAME_BYTES = 4096;

/** Header, type, terminator: the shortest possible frame. */
const MIN_FRAME_BYTES = 6;
const EMPTY = new Uint8Array(0);

/**
 * Frames 0x17 and 0x69 of watches contain the number of access points instead of the length. Their size follows from
 * that and from the number of cells; -1 if this is not such a frame, Infinity if that number has not arrived.
 */
function watchSize(bytes: Uint8Array, at: number): number {
  const type = bytes[at + 3];
  if (bytes[at] !== SHORT_START || (type !== 0x17 && type !== 0x69)) return -1;
  const cells = 10 + 7 * (bytes[at + 2] ?? 0);
  if (at + cells >= bytes.length) return Infinity;
  return cells + 1 + 3 + 5 * (bytes[at + cells] ?? 0) + 2;
}

/** Decides about a start mark: bytes to take as a frame, 0 to wait for more, or, negative, bytes to discard. */
function judge(bytes: Uint8Array, at: number, search: () => Search): number {
  const available = bytes.length - at;
  const size = declaredSize(bytes, at, bytes.length);
  if (size < 0) return 0;
  if (size >= MIN_FRAME_BYTES && size <= available && terminates(bytes, at + size)) return size;
  if (size > MAX_FRAME_BYTES) return -2;
  const watch = watchSize(bytes, at);
  if (watch > 0 && watch <= available && terminates(bytes, at + watch)) return watch;
  // The frame is wrong or incomplete. A later frame that is correct in every respect bounds this one.
  const sound = search().nextSound(at + 1);
  const limit = Math.min(sound, at + MAX_FRAME_BYTES);
  const incomplete = size > available || watch > available;
  // Firmware with a wrong length: the terminator decides. While the frame may still be arriving the CRC must match too,
  // because a terminator can also occur inside a frame.
  const end = incomplete ? findCheckedEnd(bytes, at, limit) : search().nextEnd(at + MIN_FRAME_BYTES - 2);
  if (end > 0 && end <= limit) return end - at;
  if (sound < bytes.length) return at - sound;
  return available > MAX_FRAME_BYTES ? -2 : 0;
}

/** Cuts a stream into frames. A frame is a view of a chunk if the chunk contains it entirely, otherwise a copy. */
export function newGt06Framer(): Framer {
  let pending: Uint8Array = EMPTY;
  let garbage = 0;

  function cut(bytes: Uint8Array, frames: Uint8Array[]): number {
    let search: Search | null = null;
    const searcher = (): Search => (search ??= new Search(bytes));
    let at = 0;
    while (at < bytes.length) {
      const start = findStart(bytes, at);
      garbage += start - at;
      at = start;
      if (bytes.length - at < 2) return at;
      const verdict = judge(bytes, at, searcher);
      if (verdict === 0) return at;
      if (verdict > 0) frames.push(bytes.subarray(at, at + verdict));
      else garbage -= verdict;
      at += Math.abs(verdict);
    }
    return at;
  }

  return {
    push(chunk: Uint8Array): Uint8Array[] {
      let bytes = chunk;
      if (pending.length > 0) {
        bytes = new Uint8Array(pending.length + chunk.length);
        bytes.set(pending);
        bytes.set(chunk, pending.length);
      }
      const frames: Uint8Array[] = [];
      const at = cut(bytes, frames);
      // A copy, so that a few bytes do not retain a large chunk.
      pending = at < bytes.length ? bytes.slice(at) : EMPTY;
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
