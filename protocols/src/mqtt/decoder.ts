import { BadFrame, decodeOrFault, NOTHING_DECODED } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import type { Decoded, Decoder, DescribedJson, Message } from '../types.ts';
import { isTopicFilter, matchesTopic } from '../json-profile/topic-filter.ts';
import { commandPayload } from '../owntracks/commands.ts';
import { commandTopic, isFarewell } from './commands.ts';
import {
  pubcomp,
  connack,
  CONNECT,
  LEVEL_5,
  PINGREQ,
  pong,
  PUBLISH,
  publishPacket,
  PUBREL,
  suback,
  SUBSCRIBE,
  publishReply,
  unsuback,
  UNSUBSCRIBE,
} from './packets.ts';
import { readTopic, senderOf } from './read-topic.ts';

const MAX_FILTERS = 120;

const HEARTBEAT: Message = { kind: 'heartbeat', deviceTime: null, fix: null, attributes: {} };
const LOGIN: Message = { kind: 'login', deviceTime: null, fix: null, attributes: {} };
const utf8 = new TextDecoder();

/** A number of up to four bytes, seven bits each, little-endian (5.0, 1.5.5). */
function variable(reader: ByteReader): number {
  let value = 0;
  for (let turn = 0; turn < 4; turn += 1) {
    const byte = reader.u8();
    value += (byte & 0x7f) * 128 ** turn;
    if (byte < 0x80) return value;
  }
  throw new BadFrame('a length of more than four bytes');
}

const text = (reader: ByteReader): string => utf8.decode(reader.take(reader.u16()));

const now = (bytes: Uint8Array, messages: Message[] = []): Decoded => ({
  identities: [],
  messages,
  replies: [{ when: 'now', bytes }],
});

/** Topic filters; in a subscription each is followed by its options. */
function filters(reader: ByteReader, optionBytes: number): string[] {
  const found: string[] = [];
  while (reader.remaining > 0) {
    found.push(text(reader));
    reader.skip(optionBytes);
    if (found.length > MAX_FILTERS) throw new BadFrame(`more than ${MAX_FILTERS} filters at once`);
  }
  return found;
}

/** Decodes one client connection by MQTT 3.1, 3.1.1 or 5.0. Sources: OASIS; owntracks.org/booklet/tech/mqtt. */
export function newMqttDecoder(described?: DescribedJson): Decoder {
  let level = 0;
  /**
   * The reporting device and its topic; null if one connection carries several devices, as a bridge does: none of them
   * gets commands.
   */
  let speaker: { identity: string; topic: string } | null | undefined;
  const subscribed = new Set<string>();
  /**
   * The topic on which its device receives commands; null if it did not subscribe to it; undefined until it is needed.
   */
  let subscribedTopic: string | null | undefined;
  /**
   * Called after each packet: the filters are searched only once per change, or a client's pings would take seconds.
   */
  const commandTopicSubscribed = (): string | null => {
    if (subscribedTopic !== undefined) return subscribedTopic;
    const topic = speaker ? commandTopic(speaker.topic) : null;
    subscribedTopic = topic !== null && [...subscribed].some((filter) => matchesTopic(filter, topic)) ? topic : null;
    return subscribedTopic;
  };
  const topicsOf = (identity: string, topic: string): string[] => {
    if (speaker?.topic !== topic || speaker.identity !== identity) subscribedTopic = undefined;
    speaker = speaker === undefined || speaker?.identity === identity ? { identity, topic } : null;
    return [identity];
  };
  const skipProperties = (reader: ByteReader) => void (level >= LEVEL_5 && reader.skip(variable(reader)));

  function connect(reader: ByteReader): Decoded {
    text(reader);
    const reported = reader.u8();
    //
    // 3.1 has level 3, 3.1.1 has level 4.
    if (reported < 3 || reported > LEVEL_5) throw new BadFrame(`MQTT of level ${reported}`);
    level = reported;
    const flags = reader.u8();
    reader.skip(2);
    skipProperties(reader);
    const name = text(reader);
    const replies = [{ when: 'now', bytes: connack(level, name !== '') } as const];
    if ((flags & 0x04) === 0) return { ...NOTHING_DECODED, replies };
    skipProperties(reader);
    const topic = text(reader);
    const will = text(reader);
    // The app's will has its own topic, so the device identifies itself before it reports.
    if (!isFarewell(will)) return { ...NOTHING_DECODED, replies };
    return { identities: topicsOf(senderOf(topic), topic), messages: [LOGIN], replies };
  }

  function publish(reader: ByteReader, flags: number): Decoded {
    const quality = (flags >> 1) & 3;
    if (quality === 3) throw new BadFrame('a quality of service of 3');
    const topic = text(reader);
    const number = quality > 0 ? reader.u16() : 0;
    skipProperties(reader);
    const replies = quality > 0 ? [{ when: 'stored', bytes: publishReply(quality, number) } as const] : [];
    // An empty message deletes a retained one.
    if (reader.remaining === 0) return { ...NOTHING_DECODED, replies };
    const { identity, ...decoded } = readTopic(topic, utf8.decode(reader.take(reader.remaining)), described);
    // Messages that are never read are acknowledged immediately: an app stores unacknowledged ones, and sends nothing
    // after them.
    const letGo =
      decoded.unknownType === undefined ? replies : replies.map(({ bytes }) => ({ when: 'now' as const, bytes }));
    return { identities: topicsOf(identity, topic), ...decoded, replies: letGo };
  }

  function subscribe(reader: ByteReader, number: number): Decoded {
    // A filter that is not stored must be refused: a device whose filter was granted would wait forever for commands.
    const granted = filters(reader, 1).map((filter) => {
      const isStored = subscribed.has(filter) || (subscribed.size < MAX_FILTERS && isTopicFilter(filter));
      if (isStored) subscribed.add(filter);
      return isStored;
    });
    subscribedTopic = undefined;
    return now(suback(level, number, granted));
  }

  function unsubscribe(reader: ByteReader, number: number): Decoded {
    const gone = filters(reader, 0);
    for (const filter of gone) subscribed.delete(filter);
    subscribedTopic = undefined;
    return now(unsuback(level, number, gone.length));
  }

  function answer(type: number, reader: ByteReader): Decoded {
    if (type === PINGREQ) return now(pong(), [HEARTBEAT]);
    if (type !== PUBREL && type !== SUBSCRIBE && type !== UNSUBSCRIBE) return NOTHING_DECODED;
    const number = reader.u16();
    if (type === PUBREL) return now(pubcomp(number));
    skipProperties(reader);
    return type === SUBSCRIBE ? subscribe(reader, number) : unsubscribe(reader, number);
  }

  return {
    decode: (frame) =>
      decodeOrFault(() => {
        const reader = new ByteReader(frame);
        const first = reader.u8();
        if (variable(reader) !== reader.remaining) throw new BadFrame('a packet of another length than it says');
        const type = first >> 4;
        if (type === CONNECT) return connect(reader);
        if (level === 0) throw new BadFrame('a packet before the connection is asked for');
        return type === PUBLISH ? publish(reader, first) : answer(type, reader);
      }),
    encode: (command) => {
      const payload = commandPayload(command);
      const topic = commandTopicSubscribed();
      return topic === null || payload === null ? null : publishPacket(level, topic, payload);
    },
    acceptsCommands: () => commandTopicSubscribed() !== null,
  };
}
