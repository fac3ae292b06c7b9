import { newConversation } from '../tools/conversation.ts';
import type { StreamProtocol } from '../types.ts';
import { MAX_FRAME_BYTES, newRobotrackFramer } from './framer.ts';
import { read } from './read.ts';

/** RoboTrack's trackers: binary frames over TCP. */
export const robotrack: StreamProtocol = {
  kind: 'stream',
  name: 'robotrack',
  title: 'RoboTrack',
  defaultPort: 5163,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: newRobotrackFramer,
  newDecoder: () => newConversation(read),
};
