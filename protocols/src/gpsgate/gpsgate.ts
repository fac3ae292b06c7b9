import { newGpsgateDecoder, newGpsgateInspector } from './decoder.ts';
import { newTextFramer } from '../tools/text-framer.ts';
import type { StreamProtocol } from '../types.ts';

const MAX_FRAME_BYTES = 1024;

/** GpsGate's protocol, in which phones and trackers of many makers log in to a server of that kind: sentences over TCP. */
export const gpsgate: StreamProtocol = {
  kind: 'stream',
  name: 'gpsgate',
  title: 'GpsGate',
  defaultPort: 5026,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newTextFramer(MAX_FRAME_BYTES, '\0'),
  newDecoder: newGpsgateDecoder,
  newInspector: newGpsgateInspector,
};
