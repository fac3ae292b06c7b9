import type { StreamProtocol } from '../types.ts';
import { newTopinDecoder } from './decoder.ts';
import { MAX_FRAME_BYTES, newTopinFramer } from './framer.ts';

/** Small trackers and watches of ZhongXun Topin over TCP: like GT06 without lengths that hold and without checksums. */
export const topin: StreamProtocol = {
  kind: 'stream',
  name: 'topin',
  title: 'Topin (ZhongXun)',
  defaultPort: 5199,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: newTopinFramer,
  newDecoder: () => newTopinDecoder(),
};
