import { NEEDS_MORE_BYTES, newStreamFramer } from '../tools/stream-framer.ts';
import type { StreamProtocol } from '../types.ts';
import { newTelicDecoder } from './decoder.ts';

const MAX_FRAME_BYTES = 1024;
const COUNT_BYTES = 4;
const ZERO = 0;
const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 0x30 && byte <= 0x39;

/** Text that ends with a zero, or is preceded by its length (four bytes, little-endian). */
function measure(bytes: Uint8Array, at: number, end: number): number {
  if (isDigit(bytes[at]) && (at + 1 >= end || isDigit(bytes[at + 1]))) {
    const close = bytes.subarray(at, end).indexOf(ZERO);
    return close < 0 ? NEEDS_MORE_BYTES : close + 1;
  }
  if (end - at < COUNT_BYTES) return NEEDS_MORE_BYTES;
  const [low = 0, high = 0, third, fourth] = bytes.subarray(at, at + COUNT_BYTES);
  const count = low + high * 0x100;
  if (third !== 0 || fourth !== 0 || count === 0 || count > MAX_FRAME_BYTES - COUNT_BYTES) return -1;
  return at + COUNT_BYTES + count <= end ? COUNT_BYTES + count : NEEDS_MORE_BYTES;
}

/** Telic's Picotrack and SBC trackers over TCP. */
export const telic: StreamProtocol = {
  kind: 'stream',
  name: 'telic',
  title: 'Telic (Picotrack, SBC)',
  defaultPort: 5067,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newStreamFramer(MAX_FRAME_BYTES, measure),
  newDecoder: newTelicDecoder,
};
