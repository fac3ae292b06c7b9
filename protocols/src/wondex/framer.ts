import { isTextBlank, MORE, newStreamFramer } from '../tools/stream-framer.ts';

export const MAX_FRAME_BYTES = 512;

/** Two bytes begin what a device sends to say that it lives: number of the message and who, of eight bytes. */
export const [ALIVE, ALIVE_NEXT, ALIVE_BYTES] = [0xd0, 0xd7, 8];
const isLineEnd = (byte: number | undefined) => byte === 0x0d || byte === 0x0a;

function measure(bytes: Uint8Array, at: number, end: number): number {
  if (bytes[at] === ALIVE) {
    if (at + 1 < end && bytes[at + 1] !== ALIVE_NEXT) return -1;
    return at + ALIVE_BYTES <= end ? ALIVE_BYTES : MORE;
  }
  for (let next = at; next < end; next += 1) {
    // A message without a line's end before one of bytes is cut off.
    if (bytes[next] === ALIVE) return at - next;
    if (isLineEnd(bytes[next])) return next + 1 - at;
  }
  return MORE;
}

export const newWondexFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure, isTextBlank);
