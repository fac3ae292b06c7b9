import { BadFrame, decodeOrFault } from '../tools/bad-frame.ts';
import { byWord } from '../tools/by-word.ts';
import { isTextBlank, newStreamFramer, untilEnd } from '../tools/stream-framer.ts';
import { asciiBytes, isAsciiLine, textOf } from '../tools/text.ts';
import type { Attributes, Decoded, Decoder, Message, StreamProtocol } from '../types.ts';
import { position, state } from './position.ts';

const MAX_FRAME_BYTES = 2048;

/** A frame ends with a number sign or a line end. */
const measure = untilEnd((byte) => byte === 0x23 || byte === 0x0a);

/** TRV trackers and IW watches, which share a protocol: text over TCP. */
export const trv: StreamProtocol = {
  kind: 'stream',
  name: 'trv',
  title: 'TRV and IW',
  defaultPort: 5010,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['text'],
  newFramer: () => newStreamFramer(MAX_FRAME_BYTES, measure, isTextBlank),
  newDecoder: () => newTrvDecoder(),
};

const MAKERS = ['TRV', 'IW'];
const LOGIN = 'AP00';
/** Positions by the receiver: ordinary ones and alarms. */
const POSITIONS = ['AP01', 'AP10', 'YP03', 'YP14'];
const HEARTBEATS = ['AP03', 'CP01'];
/** By cells and wireless networks alone. */
const BY_CELLS = 'AP02';
/** A request for its own location, which is not answered. */
const PLACE_REQUEST = 'AP14';

const bare = (kind: Message['kind']): Message => ({ kind, deviceTime: null, fix: null, attributes: {} });

/** Creates a decoder for one connection; only the login contains the identity. */
export function newTrvDecoder(now: () => Date = () => new Date()): Decoder {
  return {
    decode: (frame) => decodeOrFault(() => decodeText(textOf(frame).trim(), now)),
    encode: (command) => (command.kind === 'text' && isAsciiLine(command.text) ? asciiBytes(`${command.text}#`) : null),
  };
}

/** Maker, a letter, "P" and two characters of the type, content. Answered with the next letter. */
function decodeText(whole: string, now: () => Date): Decoded {
  const text = whole.endsWith('#') ? whole.slice(0, -1) : whole;
  const maker = MAKERS.find((one) => text.startsWith(one));
  const type = text.slice(maker?.length, (maker?.length ?? 0) + 4);
  if (maker === undefined || type.length < 4 || type[1] !== 'P') throw new BadFrame('no message of TRV');
  const content = text.slice(maker.length + type.length);
  const message = messageOf(type, content);
  const next = `${maker}${String.fromCharCode(type.charCodeAt(0) + 1)}${type.slice(1)}`;
  const answer = type === LOGIN && maker === 'IW' ? `,${stamp(now())},0` : type === PLACE_REQUEST ? ',0.000,0.000' : '';
  return {
    identities: type === LOGIN ? [identityOf(content)] : [],
    messages: [message],
    // If the message is the reply to an order, the next letter would be a new order.
    replies:
      message.kind === 'reply'
        ? []
        : [{ when: message.kind === 'report' ? 'stored' : 'now', bytes: asciiBytes(`${next}${answer}#`) }],
  };
}

function messageOf(type: string, content: string): Message {
  if (type === LOGIN) return bare('login');
  if (POSITIONS.includes(type)) return position(type, content);
  const rest = content.startsWith(',') ? content.slice(1) : content;
  if (HEARTBEATS.includes(type)) return { ...bare('heartbeat'), attributes: state(type, rest) };
  if (type === BY_CELLS || type === PLACE_REQUEST) return bare('heartbeat');
  const attributes = health(type, rest);
  if (attributes !== null) return { ...bare('report'), attributes };
  return { ...bare('reply'), text: rest === '' ? type : `${type},${rest}` };
}

function identityOf(content: string): string {
  const comma = content.indexOf(',');
  const identity = comma < 0 ? content : content.slice(0, comma);
  if (identity === '') throw new BadFrame('a login of nobody');
  return identity;
}

/** yyyymmddhhmmss UTC, to which a watch sets its clock. */
function stamp(time: Date): string {
  const iso = time.toISOString();
  return iso.slice(0, 19).replaceAll('-', '').replaceAll(':', '').replace('T', '');
}

/** A watch's measurements of its wearer, by type and in order. */
const MEASURES = byWord<readonly string[]>({
  AP49: ['heartRate'],
  APHT: ['heartRate', 'pressureSystolic', 'pressureDiastolic'],
  APHP: ['heartRate', 'pressureSystolic', 'pressureDiastolic', 'oxygenPercent', 'bloodSugar', 'bodyTemperatureC'],
  AP50: ['bodyTemperatureC', 'batteryPercent'],
});

/** Null if the message is about something else. */
function health(type: string, content: string): Attributes | null {
  const names = MEASURES[type];
  if (names === undefined) return null;
  const values = content.split(',');
  const attributes: Attributes = {};
  for (const [index, name] of names.entries()) {
    const text = values[index] ?? '';
    const value = Number(text);
    if (text.trim() !== '' && Number.isFinite(value)) attributes[name] = value;
  }
  return attributes;
}
