import { decodeOrFault, NOTHING_DECODED, typeName, unknownMessage } from '../tools/bad-frame.ts';
import { asciiBytes, isAsciiLine, textOf } from '../tools/text.ts';
import { secondText } from '../tools/units.ts';
import type { Command, Decoded, Decoder, Message } from '../types.ts';
import { buildPacket, type Packet, readPacket, SHORT_COUNT_ANSWER } from './frame.ts';
import { BRACKET } from './framer.ts';
import { location, locations, lockLocation, makersBatch } from './location.ts';
import { batteryOf, clockOf, driverReport, propertiesOf } from './states.ts';
import { transparent } from './transparent.ts';

/** Message types of the device, named as in the standard. */
const TYPE = {
  answer: 0x0001,
  heartbeat: 0x0002,
  logout: 0x0003,
  properties: 0x0107,
  /** The time, in one maker's extension. */
  clock: 0x0109,
  registration: 0x0100,
  authentication: 0x0102,
  location: 0x0200,
  asked: 0x0201,
  makersBatch: 0x0210,
  controlled: 0x0500,
  locations: 0x0704,
  waybill: 0x0701,
  driver: 0x0702,
  makersHeartbeat: 0x0506,
  zone: 0x1007,
  wideText: 0x1300,
  acceleration: 0x2070,
  transparent: 0x0900,
  text: 0x6006,
  lockLocation: 0x5501,
  lockMemory: 0x5502,
} as const;

/** Results of a general answer (JT/T 808, 8.1). */
const RESULTS = ['done', 'failed', 'incorrect message', 'not supported'] as const;
const GENERAL_ANSWER = 0x8001;
const REGISTRATION_ANSWER = 0x8100;
const CLOCK_ANSWER = 0x8109;
/** Results of a general answer (JT/T 808-2019, table 5). */
const [DONE, NOT_SUPPORTED] = [0, 3];

/** Creates a decoder for one connection. `now` is the time sent to devices that request it. */
export function newJt808Decoder(now: () => Date = () => new Date()): Decoder {
  let device: Pick<Packet, 'phone' | 'version'> | null = null;
  let serial = 0;
  return {
    decode: (frame) =>
      decodeOrFault(() => {
        if (frame[0] === BRACKET) return inBrackets(textOf(frame), now());
        const packet = readPacket(frame);
        device = packet;
        return decodePacket(packet, () => (serial = (serial + 1) & 0xffff), now);
      }),
    encode(command) {
      if (device === null) return null;
      serial = (serial + 1) & 0xffff;
      return encodeCommand(command, device, serial);
    },
  };
}

const bare = (kind: Message['kind']): Message => ({ kind, deviceTime: null, fix: null, attributes: {} });
const replyOf = (text: string): Message => ({ ...bare('reply'), text });

/** A lock's request for the time: its text is returned with the time. */
const TIME_REQUEST = /,BASE,2,TIME\)$/;

/** Bracketed messages of locks: replies to commands, and "(7560000013,1,001,BASE,2,TIME)". */
function inBrackets(text: string, now: Date): Decoded {
  if (!TIME_REQUEST.test(text)) return { ...NOTHING_DECODED, messages: [replyOf(text)] };
  const bytes = asciiBytes(text.replace(/TIME\)$/, `${secondText(now)})`));
  return { ...NOTHING_DECODED, messages: [bare('heartbeat')], replies: [{ when: 'now', bytes }] };
}

const [ZERO, NINE] = [0x30, 0x39];

/**
 * Returns the number without its leading zeros, and all identities by which a device may be known. Some devices write
 * their number, or fourteen digits of their IMEI, into the six bytes as one binary number; these then contain digits
 * that no telephone number has.
 */
function identitiesOf(phone: string): [short: string, identities: string[]] {
  let zeros = 0;
  while (zeros < phone.length - 1 && phone.charCodeAt(zeros) === ZERO) zeros += 1;
  const short = phone.slice(zeros);
  const asNumber = phone.length === 12 && hasLetter(phone) ? Number.parseInt(phone, 16) : 0;
  if (asNumber >= 1e13 && asNumber < 1e14) return [short, [withCheckDigit(String(asNumber)), phone]];
  const decimal = asNumber > 0 ? [String(asNumber)] : [];
  // An IMEI that begins with a zero, which a label may omit.
  if (asNumber >= 1e12 && asNumber < 1e13) {
    const imei = withCheckDigit(`0${asNumber}`);
    decimal.push(imei, imei.slice(1));
  }
  return [short, short === phone ? [phone, ...decimal] : [short, phone, ...decimal]];
}

function hasLetter(hex: string): boolean {
  for (let at = 0; at < hex.length; at += 1) if (hex.charCodeAt(at) > NINE) return true;
  return false;
}

/**
 * Adds the check digit of an IMEI (ISO/IEC 7812): every other digit is doubled, and the complement to the next ten is
 * appended.
 */
function withCheckDigit(digits: string): string {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[at]) * (at % 2 === 0 ? 1 : 2);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return digits + String((10 - (sum % 10)) % 10);
}

