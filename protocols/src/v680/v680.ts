import { isTextBlank, NEEDS_MORE_BYTES, newStreamFramer, untilStart } from '../tools/stream-framer.ts';
import type { StreamProtocol } from '../types.ts';
import { newV680Decoder } from './decoder.ts';

const MAX_FRAME_BYTES = 1024;
const HASH = 0x23;
/** "#", IMEI, "##". */
const LOGIN_BYTES = 18;
const isStart = (byte: number) => byte === HASH;
const isFlag = (byte: number | undefined) => byte === 0x30 || byte === 0x31;

/** Frames end with "##"; after the IMEI it can also stand for an unset phone number, before the flag. */
function measure(bytes: Uint8Array, at: number, end: number): number {
  if (bytes[at] !== HASH) return untilStart(bytes, at, end, isStart);
  for (let next = at + 1; next + 1 < end; next += 1) {
    if (bytes[next] !== HASH || bytes[next + 1] !== HASH) continue;
    const length = next + 2 - at;
    if (length !== LOGIN_BYTES) return length;
    if (at + length + 1 >= end) return NEEDS_MORE_BYTES;
    if (!isFlag(bytes[at + length]) || bytes[at + length + 1] !== HASH) return length;
  }
  return NEEDS_MORE_BYTES;
}

/** Trackers with the protocol of V680 over TCP and UDP. */
export const v680: StreamProtocol = {
  kind: 'stream',
  name: 'v680',
  title: 'V680',
  defaultPort: 5016,
  transports: ['tcp', 'udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newStreamFramer(MAX_FRAME_BYTES, measure, isTextBlank),
  newDecoder: newV680Decoder,
};
