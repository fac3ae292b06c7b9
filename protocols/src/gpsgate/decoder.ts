import { BadFrame, decodeOrFault } from '../tools/bad-frame.ts';
import { newConversation } from '../tools/conversation.ts';
import type { Decoder } from '../types.ts';
import { read } from './read.ts';

/** One conversation with one device: a receiver's sentence is only taken from a device that said who it is. */
export function newGpsgateDecoder(): Decoder {
  let named = false;
  return {
    decode: (frame) =>
      decodeOrFault(() => {
        const decoded = read(frame);
        named ||= decoded.identities.length > 0;
        if (!named && decoded.messages.length > 0) throw new BadFrame('a place before the login');
        return decoded;
      }),
    encode: () => null,
  };
}

/** Of a capture, which may begin behind the login. */
export const newGpsgateInspector = () => newConversation(read);
