import { BadFrame, decodeOrFault, NOTHING_DECODED } from '../tools/bad-frame.ts';
import { byWord } from '../tools/by-word.ts';
import { Fields } from '../tools/fields.ts';
import { timedWithZeros, timeIfAny } from '../tools/fix.ts';
import { isTextBlank, newStreamFramer, untilEnd } from '../tools/stream-framer.ts';
import { asciiBytes, textOf } from '../tools/text.ts';
import { yearFirst } from '../tools/units.ts';
import type { Attributes, Decoded, Decoder, Message, StreamProtocol } from '../types.ts';

/** Creates a decoder for one connection. The protocol has no commands. */
export function newBoxDecoder(): Decoder {
  return { decode: (frame) => decodeOrFault(() => decodeText(textOf(frame).trim())), encode: () => null };
}

/**
 * Decodes one of three messages: "H" with model, identity and time; "L" with a position; "E" with a number, which must
 * be returned before the device deletes the positions.
 */
function decodeText(text: string): Decoded {
  const [line = '', ...values] = text.split(';');
  const fields = new Fields(line);
  switch (fields.text()) {
    case 'H': {
      fields.skip();
      const identity = fields.text();
      if (identity === '' || !/^\d{12}$/.test(fields.text())) throw new BadFrame('a head of nobody');
      return { ...NOTHING_DECODED, identities: [identity], messages: [LOGIN] };
    }
    case 'L':
      return { ...NOTHING_DECODED, messages: [place(fields, values)] };
    case 'E':
      return { ...NOTHING_DECODED, replies: [{ when: 'stored', bytes: asciiBytes(`A,${fields.number()}\r\n`) }] };
    default:
      throw new BadFrame('no line of Box');
  }
}

const LOGIN: Message = { kind: 'login', deviceTime: null, fix: null, attributes: {} };

/** Bits of the state. */
const [IGNITION, MOTION, NO_FIX] = [0, 1, 2];
const has = (bits: number, bit: number) => ((bits >>> bit) & 1) === 1;
/** Milepost's names of the named values. */
const NAMES = byWord<string>({ T0: 'temperature1C', T1: 'temperature2C', T2: 'temperature3C' });

/**
 * Reads these fields in order: yymmddhhmmss, G, latitude, longitude, km/h, course, kilometres of the trip, event,
 * state; then names and values.
 */
function place(fields: Fields, values: readonly string[]): Message {
  const moment = fields.textIfAny();
  fields.skip();
  const [lat, lon, speedKph, courseDeg] = [fields.value(), fields.value(), fields.value(), fields.value()];
  const [tripKm, event, status] = [fields.value(), fields.value(), fields.numberIfAny()];
  const attributes: Attributes = {
    event,
    ...(status !== undefined && { ignition: has(status, IGNITION), motion: has(status, MOTION) }),
    tripM: Math.round(tripKm * 1000),
  };
  for (const value of values.slice(0, 16)) {
    const comma = value.indexOf(',');
    const name = NAMES[value.slice(0, comma)];
    const number = Number(value.slice(comma + 1));
    if (name !== undefined && Number.isFinite(number)) attributes[name] = number;
  }
  const time = timeIfAny(() => yearFirst(moment.slice(0, 6), moment.slice(6)));
  const where = { valid: status !== undefined && !has(status, NO_FIX), lat, lon, speedKph, courseDeg };
  return { kind: 'report', ...timedWithZeros(time, where), attributes };
}

const MAX_FRAME_BYTES = 1024;
const isLineEnd = (byte: number) => byte === 0x0d || byte === 0x0a;

/** Boxtracker's devices over TCP: a header, positions, and an end that must be answered. */
export const box: StreamProtocol = {
  kind: 'stream',
  name: 'box',
  title: 'Box (Boxtracker)',
  defaultPort: 5065,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newStreamFramer(MAX_FRAME_BYTES, untilEnd(isLineEnd), isTextBlank),
  newDecoder: newBoxDecoder,
};
