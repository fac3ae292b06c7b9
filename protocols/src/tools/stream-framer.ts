import type { Framer } from '../types.ts';

/**
 * Measures the stream at `at`: returns the length of a whole frame, `NEEDS_MORE_BYTES` if its end has not
 * arrived, or the number of bytes to discard as a negative number. Ignores bytes at or after `end`.
 */
export type Measure = (bytes: Uint8Array, at: number, end: number) => number;

export const NEEDS_MORE_BYTES = 0;

const noBlank = (_byte: number) => false;

/** Line ends, spaces and zeros, which devices put between text frames. */
export const isTextBlank = (byte: number) =>
  byte <= 0x20 && (byte === 0x20 || byte === 0x0d || byte === 0x0a || byte === 0);

const NOTHING = new Uint8Array(0);

/**
 * Splits a stream into frames by a measure. A frame that claims to be longer than `maxFrameBytes` is discarded byte by
 * byte, so that a valid frame behind it is found. For a frame without an end within `maxFrameBytes` the discarded amount
 * doubles each time, until as many bytes have arrived in valid frames: otherwise the measure would scan all bytes for an
 * end each time, and 64 KB without an end, or with a short valid frame after each byte, would take a minute. Frames are
 * copies. Blanks may stand between frames.
 */
export function newStreamFramer(maxFrameBytes: number, measure: Measure, isBlank = noBlank): Framer {
  let held: Uint8Array<ArrayBuffer> = NOTHING;
  let heldBytes = 0;
  let garbage = 0;
  /** The amount of an endless frame discarded next. */
  let endless = 1;
  /** Bytes of valid frames since. */
  let good = 0;

  function append(chunk: Uint8Array): void {
    if (heldBytes + chunk.length > held.length) {
      const grown = new Uint8Array(Math.max(heldBytes + chunk.length, 2 * held.length));
      grown.set(held.subarray(0, heldBytes));
      held = grown;
    }
    held.set(chunk, heldBytes);
    heldBytes += chunk.length;
  }

  return {
    push(chunk) {
      const joined = heldBytes > 0;
      if (joined) append(chunk);
      const bytes = joined ? held : chunk;
      const end = joined ? heldBytes : chunk.length;
      const frames: Uint8Array[] = [];
      let at = 0;
      while (at < end) {
        if (isBlank(bytes[at] ?? 0)) {
          at += 1;
          continue;
        }
        const length = measure(bytes, at, Math.min(end, at + maxFrameBytes));
        if (length === NEEDS_MORE_BYTES && end - at <= maxFrameBytes) break;
        if (length > 0 && length <= maxFrameBytes && at + length <= end) {
          frames.push(new Uint8Array(bytes.subarray(at, at + length)));
          at += length;
          good += length;
          if (good >= maxFrameBytes) endless = 1;
        } else {
          const skipped = Math.min(length === NEEDS_MORE_BYTES ? endless : Math.max(1, -length), end - at);
          garbage += skipped;
          at += skipped;
          if (length === NEEDS_MORE_BYTES) {
            endless = Math.min(2 * endless, maxFrameBytes >> 1);
            good = 0;
          }
        }
      }
      heldBytes = end - at;
      if (at > 0 || bytes !== held) held = new Uint8Array(bytes.subarray(at, end));
      return frames;
    },
    get garbageBytes() {
      return garbage;
    },
    get pendingBytes() {
      return heldBytes;
    },
  };
}

/** Returns the negative number of bytes to discard at `at`, up to the next byte that can begin a frame. */
export function untilStart(bytes: Uint8Array, at: number, end: number, isStart: (byte: number) => boolean): number {
  let next = at + 1;
  while (next < end && !isStart(bytes[next] ?? 0)) next += 1;
  return at - next;
}

/** A measure for text that ends with one of some bytes, which belong to the frame. */
export function untilEnd(isEnd: (byte: number) => boolean): Measure {
  return (bytes, at, end) => {
    for (let index = at; index < end; index += 1) if (isEnd(bytes[index] ?? 0)) return index + 1 - at;
    return NEEDS_MORE_BYTES;
  };
}

/** A framer that transforms its frames, such as by removing a stream's escapes. */
export function mapFrames(framer: Framer, change: (frame: Uint8Array) => Uint8Array): Framer {
  return {
    push: (chunk) => framer.push(chunk).map(change),
    get garbageBytes() {
      return framer.garbageBytes;
    },
    get pendingBytes() {
      return framer.pendingBytes;
    },
  };
}

/** Replaces each `escape` and the byte after it by the result of `meant` for that byte. */
export function unescaped(frame: Uint8Array, escape: number, meant: (byte: number) => number): Uint8Array {
  if (!frame.includes(escape)) return frame;
  const bytes = new Uint8Array(frame.length);
  let length = 0;
  for (let at = 0; at < frame.length; at += 1) {
    const byte = frame[at] ?? 0;
    if (byte === escape && at + 1 < frame.length) {
      at += 1;
      bytes[length] = meant(frame[at] ?? 0);
    } else {
      bytes[length] = byte;
    }
    length += 1;
  }
  return bytes.subarray(0, length);
}
