import { BadFrame, decodeOrFault, NOTHING_DECODED, UnknownType } from '../tools/bad-frame.ts';
import type { Decoded, Decoder, Message, StreamProtocol } from '../types.ts';
import { MAX_FRAME_BYTES, newEgtsFramer } from './framer.ts';
import { buildPacket, buildRecord, buildResponse, PACKET, PART, readPacket } from './packet.ts';
import { identitiesOf, messagesOf } from './telemetry.ts';

/** Services. Of those of places and emergencies nothing is acknowledged that was not read. */
const [AUTHENTICATION, TELEDATA, ECALL] = [1, 2, 10];
/** Of one packet; devices send a few dozen. */
const MOST_MESSAGES = 250;
const ACCEPTED = Uint8Array.of(0);
const LOGIN: Message = { kind: 'login', deviceTime: null, fix: null, attributes: {} };

/** One conversation with one device. The standard's commands leave their texts to the makers, so there are none. */
export const newEgtsDecoder = (): Decoder => newDecoder(false);

/** For captures: a packet of a server that hands on the records of many devices is read whole. */
export const newEgtsInspector = (): Decoder => newDecoder(true);

function newDecoder(readsMany: boolean): Decoder {
  /** Who the device said it is, the best identity first. */
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
    // A number that the login named is the same device; another one is another.
    const identities = object === undefined || known.includes(object) ? [...known] : objects;
    const messages = packet.records.flatMap(messagesOf);
    if (messages.length > MOST_MESSAGES) throw new BadFrame('too many places');
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
    // With places in the same packet the device forgets them, so all waits until they are stored.
    const when = messages.length > 0 ? 'stored' : 'now';
    return { identities, messages: [LOGIN, ...messages], replies: replies.map((reply) => ({ when, bytes: reply })) };
  }

  return { decode: (frame) => decodeOrFault(() => decode(frame)), encode: () => null };
}

/** EGTS (GOST R 54619, GOST 33472), which many makers speak and by which servers hand on what they got. */
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
