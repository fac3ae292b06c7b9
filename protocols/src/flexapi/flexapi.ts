import { BadFrame } from '../tools/bad-frame.ts';
import { concat } from '../tools/bytes.ts';
import { decodedFrom, newConversation } from '../tools/conversation.ts';
import { crc16Ibm } from '../tools/crc16.ts';
import { NEEDS_MORE_BYTES, newStreamFramer, untilStart } from '../tools/stream-framer.ts';
import { asciiBytes, isAsciiLine } from '../tools/text.ts';
import type { Command, Decoded, Decoder, StreamProtocol } from '../types.ts';
import { messageOf, type Values } from './values.ts';

const MAX_FRAME_BYTES = 16_384;

const START = 0x24;
const [BRACE, CARRIAGE_RETURN, LINE_FEED] = [0x7d, 0x0d, 0x0a];
/** Checksum and line end. */
const TAIL_BYTES = 4;

const isStart = (byte: number) => byte === START;

/** A frame consists of "$", JSON, a checksum of two arbitrary bytes, a line end. */
function measure(bytes: Uint8Array, at: number, end: number): number {
  if (!isStart(bytes[at] ?? 0)) return untilStart(bytes, at, end, isStart);
  for (let close = at + 1; close + TAIL_BYTES < end; close += 1) {
    if (bytes[close] !== BRACE) continue;
    if (bytes[close + 3] === CARRIAGE_RETURN && bytes[close + 4] === LINE_FEED) return close + 1 + TAIL_BYTES - at;
  }
  return NEEDS_MORE_BYTES;
}

export const newFlexapiFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure);

/**
 * Layout, checksum, names and units: InHand's public "FlexAPI Reference for 3rd Party Platform (TCP Version)" 1.0.3 and
 * "FlexAPI over TCP Reference for VT3 series" 1.0.1. Nothing is acknowledged.
 */
const TOPIC = /^v1\/([\w.:@-]{1,64})\/([\w/-]{1,80})$/;
const END = asciiBytes('\r\n');

export const newFlexapiDecoder = (): Decoder => newConversation((frame) => read(checked(frame)), encode);

/** Does not verify the checksum, for captures whose bytes were converted to text. */
export const newFlexapiInspector = (): Decoder => newConversation((frame) => read(inside(frame)));

/** Returns the JSON of a frame. */
function inside(frame: Uint8Array): Uint8Array {
  const close = frame.lastIndexOf(0x7d);
  if (frame[0] !== START || close < 0) throw new BadFrame('no message of FlexAPI');
  return frame.subarray(1, close + 1);
}

function checked(frame: Uint8Array): Uint8Array {
  const close = frame.length - TAIL_BYTES;
  if (frame[0] !== START || close < 2) throw new BadFrame('no message of FlexAPI');
  const sum = ((frame[close] ?? 0) << 8) + (frame[close + 1] ?? 0);
  if (sum !== crc16Ibm(frame, 1, close)) throw new BadFrame('the checksum is wrong');
  return frame.subarray(1, close);
}

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function read(json: Uint8Array): Decoded {
  const root: unknown = JSON.parse(new TextDecoder().decode(json));
  if (!isValues(root) || typeof root.topic !== 'string') throw new BadFrame('a message without a topic');
  const topic = TOPIC.exec(root.topic);
  if (topic === null) throw new BadFrame('a topic of nobody');
  const [, identity = '', about = ''] = topic;
  const values = about.endsWith('/resp') ? root.result : root.payload;
  const message = messageOf(isValues(values) ? values : {}, about.startsWith('event/'));
  if (about.endsWith('/resp')) {
    const text = `${about.slice(0, -'/resp'.length)} ${JSON.stringify(values ?? null)}`;
    return decodedFrom([identity], { ...message, kind: 'reply', text });
  }
  const isEmpty = message.fix === null && Object.keys(message.attributes).length === 0;
  return decodedFrom([identity], isEmpty ? null : message);
}

/** A text command consists of the topic after the device, and the payload after a blank: `io/control {"io.DO1":1}`. */
function encode(command: Command, identity: string): Uint8Array | null {
  if (command.kind === 'locate') return toDevice(identity, 'gnss/refresh', '');
  if (command.kind !== 'text' || !isAsciiLine(command.text)) return null;
  const text = command.text.trim();
  const blank = text.indexOf(' ');
  return blank < 0 ? toDevice(identity, text, '') : toDevice(identity, text.slice(0, blank), text.slice(blank + 1));
}

function toDevice(identity: string, about: string, payload: string): Uint8Array | null {
  const topic = `v1/${identity}/${about}`;
  if (!TOPIC.test(topic) || !isJson(payload)) return null;
  const json = asciiBytes(`{"topic":"${topic}"${payload === '' ? '' : `,"payload":${payload}`}}`);
  const sum = crc16Ibm(json);
  return concat(Uint8Array.of(START), json, Uint8Array.of(sum >> 8, sum & 0xff), END);
}

function isJson(payload: string): boolean {
  if (payload === '') return true;
  try {
    return isValues(JSON.parse(payload));
  } catch {
    return false;
  }
}

/** InHand's vehicle gateways and trackers: JSON by topic over TCP, with a checksum. */
export const flexapi: StreamProtocol = {
  kind: 'stream',
  name: 'flexapi',
  title: 'FlexAPI of InHand (VT310, VG710, VG814)',
  defaultPort: 5235,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['locate', 'text'],
  phrases: {
    interval: (seconds) => `gnss/set {"interval":${seconds}}`,
    status: 'io/refresh',
    version: 'sysinfo/refresh',
  },
  newFramer: newFlexapiFramer,
  newDecoder: newFlexapiDecoder,
  newInspector: newFlexapiInspector,
};
