import { ByteReader } from '../tools/bytes.ts';
import { type Measure, NEEDS_MORE_BYTES, newStreamFramer, untilStart } from '../tools/stream-framer.ts';
import { type Layout, offerOf } from './layout.ts';
import { HEADER_BYTES, LENGTH_AT, PREAMBLE } from './packet.ts';

/** An array has up to 255 records. */
export const MAX_FRAME_BYTES = 32_768;

const [AT, TILDE, ALIVE] = [0x40, 0x7e, 0x7f];
const isStart = (byte: number) => byte === AT || byte === TILDE || byte === ALIVE;
const OFFER = [0x2a, 0x3e, 0x46, 0x4c, 0x45, 0x58];
const [ARRAY, SINGLE, STATE, EXTRA_ARRAY, EXTRA] = [0x41, 0x54, 0x43, 0x45, 0x58];

/** A framer that learns the length of records from a device's FLEX offer. */
export function newNavisFramer() {
  let layout: Layout | null = null;
  const measure: Measure = (bytes, at, end) => {
    if (bytes[at] === ALIVE) return 1;
    const length =
      bytes[at] === AT ? packet(bytes, at, end) : bytes[at] === TILDE ? records(bytes, at, end, layout) : -1;
    if (length < 0) return untilStart(bytes, at, end, isStart);
    if (length === NEEDS_MORE_BYTES || at + length > end) return NEEDS_MORE_BYTES;
    if (bytes[at] === AT) layout = offered(bytes.subarray(at, at + length)) ?? layout;
    return length;
  };
  return newStreamFramer(MAX_FRAME_BYTES, measure);
}

function packet(bytes: Uint8Array, at: number, end: number): number {
  for (let index = 1; index < Math.min(PREAMBLE.length, end - at); index += 1) {
    if (bytes[at + index] !== PREAMBLE.charCodeAt(index)) return -1;
  }
  return end - at < HEADER_BYTES ? NEEDS_MORE_BYTES : HEADER_BYTES + word(bytes, at + LENGTH_AT);
}

const word = (bytes: Uint8Array, at: number) => (bytes[at] ?? 0) + (bytes[at + 1] ?? 0) * 0x100;

/** "~", type, records, checksum; -1 if the length of records has not been negotiated. */
function records(bytes: Uint8Array, at: number, end: number, layout: Layout | null): number {
  if (end - at < 3) return NEEDS_MORE_BYTES;
  const [kind, count = 0] = bytes.subarray(at + 1, at + 3);
  switch (kind) {
    case ARRAY:
      return layout === null ? -1 : 2 + 1 + count * layout.bytes + 1;
    case SINGLE:
      return layout === null ? -1 : 2 + 4 + layout.bytes + 1;
    case STATE:
      return layout === null ? -1 : 2 + layout.bytes + 1;
    case EXTRA_ARRAY: {
      let length = 3;
      for (let index = 0; index < count; index += 1) {
        if (at + length + 2 > end) return NEEDS_MORE_BYTES;
        length += 2 + word(bytes, at + length);
        if (length > MAX_FRAME_BYTES) return -1;
      }
      return length + 1;
    }
    case EXTRA:
      return end - at < 8 ? NEEDS_MORE_BYTES : 2 + 4 + 2 + word(bytes, at + 6) + 1;
    default:
      return -1;
  }
}

function offered(frame: Uint8Array): Layout | null {
  if (!OFFER.every((byte, index) => frame[HEADER_BYTES + index] === byte)) return null;
  try {
    return offerOf(new ByteReader(frame, HEADER_BYTES + OFFER.length)).layout;
  } catch {
    // The decoder reports the fault.
    return null;
  }
}
