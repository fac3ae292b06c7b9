import { BadFrame, decodeOrFault } from '../tools/bad-frame.ts';
import { newConversation } from '../tools/conversation.ts';
import { newTextFramer } from '../tools/text-framer.ts';
import type { Decoder, StreamProtocol } from '../types.ts';
import { read } from './read.ts';

/**
 * Creates a decoder for one connection: a receiver's sentence is accepted only from a device that has identified
 * itself.
 */
function newGpsgateDecoder(): Decoder {
  let isIdentified = false;
  return {
    decode: (frame) =>
      decodeOrFault(() => {
        const decoded = read(frame);
        isIdentified ||= decoded.identities.length > 0;
        if (!isIdentified && decoded.messages.length > 0) throw new BadFrame('a place before the login');
        return decoded;
      }),
    encode: () => null,
  };
}

/** For a capture, which may begin after the login. */
const newGpsgateInspector = () => newConversation(read);

const MAX_FRAME_BYTES = 1024;

/**
 * GpsGate's protocol, with which phones and trackers of many makers log in to a GpsGate server: sentences over TCP.
 */
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
