import { BadFrame, decodeOrFault, NOTHING_DECODED, UnknownType } from '../tools/bad-frame.ts';
import type { Decoded, Decoder, Message, StreamProtocol } from '../types.ts';
import { MAX_FRAME_BYTES, newEgtsFramer } from './framer.ts';
import { buildPacket, buildRecord, buildResponse, PACKET, PART, readPacket } from './packet.ts';
import { identitiesOf, messagesOf } from './telemetry.ts';

/** Services. A record of positions or emergencies is acknowledged only if it was read. */
const [AUTHENTICATION, TELEDATA, ECALL] = [1, 2, 10];
/** The limit for one packet; devices send a few dozen. */
const MAX_MESSAGES = 250;
const ACCEPTED = Uint8Array.of(0);
const LOGIN: Message = { kind: 'login', deviceTime: null, fix: null, attributes: {} };

/**
 * Creates a decoder for one connection. The standard leaves the texts of commands to the makers, so there are none.
 */
export const newEgtsDecoder = (): Decoder => newDecoder(false);

/** For captures: a server's packet that forwards the records of many devices is read in full. */
export const newEgtsInspector = (): Decoder => newDecoder(true);

function newDecoder(readsMany: boolean): Decoder {
  /** The identities that the device sent, the best one first. */
  let known: readonly string[] = [];
  let number = 0;

  function decode(frame: Uint8Array): Decoded {
    const packet = readPacket(frame);
    if (packet.type === PACKET.response) return NOTHING_DECODED;
    const decoded = packet.records.map(({ parts }) => identitiesOf(parts)).find((identities) => identities !== null);
    const objects = [...new Set(packet.records.flatMap(({ object }) => object ?? []))].map(String);
    if (objects.length > 1 && !readsMany) throw new BadFrame('the packet is of several devices');
    if (decoded !== undefined) known = decoded;
    const [object] = objects;
    // An object number that was sent at login belongs to the same device; any other belongs to a different device.
    const identities = object === undefined || known.includes(object) ? [...known] : objects;
    const messages = packet.records.flatMap(messagesOf);
    if (messages.length > MAX_MESSAGES) throw new BadFrame('too many places');
    const bytes = buildResponse(packet, number);
    number = (number + 1) & 0xffff;
    if (decoded === undefined && messages.length === 0) {
      const unread = packet.records.find(({ sender }) => sender === TELEDATA || sender === ECALL);
      if (unread) throw new UnknownType(unread.parts[0]?.type ?? PACKET.data, identities);
    }
    if (decoded === undefined) return { identities, messages, replies: [{ when: 'stored', bytes }] };
    const result = buildRecord(number, AUTHENTICATION, [[PART.resultCode, ACCEPTED]]);
    const replies = [bytes, buildPacket(PACKET.data, number, result)];
    number = (number + 1) & 0xffff;
    // A packet with positions is deleted by the device when it is acknowledged, so the whole answer waits until they
    // are stored.
    const when = messages.length > 0 ? 'stored' : 'now';
    return { identities, messages: [LOGIN, ...messages], replies: replies.map((reply) => ({ when, bytes: reply })) };
  }

  return { decode: (frame) => decodeOrFault(() => decode(frame)), encode: () => null };
}

/** EGTS (GOST R 54619, GOST 33472), used by devices of many makers and between servers that forward data. */
export const egts: StreamProtocol = {
  kind: 'stream',
  name: 'egts',
  title: 'EGTS (ERA-GLONASS)',
  defaultPort: 5162,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: newEgtsFramer,
  newDecoder: newEgtsDecoder,
  newInspector: newEgtsInspector,
};
