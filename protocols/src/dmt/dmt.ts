import type { StreamProtocol } from '../types.ts';
import { newDmtDecoder } from './decoder.ts';
import { MAX_FRAME_BYTES, newDmtFramer } from './framer.ts';

/** Digital Matter's trackers: records over TCP, which the device keeps until the server commits them. */
export const dmt: StreamProtocol = {
  kind: 'stream',
  name: 'dmt',
  title: 'Digital Matter (Oyster, Yabby, G62, …)',
  defaultPort: 5137,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: newDmtFramer,
  newDecoder: () => newDmtDecoder(),
};
