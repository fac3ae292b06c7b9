import { newTextFramer } from '../tools/text-framer.ts';
import type { StreamProtocol } from '../types.ts';
import { newFreematicsDecoder, newFreematicsInspector } from './decoder.ts';

const MAX_FRAME_BYTES = 4096;

/** Freematics ONE and ONE+: text over UDP, of the receiver and of the vehicle's diagnosis. */
export const freematics: StreamProtocol = {
  kind: 'stream',
  name: 'freematics',
  title: 'Freematics (ONE, ONE+)',
  defaultPort: 5170,
  transports: ['udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newTextFramer(MAX_FRAME_BYTES),
  newDecoder: () => newFreematicsDecoder(),
  newInspector: newFreematicsInspector,
};
