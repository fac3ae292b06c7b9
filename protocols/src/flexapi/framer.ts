import { MORE, newStreamFramer, untilStart } from '../tools/stream-framer.ts';

export const MAX_FRAME_BYTES = 16_384;

export const START = 0x24;
const [BRACE, CARRIAGE_RETURN, LINE_FEED] = [0x7d, 0x0d, 0x0a];
/** Checksum and line end. */
export const TAIL_BYTES = 4;

const isStart = (byte: number) => byte === START;

/** "$", JSON, two bytes of a checksum, which may be any, a line end. */
function measure(bytes: Uint8Array, at: number, end: number): number {
  if (!isStart(bytes[at] ?? 0)) return untilStart(bytes, at, end, isStart);
  for (let close = at + 1; close + TAIL_BYTES < end; close += 1) {
    if (bytes[close] !== BRACE) continue;
    if (bytes[close + 3] === CARRIAGE_RETURN && bytes[close + 4] === LINE_FEED) return close + 1 + TAIL_BYTES - at;
  }
  return MORE;
}

export const newFlexapiFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure);
