/** Packets sent by a client, and the answers to them. Source: MQTT 3.1.1 and 5.0 (OASIS), chapters 2 and 3. */
import { concat } from '../tools/bytes.ts';
import { field, packet as longPacket } from './packet-bytes.ts';

export const CONNECT = 1;
export const PUBLISH = 3;
export const PUBREL = 6;
export const SUBSCRIBE = 8;
export const UNSUBSCRIBE = 10;
export const PINGREQ = 12;

/** By type, the lower half of the first byte; null if it carries information. */
export const PACKETS: Readonly<Record<number, { flags: number | null }>> = {
  [CONNECT]: { flags: 0 },
  [PUBLISH]: { flags: null },
  4: { flags: 0 },
  5: { flags: 0 },
  [PUBREL]: { flags: 2 },
  7: { flags: 0 },
  [SUBSCRIBE]: { flags: 2 },
  [UNSUBSCRIBE]: { flags: 2 },
  [PINGREQ]: { flags: 0 },
  14: { flags: 0 },
  15: { flags: 0 },
};

/** Packet types of answers. */
const CONNACK = 2;
const PUBACK = 4;
const PUBREC = 5;
const PUBCOMP = 7;
const SUBACK = 9;
const UNSUBACK = 11;
const PINGRESP = 13;
/** The code for a refused subscription (3.1.1, 3.9.3; 5.0, 3.9.3). */
export const REFUSED = 0x80;

/** MQTT 5.0; earlier versions have no properties. */
export const LEVEL_5 = 5;
/** An identifier for a client that sends none (5.0, 3.2.2.3.7): the server stores no sessions, so one serves all. */
const ASSIGNED = [0x12, 0, 8, ...new TextEncoder().encode('milepost')];

const packet = (type: number, ...body: number[]): Uint8Array => Uint8Array.of(type << 4, body.length, ...body);
const id = (number: number): [number, number] => [number >> 8, number & 0xff];

/** Accepts the connection, without an earlier session. */
export function connack(level: number, hasName: boolean): Uint8Array {
  if (level < LEVEL_5) return packet(CONNACK, 0, 0);
  const properties = hasName ? [] : ASSIGNED;
  return packet(CONNACK, 0, 0, properties.length, ...properties);
}

/** The packet after which the client deletes its message, at quality 1 and, the first of two, at quality 2. */
export const publishReply = (quality: number, number: number): Uint8Array =>
  packet(quality === 1 ? PUBACK : PUBREC, ...id(number));
export const pubcomp = (number: number): Uint8Array => packet(PUBCOMP, ...id(number));

/** Builds a message at quality 0, which is delivered once or not at all. */
export const publishPacket = (level: number, topic: string, text: string): Uint8Array =>
  longPacket(
    PUBLISH << 4,
    concat(field(topic), level < LEVEL_5 ? new Uint8Array() : Uint8Array.of(0)),
    new TextEncoder().encode(text),
  );

/** Grants quality 0: a command must not be delivered twice. At most 120 filters, so that a length fits one byte. */
export const suback = (level: number, number: number, granted: readonly boolean[]): Uint8Array =>
  packet(SUBACK, ...id(number), ...(level < LEVEL_5 ? [] : [0]), ...granted.map((one) => (one ? 0 : REFUSED)));
export const unsuback = (level: number, number: number, filters: number): Uint8Array =>
  packet(UNSUBACK, ...id(number), ...(level < LEVEL_5 ? [] : [0, ...Array.from({ length: filters }, () => 0)]));
export const pong = (): Uint8Array => packet(PINGRESP);
