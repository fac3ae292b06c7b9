import { BadFrame, decodeOrFault, NOTHING_DECODED } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import { decimalIfAny, Fields } from '../tools/fields.ts';
import { timedWithZeros } from '../tools/fix.ts';
import { isPlace, allowOneUnreadable } from '../tools/one-unreadable.ts';
import { isTextBlank, NEEDS_MORE_BYTES, newStreamFramer } from '../tools/stream-framer.ts';
import { asciiBytes, isAsciiLine, textOf } from '../tools/text.ts';
import { wholeMoment } from '../tools/units.ts';
import type { Attributes, Command, Decoded, Decoder, Message, StreamProtocol } from '../types.ts';

const MAX_FRAME_BYTES = 512;

/** Two bytes begin a device's heartbeat: number of the message and identity, eight bytes in total. */
const [ALIVE, ALIVE_NEXT, ALIVE_BYTES] = [0xd0, 0xd7, 8];
const isLineEnd = (byte: number | undefined) => byte === 0x0d || byte === 0x0a;

function measure(bytes: Uint8Array, at: number, end: number): number {
  if (bytes[at] === ALIVE) {
    if (at + 1 < end && bytes[at + 1] !== ALIVE_NEXT) return -1;
    return at + ALIVE_BYTES <= end ? ALIVE_BYTES : NEEDS_MORE_BYTES;
  }
  for (let next = at; next < end; next += 1) {
    // A message without a line end before a binary one is cut off.
    if (bytes[next] === ALIVE) return at - next;
    if (isLineEnd(bytes[next])) return next + 1 - at;
  }
  return NEEDS_MORE_BYTES;
}

const newWondexFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure, isTextBlank);

/** The factory default password. */
const PASSWORD = '0000';

/** Creates a decoder for one connection. */
export function newWondexDecoder(): Decoder {
  return {
    decode: (frame) => decodeOrFault(() => (frame[0] === ALIVE ? alive(frame) : decodeText(textOf(frame).trim()))),
    encode: encodeCommand,
  };
}

/**
 * Reads these fields in order: two start bytes, the message's number and identity, little-endian. The device expects
 * the same bytes back.
 */
function alive(frame: Uint8Array): Decoded {
  const reader = new ByteReader(frame, 4);
  return {
    identities: [String(reader.u32le())],
    messages: [{ kind: 'heartbeat', deviceTime: null, fix: null, attributes: {} }],
    replies: [{ when: 'now', bytes: frame }],
  };
}

function decodeText(text: string): Decoded {
  if (text.startsWith('$')) {
    const message: Message = { kind: 'reply', deviceTime: null, fix: null, attributes: {}, text };
    return { ...NOTHING_DECODED, messages: [message] };
  }
  const fields = new Fields(text);
  const identity = fields.text();
  if (!/^\d{7,15}$/.test(identity)) throw new BadFrame('no message of Wondex');
  return { ...NOTHING_DECODED, identities: [identity], messages: [position(fields)] };
}

/**
 * Reads these fields in order: yyyymmddhhmmss, longitude, latitude, km/h, course, metres above sea level, satellites,
 * event; then the fields selected by the settings: volts with "V", decimal kilometres, inputs, two analogue inputs,
 * outputs.
 */
function position(fields: Fields): Message {
  const { number, time: moment } = allowOneUnreadable(fields);
  const time = moment(wholeMoment);
  const [lon, lat, speedKph, courseDeg] = [number(), number(), number(), number()];
  const [altitudeM, satellites, event] = [number(), number(), number()];
  const attributes: Attributes = { satellites, event, ...more(fields) };
  if (!isPlace(lat, lon)) throw new BadFrame(`there is no place ${lat}, ${lon}`);
  const place = { valid: !(satellites <= 0), lat, lon, speedKph, courseDeg, altitudeM };
  return { kind: 'report', ...timedWithZeros(time, place), attributes };
}

const WHOLE = /^\d+$/;

function more(fields: Fields): Attributes {
  const attributes: Attributes = {};
  if (fields.peek()?.endsWith('V') === true) attributes.batteryV = decimalIfAny(fields.text().slice(0, -1));
  if (fields.peek()?.includes('.') === true) attributes.odometerM = Math.round(fields.value() * 1000);
  const inputs = fields.numberIfAny();
  const analog = [1, 2].map(() => (fields.left > 0 ? fields.text() : ''));
  const outputs = fields.numberIfAny();
  // Related devices send outputs before the analogue values, or more fields.
  if (fields.left > 0 || analog.some((value) => WHOLE.test(value))) {
    throw new BadFrame('no end of a message of Wondex');
  }
  for (const [index, value] of analog.entries()) attributes[`analog${index + 1}`] = decimalIfAny(value);
  return { ...attributes, ...(inputs !== undefined && { inputs }), ...(outputs !== undefined && { outputs }) };
}

function encodeCommand(command: Command): Uint8Array | null {
  if (command.kind === 'locate') return asciiBytes(`$WP+GETLOCATION=${PASSWORD}\r\n`);
  return command.kind === 'text' && isAsciiLine(command.text) ? asciiBytes(`${command.text}\r\n`) : null;
}

/** Wondex's trackers (VT10, VT300, SPT10) over TCP and UDP. */
export const wondex: StreamProtocol = {
  kind: 'stream',
  name: 'wondex',
  title: 'Wondex (VT10, VT300, SPT10)',
  defaultPort: 5032,
  transports: ['tcp', 'udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['locate', 'text'],
  phrases: { version: `$WP+VER=${PASSWORD}`, restart: `$WP+REBOOT=${PASSWORD}` },
  newFramer: newWondexFramer,
  newDecoder: newWondexDecoder,
};
