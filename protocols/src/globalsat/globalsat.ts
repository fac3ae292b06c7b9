import { BadFrame } from '../tools/bad-frame.ts';
import { decodedFrom, newConversation, reportOf } from '../tools/conversation.ts';
import { Fields, hexadecimalIfAny } from '../tools/fields.ts';
import { exclusiveOr } from '../tools/sums.ts';
import { newTextFramer } from '../tools/text-framer.ts';
import { asciiBytes, isAsciiLine, textOf } from '../tools/text.ts';
import type { AlarmCode, Attributes, Command, Decoded, StreamProtocol } from '../types.ts';
import { newPositionReader } from './place.ts';

const MAX_FRAME_BYTES = 1024;

/** GlobalSat's TR and GTR trackers: text over TCP, in the factory default order of fields. */
export const globalsat: StreamProtocol = {
  kind: 'stream',
  name: 'globalsat',
  title: 'GlobalSat (TR, GTR)',
  defaultPort: 5043,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['text'],
  newFramer: () => newTextFramer(MAX_FRAME_BYTES, '!'),
  newDecoder: () => newConversation(read, encodeCommand),
};

/** Builds a frame: "GSC", identity, order, the XOR of all bytes before the star, an exclamation mark. */
function encodeCommand(command: Command, identity: string): Uint8Array | null {
  if (command.kind !== 'text' || !isAsciiLine(command.text)) return null;
  const text = `GSC,${identity},${command.text}`;
  const sum = exclusiveOr(asciiBytes(text)).toString(16).padStart(2, '0');
  return asciiBytes(`${text}*${sum}!`);
}

const IDENTITY = /^\d{14,16}$/;
const MODEL = /^[A-Z]+-?\d+/;
const SWITCHES = /^[0-9a-fA-F]{4}$/;

const ALARMS: readonly (readonly [bit: number, alarm: AlarmCode])[] = [
  [0, 'sos'],
  [3, 'geofence'],
  [4, 'geofence'],
  [5, 'overspeed'],
  [6, 'powerCut'],
  [7, 'lowPower'],
];
const [INPUT, MOTION, OUTPUT, IGNITION, CHARGING] = [1, 7, 9, 13, 15];

/** Reads these fields in order: "GSr", "GSb" or "GSh" and the content, or in older firmware "$" and the identity. */
function read(frame: Uint8Array): Decoded {
  const text = textOf(frame).trim();
  const star = text.indexOf('*');
  const fields = new Fields(star < 0 ? text : text.slice(0, star));
  const first = fields.text();
  if (first.startsWith('$')) return older(first.slice(1), fields);
  if (!/^GS[rbh]$/.test(first)) throw new BadFrame('no report of GlobalSat');
  const identityAt = fields.find((field) => IDENTITY.test(field));
  const placeAt = placeOf(fields);
  const identity = fields.field(identityAt);
  if (identityAt > 2 || identity === undefined || placeAt < identityAt + 4) throw new BadFrame('a report of nobody');
  // The vehicle models state their name and more.
  const isVehicle = MODEL.test(fields.field(identityAt - 1) ?? '');
  const attributes = alarmsOf(fields.field(identityAt + 1) ?? '');
  const reader = newPositionReader(fields, placeAt);
  const switches = fields.field(placeAt - 4) ?? '';
  if (isVehicle && SWITCHES.test(switches)) readSwitches(hexadecimalIfAny(switches) ?? 0, attributes);
  const fix = reader.fix();
  reader.reception(attributes, false);
  reader.volts(attributes, isVehicle);
  return decodedFrom([identity], reportOf(fix, attributes), [{ when: 'stored', bytes: asciiBytes('ACK\r') }]);
}

const placeOf = (fields: Fields) => fields.find((field) => /^[EW]\d/.test(field));

/** Reads these fields in order: mode, fix, then the position; HDOP at the end, if there is no star before it. */
function older(identity: string, fields: Fields): Decoded {
  const placeAt = placeOf(fields);
  if (!IDENTITY.test(identity) || placeAt !== 5) throw new BadFrame('no report of GlobalSat');
  const reader = newPositionReader(fields, placeAt);
  const fix = reader.fix();
  const attributes: Attributes = {};
  reader.reception(attributes, true);
  return decodedFrom([identity], reportOf(fix, attributes));
}

function alarmsOf(text: string): Attributes {
  const bits = SWITCHES.test(text) ? (hexadecimalIfAny(text) ?? 0) : 0;
  const alarm = [...new Set(ALARMS.filter(([bit]) => ((bits >> bit) & 1) === 1).map(([, code]) => code))];
  return alarm.length > 0 ? { alarm } : {};
}

function readSwitches(bits: number, attributes: Attributes): void {
  const has = (bit: number) => ((bits >> bit) & 1) === 1;
  Object.assign(attributes, {
    input1: has(INPUT),
    motion: has(MOTION),
    output1: has(OUTPUT),
    ignition: has(IGNITION),
    charging: has(CHARGING),
  });
}
