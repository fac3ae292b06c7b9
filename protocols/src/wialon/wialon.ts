import { isTextBlank, newStreamFramer, untilEnd } from '../tools/stream-framer.ts';
import type { StreamProtocol } from '../types.ts';
import { newWialonDecoder } from './decoder.ts';

/** Some hundred messages of a device's memory come in one. */
const MAX_FRAME_BYTES = 65_536;

const measure = untilEnd((byte) => byte === 0x0a);

/** Wialon IPS 1.1 and 2.0, which many makers' devices and apps speak: lines of text over TCP and UDP. */
export const wialon: StreamProtocol = {
  kind: 'stream',
  name: 'wialon',
  title: 'Wialon IPS',
  defaultPort: 5039,
  transports: ['tcp', 'udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['text'],
  newFramer: () => newStreamFramer(MAX_FRAME_BYTES, measure, isTextBlank),
  newDecoder: () => newWialonDecoder(),
};
