import { newConversation } from '../tools/conversation.ts';
import type { StreamProtocol } from '../types.ts';
import { MAX_FRAME_BYTES, newUproFramer } from './framer.ts';
import { read } from './read.ts';

/** Upro, Huaqiang and makers like them ("*HQ20", "*MG20", "*VK20"): fields by letters, over TCP. */
export const upro: StreamProtocol = {
  kind: 'stream',
  name: 'upro',
  title: 'Upro (HQ20, MG20, VK20)',
  defaultPort: 5095,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: newUproFramer,
  newDecoder: () => newConversation(read),
};
