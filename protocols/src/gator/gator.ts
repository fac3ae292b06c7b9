import { newConversation } from '../tools/conversation.ts';
import type { StreamProtocol } from '../types.ts';
import { encodeCommand } from './encode-command.ts';
import { MAX_FRAME_BYTES, newGatorFramer } from './framer.ts';
import { read } from './read.ts';

/** Gator's trackers and those of Rope (M508, M528, M558, M588): binary frames over TCP and UDP. */
export const gator: StreamProtocol = {
  kind: 'stream',
  name: 'gator',
  title: 'Gator (Rope M508, M558, M588)',
  defaultPort: 5052,
  transports: ['tcp', 'udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['locate', 'engineStop', 'engineResume'],
  engineReplies: {
    stopped: /^order 39 done$/,
    resumed: /^order 38 done$/,
    refused: /^order 3[89] failed$/,
  },
  newFramer: newGatorFramer,
  newDecoder: () => newConversation(read, encodeCommand),
};
