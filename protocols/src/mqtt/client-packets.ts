/**
 * Packets that a client sends to a broker, and those that it reads: MQTT 3.1.1, chapter 3. Subscribes at quality 1, so
 * that the broker stores a message until it is acknowledged, and sends none at quality 2.
 */
import { BadFrame } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import { field, packet, word } from './packet-bytes.ts';
import {
  PINGREQ,
  PUBLISH,
  publishPacket as levelPublish,
  REFUSED,
  SUBSCRIBE,
  publishReply,
  UNSUBSCRIBE,
} from './packets.ts';

const utf8In = new TextDecoder();
/** 3.1.1. */
const LEVEL = 4;
const CONNACK = 2;
const SUBACK = 9;

export interface BrokerLogin {
  clientId: string;
  username: string | null;
  password: string | null;
  keepAliveS: number;
}

export type BrokerPacket =
  /** `refusal`: null if the broker accepted the connection. */
  | { kind: 'connack'; hadSession: boolean; refusal: string | null }
  | { kind: 'suback'; id: number; refused: boolean[] }
  | {
      kind: 'publish';
      topic: string;
      /** Null if the message is longer than the stored part. */
      text: string | null;
      isRetained: boolean;
      /** The packet after which the broker deletes the message; null if it does not store it. */
      acknowledgement: Uint8Array | null;
    }
  | { kind: 'other' };

/** Requests the earlier session, in which the broker stored unacknowledged messages (3.1). */
export function connectPacket({ clientId, username, password, keepAliveS }: BrokerLogin): Uint8Array {
  const flags = (username === null ? 0 : 0x80) | (password === null ? 0 : 0x40);
  const login = [username, password].flatMap((text) => (text === null ? [] : [field(text)]));
  return packet(0x10, field('MQTT'), Uint8Array.of(LEVEL, flags), word(keepAliveS), field(clientId), ...login);
}

/** Subscribes with quality of service 1. `id`: 1 to 65,535. */
export const subscribePacket = (id: number, filters: readonly string[]): Uint8Array =>
  packet((SUBSCRIBE << 4) | 2, word(id), ...filters.flatMap((filter) => [field(filter), Uint8Array.of(1)]));

export const unsubscribePacket = (id: number, filters: readonly string[]): Uint8Array =>
  packet((UNSUBSCRIBE << 4) | 2, word(id), ...filters.map(field));

/** A message at quality 0: delivered once, or not at all. */
export const publishPacket = (topic: string, text: string): Uint8Array => levelPublish(LEVEL, topic, text);

export const pingPacket = (): Uint8Array => packet(PINGREQ << 4);
export const disconnectPacket = (): Uint8Array => packet(0xe0);

/** Return codes of 3.2.2.3. */
const REFUSALS = [
  'no refusal',
  'it does not speak MQTT 3.1.1',
  'it does not take our client id',
  'it is not available',
  'user or password is wrong',
  'it does not allow us',
];

/** Parses one packet of a broker, given its first byte and the rest after its length. Throws if it is malformed. */
export function readBrokerPacket({ first, body, isCut }: BrokerFrame): BrokerPacket {
  const reader = new ByteReader(body);
  const type = first >> 4;
  if (type === PUBLISH) return readPublish(first, reader, isCut);
  if (isCut) throw new BadFrame('a packet that is too long');
  if (type === SUBACK) {
    const id = reader.u16();
    return {
      kind: 'suback',
      id,
      refused: [...reader.take(reader.remaining)].map((code) => code >= REFUSED),
    };
  }
  if (type !== CONNACK) return { kind: 'other' };
  const hadSession = (reader.u8() & 1) === 1;
  const code = reader.u8();
  return { kind: 'connack', hadSession, refusal: code === 0 ? null : (REFUSALS[code] ?? `code ${code}`) };
}

function readPublish(first: number, reader: ByteReader, isCut: boolean): BrokerPacket {
  const quality = (first >> 1) & 3;
  // At most 1 was granted (3.8.4).
  if (quality > 1) throw new BadFrame(`a message of quality ${quality}`);
  const topic = utf8In.decode(reader.take(reader.u16()));
  const acknowledgement = quality === 0 ? null : publishReply(1, reader.u16());
  const text = isCut ? null : utf8In.decode(reader.take(reader.remaining));
  return { kind: 'publish', topic, text, isRetained: (first & 1) === 1, acknowledgement };
}

/** A packet of a broker; one that is too long has only its beginning, with the topic and the number of the message. */
export interface BrokerFrame {
  first: number;
  body: Uint8Array;
  isCut: boolean;
}

/** Cuts a broker's stream into packets, however it is segmented, and stores no more than `maxBytes` of one. */
export function newBrokerFramer(maxBytes: number): { push(chunk: Uint8Array): BrokerFrame[] } {
  let header: number[] = [];
  let body = new Uint8Array(0);
  let filled = 0;
  /** Remaining bytes of the packet; null while its header is read. */
  let missing: number | null = null;

  /** Returns the length in the header, or null if its end has not arrived (2.2.3). */
  const lengthOf = (): number | null => {
    let length = 0;
    for (let index = 1; index < header.length; index += 1) {
      const byte = header[index] ?? 0;
      length += (byte & 0x7f) * 128 ** (index - 1);
      if (byte < 0x80) return length;
    }
    if (header.length > 4) throw new BadFrame('a length of more than four bytes');
    return null;
  };

  return {
    /** Throws if the bytes are not MQTT. */
    push(chunk) {
      const frames: BrokerFrame[] = [];
      let at = 0;
      while (at < chunk.length || missing === 0) {
        if (missing === null) {
          header.push(chunk[at] ?? 0);
          at += 1;
          missing = lengthOf();
          if (missing === null) continue;
          body = new Uint8Array(Math.min(missing, maxBytes));
          filled = 0;
        }
        const part = chunk.subarray(at, at + missing);
        const fits = part.subarray(0, body.length - filled);
        body.set(fits, filled);
        filled += fits.length;
        at += part.length;
        missing -= part.length;
        if (missing > 0) break;
        const length = lengthOf() ?? 0;
        frames.push({ first: header[0] ?? 0, body, isCut: length > body.length });
        header = [];
        missing = null;
      }
      return frames;
    },
  };
}
