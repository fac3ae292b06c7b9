import { isTextBlank, type Measure, NEEDS_MORE_BYTES, newStreamFramer, untilStart } from '../tools/stream-framer.ts';

/** The longest ones contain fifteen positions, or beacons with all their fields. */
export const MAX_FRAME_BYTES = 4096;

const PLUS = 0x2b;
/** Records from memory begin with a minus sign. */
export const MINUS = 0x2d;
const COLON = 0x3a;
const DOLLAR = 0x24;
const LINE_END = 0x0a;

/** For binary messages: the letters after the plus, and the offset and size of their length. */
const LENGTHS: Readonly<Record<string, readonly [at: number, bytes: number]>> = {
  RSP: [9, 2],
  EVT: [9, 2],
  INF: [7, 2],
  CRD: [7, 2],
  ACK: [6, 1],
  HBD: [5, 1],
};
const MIN_BYTES = 12;

const isStart = (byte: number) => byte === PLUS || byte === MINUS;
const isTextEnd = (byte: number | undefined) => byte === DOLLAR || byte === 0 || byte === LINE_END;

/** True when the bytes are a message of records, which begins with a zero after the sign. */
export const isRecords = (frame: Uint8Array, at = 0): boolean => frame[at + 1] === 0;

/** True when the bytes are a text message: "+RESP:", "+BUFF:", "+ACK:". */
export const isText = (frame: Uint8Array, at = 0): boolean => frame[at + 4] === COLON || frame[at + 5] === COLON;

function lengthAt(bytes: Uint8Array, at: number, count: number): number {
  const first = bytes[at] ?? 0;
  return count === 1 ? first : (first << 8) | (bytes[at + 1] ?? 0);
}

const measure: Measure = (bytes, at, end) => {
  if (!isStart(bytes[at] ?? 0)) return untilStart(bytes, at, end, isStart);
  const here = end - at;
  if (here < 6) return NEEDS_MORE_BYTES;
  if (isRecords(bytes, at)) return whole(lengthAt(bytes, at + 2, 2));
  if (bytes[at] === MINUS) return untilStart(bytes, at, end, isStart);
  if (isText(bytes, at)) {
    for (let index = at + 6; index < end; index += 1) if (isTextEnd(bytes[index])) return index + 1 - at;
    return NEEDS_MORE_BYTES;
  }
  const [where, count] = LENGTHS[String.fromCharCode(...bytes.subarray(at + 1, at + 4))] ?? [0, 0];
  if (where === 0) return untilStart(bytes, at, end, isStart);
  return where + count > here ? NEEDS_MORE_BYTES : whole(lengthAt(bytes, at + where, count));

  function whole(length: number): number {
    if (length < MIN_BYTES || length > MAX_FRAME_BYTES) return untilStart(bytes, at, end, isStart);
    return length > here ? NEEDS_MORE_BYTES : length;
  }
};

export const newGl200Framer = () => newStreamFramer(MAX_FRAME_BYTES, measure, isTextBlank);
