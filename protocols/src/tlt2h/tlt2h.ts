import { isTextBlank, NEEDS_MORE_BYTES, newStreamFramer, untilStart } from '../tools/stream-framer.ts';
import type { StreamProtocol } from '../types.ts';
import { newTlt2hDecoder } from './decoder.ts';

const MAX_FRAME_BYTES = 4096;
const [HASH, LINE_FEED] = [0x23, 0x0a];
const isStart = (byte: number) => byte === HASH;

/** A header of one line, then lines of positions up to "##"; the header itself may contain "##" as an empty field. */
function measure(bytes: Uint8Array, at: number, end: number): number {
  if (bytes[at] !== HASH) return untilStart(bytes, at, end, isStart);
  const line = bytes.subarray(at, end).indexOf(LINE_FEED);
  if (line < 0) return NEEDS_MORE_BYTES;
  for (let next = at + line; next + 1 < end; next += 1) {
    if (bytes[next] === HASH && bytes[next + 1] === HASH) return next + 2 - at;
  }
  return NEEDS_MORE_BYTES;
}

/** Trackers of TLT and Mictrack (MT series) over TCP and UDP. */
export const tlt2h: StreamProtocol = {
  kind: 'stream',
  name: 'tlt2h',
  title: 'TLT-2H (Mictrack MT)',
  defaultPort: 5030,
  transports: ['tcp', 'udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newStreamFramer(MAX_FRAME_BYTES, measure, isTextBlank),
  newDecoder: newTlt2hDecoder,
};
