import { BadFrame } from '../tools/bad-frame.ts';
import { concat } from '../tools/bytes.ts';
import { newConversation, decodedFrom } from '../tools/conversation.ts';
import { crc16Ibm } from '../tools/crc16.ts';
import { asciiBytes, isAsciiLine } from '../tools/text.ts';
import type { Command, Decoded, Decoder } from '../types.ts';
import { START, TAIL_BYTES } from './framer.ts';
import { messageOf, type Values } from './values.ts';

/**
 * Layout, checksum, names and units: InHand's public "FlexAPI Reference for 3rd Party Platform (TCP Version)" 1.0.3 and
 * "FlexAPI over TCP Reference for VT3 series" 1.0.1. Nothing is acknowledged.
 */
const TOPIC = /^v1\/([\w.:@-]{1,64})\/([\w/-]{1,80})$/;
const END = asciiBytes('\r\n');

export const newFlexapiDecoder = (): Decoder => newConversation((frame) => read(checked(frame)), encode);

/** Without checking the sum, for captures whose bytes were made text. */
export const newFlexapiInspector = (): Decoder => newConversation((frame) => read(inside(frame)));

/** The JSON of a frame. */
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

/** A text is what stands behind the device in the topic, and the payload behind a blank: `io/control {"io.DO1":1}`. */
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
