import { newConversation } from '../tools/conversation.ts';
import type { StreamProtocol } from '../types.ts';
import { encodeCommand } from './encode-command.ts';
import { MAX_FRAME_BYTES, newCityeasyFramer } from './framer.ts';
import { read } from './read.ts';

/** CityEasy's trackers for persons and vehicles (006, 009): text in binary frames over TCP. */
export const cityeasy: StreamProtocol = {
  kind: 'stream',
  name: 'cityeasy',
  title: 'CityEasy',
  defaultPort: 5088,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['locate'],
  newFramer: newCityeasyFramer,
  newDecoder: () => newConversation(read, encodeCommand),
};
