import { decodeOrFault, NOTHING_SAID } from '../tools/bad-frame.ts';
import { asciiBytes, isAsciiLine, textOf } from '../tools/text.ts';
import type { Command, Decoded, Decoder, Message } from '../types.ts';
import { buildPacket, type Packet, readPacket, SHORT_COUNT_ANSWER } from './frame.ts';
import { BRACKET } from './framer.ts';
import { location, locations, lockLocation } from './location.ts';
import { transparent } from './transparent.ts';

/** Messages of the device, by the names of the standard. */
const TYPE = {
  answer: 0x0001,
  heartbeat: 0x0002,
  registration: 0x0100,
  authentication: 0x0102,
  location: 0x0200,
  locations: 0x0704,
  waybill: 0x0701,
  transparent: 0x0900,
  text: 0x6006,
  lockLocation: 0x5501,
  lockMemory: 0x5502,
} as const;

const GENERAL_ANSWER = 0x8001;
const REGISTRATION_ANSWER = 0x8100;
const DONE = 0;

/** One conversation with one device. */
export function newJt808Decoder(): Decoder {
  let device: Pick<Packet, 'phone' | 'version'> | null = null;
  let serial = 0;
  return {
    decode: (frame) =>
      decodeOrFault(() => {
        if (frame[0] === BRACKET) return { ...NOTHING_SAID, messages: [replyOf(textOf(frame))] };
        const packet = readPacket(frame);
        device = packet;
        return decodePacket(packet, () => (serial = (serial + 1) & 0xffff));
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

function decodePacket(packet: Packet, nextSerial: () => number): Decoded {
  const { type, phone, serial, body } = packet;
  const short = phone.replace(/^0+(?=.)/, '');
  const identities = short === phone ? [phone] : [short, phone];
  const said = (when: 'now' | 'stored', messages: Message[]): Decoded => {
    const content = [serial >> 8, serial & 0xff, type >> 8, type & 0xff, DONE];
    return {
      identities,
      messages,
      replies: [{ when, bytes: buildPacket(GENERAL_ANSWER, packet, nextSerial(), content) }],
    };
  };
  switch (type) {
    case TYPE.registration: {
      // What it says here comes back as its authentication; it is known by its number.
      const content = [serial >> 8, serial & 0xff, DONE, ...asciiBytes(short)];
      const bytes = buildPacket(REGISTRATION_ANSWER, packet, nextSerial(), content);
      return { identities, messages: [bare('login')], replies: [{ when: 'now', bytes }] };
    }
    case TYPE.authentication:
      return said('now', [bare('login')]);
    case TYPE.heartbeat:
      return said('now', [bare('heartbeat')]);
    case TYPE.location:
      return said('stored', [location(body)]);
    case TYPE.locations:
      return said('stored', locations(body));
    case TYPE.transparent:
      return said('stored', transparent(body));
    case TYPE.waybill:
      body.skip(4);
      return said('stored', [replyOf(body.text(body.remaining))]);
    case TYPE.text:
      body.skip(2);
      return said('stored', [replyOf(body.text(body.remaining))]);
    case TYPE.lockLocation:
    case TYPE.lockMemory: {
      const bytes = buildPacket(SHORT_COUNT_ANSWER, packet, 1, [type >> 8, type & 0xff, DONE]);
      return { identities, messages: [lockLocation(type, body)], replies: [{ when: 'stored', bytes }] };
    }
    // An answer to a command: which one, and 0 where it was done.
    case TYPE.answer: {
      body.skip(4);
      return { identities, messages: [replyOf(body.u8() === DONE ? 'done' : 'refused')], replies: [] };
    }
    default:
      return said('now', [bare('heartbeat')]);
  }
}

const SET_TEXT = 0x8300;
const ASK_LOCATION = 0x8201;
const CONTROL = 0x8105;
/** Text that the device's screen or software reads. */
const TEXT_FLAG = 1;

/** Control words 0xf0 and 0xf1 cut and restore fuel; the standard leaves these numbers to makers. */
function encodeCommand(command: Command, device: Pick<Packet, 'phone' | 'version'>, serial: number): Uint8Array | null {
  switch (command.kind) {
    case 'text':
      return isAsciiLine(command.text)
        ? buildPacket(SET_TEXT, device, serial, [TEXT_FLAG, ...asciiBytes(command.text)])
        : null;
    case 'locate':
      return buildPacket(ASK_LOCATION, device, serial, []);
    case 'engineStop':
    case 'engineResume':
      return buildPacket(CONTROL, device, serial, [command.kind === 'engineStop' ? 0xf0 : 0xf1]);
  }
}
