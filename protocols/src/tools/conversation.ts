import type { Attributes, Command, Decoded, Decoder, Fix, Message, Reply } from '../types.ts';
import { decodeOrFault, NOTHING_DECODED } from './bad-frame.ts';

const noCommand = () => null;

/** A decoder of frames that can each be read alone; commands are written for the identity that was said last. */
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

/** What one device says in one message or none, and what it is answered. */
export function decodedFrom(identities: string[], message: Message | null, replies: Reply[] = []): Decoded {
  return { ...NOTHING_DECODED, identities, messages: message === null ? [] : [message], replies };
}

/** A report whose clock is that of its fix, where nothing else is said. */
export const reportOf = (fix: Fix | null, attributes: Attributes, deviceTime = fix?.time ?? null): Message => ({
  kind: 'report',
  deviceTime,
  fix,
  attributes,
});

/** A heartbeat, a login or a device's answer, without coordinates. */
export const bareMessage = (kind: Message['kind'], attributes: Attributes = {}): Message => ({
  kind,
  deviceTime: null,
  fix: null,
  attributes,
});
