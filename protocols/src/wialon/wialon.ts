import { isTextBlank, type Measure, newStreamFramer, untilEnd } from '../tools/stream-framer.ts';
import type { StreamProtocol } from '../types.ts';
import { beginsCombine, combineBytes, MAX_FRAME_BYTES } from './combine.ts';
import { newWialonDecoder } from './decoder.ts';

const line = untilEnd((byte) => byte === 0x0a);
const measure: Measure = (bytes, at, end) =>
  beginsCombine(bytes, at, end) ? combineBytes(bytes, at, end) : line(bytes, at, end);

/** Wialon IPS 1.1 and 2.0, lines of text, and its binary kin Combine, which many makers' devices and apps speak. */
export const wialon: StreamProtocol = {
  kind: 'stream',
  name: 'wialon',
  title: 'Wialon IPS and Combine',
  defaultPort: 5039,
  transports: ['tcp', 'udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['text'],
  newFramer: () => newStreamFramer(MAX_FRAME_BYTES, measure, isTextBlank),
  newDecoder: () => newWialonDecoder(),
};
