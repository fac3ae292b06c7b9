import { MORE, newStreamFramer, untilStart } from '../tools/stream-framer.ts';
import type { StreamProtocol } from '../types.ts';
import { newHuashengDecoder } from './decoder.ts';

const MAX_FRAME_BYTES = 2048;
const FLAG = 0xc0;
const isFlag = (byte: number) => byte === FLAG;

/** A flag, bytes in which no flag stands, a flag. */
function measure(bytes: Uint8Array, at: number, end: number): number {
  if (bytes[at] !== FLAG) return untilStart(bytes, at, end, isFlag);
  const close = bytes.subarray(at + 1, end).indexOf(FLAG);
  // Two flags side by side: the first one ended a frame whose beginning was lost.
  if (close === 0) return -1;
  return close < 0 ? MORE : close + 2;
}

/** HuaSheng's readers of the vehicle's bus: bytes over TCP. */
export const huasheng: StreamProtocol = {
  kind: 'stream',
  name: 'huasheng',
  title: 'HuaSheng',
  defaultPort: 5111,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newStreamFramer(MAX_FRAME_BYTES, measure),
  newDecoder: newHuashengDecoder,
};
