import type { Attributes, Command, Decoded, Decoder, Fix, Message, Reply } from '../types.ts';
import { decodeOrFault, NOTHING_DECODED } from './bad-frame.ts';

const noCommand = () => null;

/**
 * Creates a decoder for frames that are independent of each other; commands are encoded for the last identity received.
 */
export function newConversation(
  read: (frame: Uint8Array) => Decoded,
  encode: (command: Command, identity: string) => Uint8Array | null = noCommand,
): Decoder {
  let identity: string | null = null;
  return {
    decode: (frame) =>
      decodeOrFault(() => {
        const decoded = read(frame);
        identity = decoded.identities[0] ?? identity;
        return decoded;
      }),
    encode: (command) => (identity === null ? null : encode(command, identity)),
  };
}

/** The result for a device's frame with one message or none, and the replies to it. */
export function decodedFrom(identities: string[], message: Message | null, replies: Reply[] = []): Decoded {
  return { ...NOTHING_DECODED, identities, messages: message === null ? [] : [message], replies };
}

/** A report whose device time is that of its fix, unless given. */
export const reportOf = (fix: Fix | null, attributes: Attributes, deviceTime = fix?.time ?? null): Message => ({
  kind: 'report',
  deviceTime,
  fix,
  attributes,
});

/** A heartbeat, a login or a device's reply, without coordinates. */
export const bareMessage = (kind: Message['kind'], attributes: Attributes = {}): Message => ({
  kind,
  deviceTime: null,
  fix: null,
  attributes,
});
