import { crc16X25, crc16X25Step } from '../crc16.ts';
import { declaredSize, LONG_START, SHORT_START, terminates } from './frame.ts';

/** Where the next start mark is, from `at` on; where there is none, the place that may begin one, or the end. */
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

/** Whether a frame that is right in length, terminator and CRC begins at `at`. */
function isSound(bytes: Uint8Array, at: number): boolean {
  const size = declaredSize(bytes, at, bytes.length);
  const end = at + size;
  return (
    size >= 10 &&
    end <= bytes.length &&
    terminates(bytes, end) &&
    crc16X25(bytes, at + 2, end - 4) === writtenCrc(bytes, end)
  );
}

/** Where the frame at `at` ends when the terminator and the CRC before it decide, not the length; -1 for nowhere. */
export function findCheckedEnd(bytes: Uint8Array, at: number, limit: number): number {
  let crc = 0xffff;
  for (let end = at + 7; end <= limit; end++) {
    crc = crc16X25Step(crc, bytes[end - 5] ?? 0);
    if (terminates(bytes, end) && (crc ^ 0xffff) === writtenCrc(bytes, end)) return end;
  }
  return -1;
}

/** Searches in one piece of the stream. Keeps what it found, so that a piece full of false starts costs one pass. */
export class Search {
  readonly #bytes: Uint8Array;
  #sound = -1;
  #end = -1;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Where the next frame that is right in every respect begins, from `at` on; the end where there is none. */
  nextSound(at: number): number {
    if (this.#sound >= at) return this.#sound;
    let i = findStart(this.#bytes, at);
    while (i < this.#bytes.length && !isSound(this.#bytes, i)) i = findStart(this.#bytes, i + 1);
    this.#sound = i;
    return i;
  }

  /** Where the first terminator that begins at `at` or later ends; Infinity where there is none. */
  nextEnd(at: number): number {
    if (this.#end >= at + 2) return this.#end;
    let end = at + 2;
    while (end <= this.#bytes.length && !terminates(this.#bytes, end)) end++;
    this.#end = end <= this.#bytes.length ? end : Infinity;
    return this.#end;
  }
}