function decodePacket(packet: Packet, nextSerial: () => number, now: () => Date): Decoded {
  const { type, phone, serial, body } = packet;
  const [short, identities] = identitiesOf(phone);
  const decoded = (when: 'now' | 'stored', messages: Message[]): Decoded => {
    const content = [serial >> 8, serial & 0xff, type >> 8, type & 0xff, DONE];
    return {
      identities,
      messages,
      replies: [{ when, bytes: buildPacket(GENERAL_ANSWER, packet, nextSerial(), content) }],
    };
  };
  const notSupported = (detail = ''): Decoded => {
    const content = [serial >> 8, serial & 0xff, type >> 8, type & 0xff, NOT_SUPPORTED];
    const bytes = buildPacket(GENERAL_ANSWER, packet, nextSerial(), content);
    const unknown = unknownMessage(`${typeName(type)}${detail}`, identities);
    return { ...unknown, replies: [{ when: 'now', bytes }] };
  };
  // Parts are not reassembled: an acknowledgement would make the device delete their content.
  if (packet.isPart && type !== TYPE.registration) return notSupported('/part');
  /** Acknowledged only if it could be read. */
  const readable = (messages: Message[] | null, detail: string): Decoded =>
    messages === null ? notSupported(detail) : decoded('stored', messages);
  switch (type) {
    case TYPE.registration: {
      // The device returns this text as its authentication; it is known by its number.
      const content = [serial >> 8, serial & 0xff, DONE, ...asciiBytes(short)];
      const bytes = buildPacket(REGISTRATION_ANSWER, packet, nextSerial(), content);
      return { identities, messages: [bare('login')], replies: [{ when: 'now', bytes }] };
    }
    case TYPE.authentication:
      return decoded('now', [bare('login')]);
    case TYPE.heartbeat:
      return decoded('now', [{ ...bare('heartbeat'), attributes: batteryOf(body) }]);
    case TYPE.logout:
    case TYPE.makersHeartbeat:
    case TYPE.zone:
    // Acceleration data: no attribute exists for it.
    case TYPE.acceleration:
      return decoded('now', [bare('heartbeat')]);
    case TYPE.properties:
      return decoded('now', [{ ...bare('report'), attributes: propertiesOf(body, packet.version) }]);
    case TYPE.clock: {
      const bytes = buildPacket(CLOCK_ANSWER, packet, nextSerial(), clockOf(now()));
      return { identities, messages: [bare('heartbeat')], replies: [{ when: 'now', bytes }] };
    }
    case TYPE.driver:
      return decoded('stored', [driverReport(body)]);
    // The text to which it replies, then two bytes per character, big-endian.
    case TYPE.wideText: {
      body.skip(2);
      const text = new TextDecoder('utf-16be').decode(body.take(body.remaining));
      return decoded('stored', [replyOf(text.replaceAll('\0', '').trim())]);
    }
    case TYPE.location:
      return decoded('stored', [location(body)]);
    // Replies to a position request and to a switch: the index of the message, and the position.
    case TYPE.asked:
    case TYPE.controlled:
      body.skip(2);
      return decoded('stored', [location(body)]);
    case TYPE.locations:
      return readable(locations(body), '/form');
    case TYPE.makersBatch:
      return readable(makersBatch(body), '/form');
    case TYPE.transparent: {
      const channel = body.u8();
      return readable(transparent(channel, body), `/${typeName(channel)}`);
    }
    case TYPE.waybill:
      body.skip(4);
      return decoded('stored', [replyOf(body.text(body.remaining))]);
    case TYPE.text:
      body.skip(2);
      return decoded('stored', [replyOf(body.text(body.remaining))]);
    case TYPE.lockLocation:
    case TYPE.lockMemory: {
      const bytes = buildPacket(SHORT_COUNT_ANSWER, packet, 1, [type >> 8, type & 0xff, DONE]);
      return { identities, messages: [lockLocation(type, body)], replies: [{ when: 'stored', bytes }] };
    }
    // A reply to a command: its index, and 0 if it was executed.
    case TYPE.answer: {
      body.skip(2);
      const order = body.u16().toString(16).padStart(4, '0');
      const result = body.u8();
      const text = `${RESULTS[result] ?? `result ${result}`} (0x${order})`;
      return { identities, messages: [replyOf(text)], replies: [] };
    }
    default:
      return notSupported();
  }
}

const SET_TEXT = 0x8300;
const LOCATION_REQUEST = 0x8201;
const CONTROL = 0x8105;
/** Text to be read by the device's screen or software. */
const TEXT_FLAG = 1;

/** Control words 0xf0 and 0xf1 cut and restore fuel; the standard leaves these numbers to makers. */
function encodeCommand(command: Command, device: Pick<Packet, 'phone' | 'version'>, serial: number): Uint8Array | null {
  switch (command.kind) {
    case 'text':
      return isAsciiLine(command.text)
        ? buildPacket(SET_TEXT, device, serial, [TEXT_FLAG, ...asciiBytes(command.text)])
        : null;
    case 'locate':
      return buildPacket(LOCATION_REQUEST, device, serial, []);
    case 'engineStop':
    case 'engineResume':
      return buildPacket(CONTROL, device, serial, [command.kind === 'engineStop' ? 0xf0 : 0xf1]);
  }
}
