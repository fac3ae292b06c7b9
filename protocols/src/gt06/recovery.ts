import { crc16X25, crc16X25Step } from '../tools/crc16.ts';
import { declaredSize, LONG_START, SHORT_START, terminates } from './frame.ts';

/** Returns the next start mark from `at` on; without one, the position that may begin one, or the end. */
export function findStart(bytes: Uint8Array, at: number): number {
  for (let i = at; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte !== SHORT_START && byte !== LONG_START) continue;
    if (i + 1 === bytes.length || bytes[i + 1] === byte) return i;
  }
  return bytes.length;
}

/** The CRC in the four bytes before `end`, ahead of the terminator. */
function writtenCrc(bytes: Uint8Array, end: number): number {
  return (bytes[end - 4] ?? 0) * 0x100 + (bytes[end - 3] ?? 0);
}

/** True when the CRC of the frame at `at` matches. */
function isSound(bytes: Uint8Array, at: number, size: number): boolean {
  return crc16X25(bytes, at + 2, at + size - 4) === writtenCrc(bytes, at + size);
}

/**
 * Returns the end of the frame at `at` when the terminator and the CRC before it decide, not the length; -1 if there is
 * none.
 */
export function findCheckedEnd(bytes: Uint8Array, at: number, limit: number): number {
  let crc = 0xffff;
  for (let end = at + 7; end <= limit; end++) {
    crc = crc16X25Step(crc, bytes[end - 5] ?? 0);
    if (terminates(bytes, end) && (crc ^ 0xffff) === writtenCrc(bytes, end)) return end;
  }
  return -1;
}

/** How often all bytes of a chunk may be summed in the search, and an additional number of bytes. */
const PASSES = 8;
const FLOOR_BYTES = 65_536;

/** Searches in one chunk of the stream. Caches its results, so that a chunk full of false starts costs one pass. */
export class Search {
  readonly #bytes: Uint8Array;
  #sound = -1;
  #end = -1;
  /**
   * Bytes that may still be summed: otherwise a chunk in which every other byte begins a false frame would take a
   * second.
   */
  #allowance: number;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#allowance = PASSES * bytes.length + FLOOR_BYTES;
  }

  /** Returns the start of the next fully valid frame from `at` on, or the end. */
  nextSound(at: number): number {
    if (this.#sound >= at) return this.#sound;
    let i = findStart(this.#bytes, at);
    while (i < this.#bytes.length && !this.#isSound(i)) i = findStart(this.#bytes, i + 1);
    this.#sound = i;
    return i;
  }

  #isSound(at: number): boolean {
    const size = declaredSize(this.#bytes, at, this.#bytes.length);
    const end = at + size;
    if (size < 10 || end > this.#bytes.length || !terminates(this.#bytes, end)) return false;
    this.#allowance -= size;
    // Once the allowance is used up, the frame is still found when the search for the next start mark reaches it.
    return this.#allowance >= 0 && isSound(this.#bytes, at, size);
  }

  /** Returns the end of the first terminator that begins at `at` or later, or Infinity. */
  nextEnd(at: number): number {
    if (this.#end >= at + 2) return this.#end;
    let end = at + 2;
    while (end <= this.#bytes.length && !terminates(this.#bytes, end)) end++;
    this.#end = end <= this.#bytes.length ? end : Infinity;
    return this.#end;
  }
}
