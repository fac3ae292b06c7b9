import { newConversation } from '../tools/conversation.ts';
import type { StreamProtocol } from '../types.ts';
import { MAX_FRAME_BYTES, newBlueFramer } from './framer.ts';
import { read } from './read.ts';

/** Blue's trackers: binary frames of several parts over TCP. */
export const blue: StreamProtocol = {
  kind: 'stream',
  name: 'blue',
  title: 'Blue',
  defaultPort: 5206,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: newBlueFramer,
  newDecoder: () => newConversation((frame) => read(frame)),
  newInspector: () => newConversation((frame) => read(frame, false)),
};
