import { deviceTopic, readPayload, UnknownForm } from '../owntracks/payload.ts';
import { decodeOrFault, NOTHING_DECODED } from '../tools/bad-frame.ts';
import { checkIdentity } from '../tools/phone-values.ts';
import type { Decoded, DescribedJson, Message } from '../types.ts';

/** Returns the identity of an OwnTracks publisher. */
export const senderOf = (topic: string): string => checkIdentity('the topic', deviceTopic(topic));

/**
 * Reads a message published under a topic: JSON as described by the user for this topic, otherwise as OwnTracks sends
 * it. Throws `RequestFault`.
 */
export function readTopic(
  topic: string,
  text: string,
  described: DescribedJson | undefined,
): { identity: string; messages: Message[]; unknownType?: string } {
  const read = described?.read(topic, text);
  if (read) return read;
  try {
    const { messages, unknownType } = readPayload(text);
    return { identity: senderOf(topic), messages, ...(unknownType !== undefined && { unknownType }) };
  } catch (error) {
    if (error instanceof UnknownForm) described?.unknown(topic, text);
    throw error;
  }
}

/** The same for the interface and for ingest: any error is returned as its fault. */
export const decodeTopic = (topic: string, text: string, described: DescribedJson | undefined): Decoded =>
  decodeOrFault(() => {
    const { identity, ...decoded } = readTopic(topic, text, described);
    return { ...NOTHING_DECODED, identities: [identity], ...decoded };
  });
