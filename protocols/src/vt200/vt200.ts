import type { StreamProtocol } from '../types.ts';
import { newVt200Decoder } from './decoder.ts';
import { MAX_FRAME_BYTES, newVt200Framer } from './framer.ts';

/** VT200 and other trackers in the socket of the vehicle's diagnosis, over TCP. */
export const vt200: StreamProtocol = {
  kind: 'stream',
  name: 'vt200',
  title: 'VT200 (OBD)',
  defaultPort: 5143,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: newVt200Framer,
  newDecoder: newVt200Decoder,
};
