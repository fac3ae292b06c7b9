import { BadFrame } from '../tools/bad-frame.ts';
import { bareMessage, decodedFrom, newConversation } from '../tools/conversation.ts';
import { decimalIfAny, Fields } from '../tools/fields.ts';
import { timedWithZeros, timeIfAny } from '../tools/fix.ts';
import {
  isTextBlank,
  type Measure,
  NEEDS_MORE_BYTES,
  newStreamFramer,
  untilEnd,
  untilStart,
} from '../tools/stream-framer.ts';
import { switches } from '../tools/switches.ts';
import { asciiBytes, isAsciiLine, textOf } from '../tools/text.ts';
import { wholeMoment } from '../tools/units.ts';
import type { AlarmCode, Attributes, Command, Decoded, Message, StreamProtocol } from '../types.ts';

const MAX_FRAME_BYTES = 1024;

/** A heartbeat: two start bytes, two of count, four of the device. */
const [SYNC, SYNC_SECOND, SYNC_BYTES] = [0xfa, 0xf8, 8];
const [LINE_FEED, DOLLAR] = [0x0a, 0x24];

const isStart = (byte: number) => byte === SYNC || byte === DOLLAR || (byte >= 0x30 && byte <= 0x39);
const line = untilEnd((byte) => byte === LINE_FEED || byte === 0);

const measure: Measure = (bytes, at, end) => {
  if (!isStart(bytes[at] ?? 0)) return untilStart(bytes, at, end, isStart);
  if (bytes[at] !== SYNC) return line(bytes, at, end);
  if (at + 1 < end && bytes[at + 1] !== SYNC_SECOND) return untilStart(bytes, at, end, isStart);
  return at + SYNC_BYTES <= end ? SYNC_BYTES : NEEDS_MORE_BYTES;
};

export const newIntellitracFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure, isTextBlank);

const IDENTITY = /^\d{6,16}$/;
const MOMENT = /^\d{14}$/;

/** Creates a decoder for one connection. */
export const newIntellitracDecoder = () => newConversation(read, encodeCommand);

function read(frame: Uint8Array): Decoded {
  if (frame[0] === SYNC) {
    if (frame.length !== SYNC_BYTES) throw new BadFrame('a sign of life that is not of eight bytes');
    // The device expects its own bytes back and repeats the request until it receives them.
    return decodedFrom([], bareMessage('heartbeat'), [{ when: 'now', bytes: frame }]);
  }
  const text = textOf(frame).replaceAll('\0', '').trim();
  if (text.startsWith('$')) return decodedFrom([], { ...bareMessage('reply'), text });
  const fields = new Fields(text);
  // A text of the owner may precede the identity; after that a timestamp of 14 digits follows even if none is known.
  while (fields.left > 2 && !MOMENT.test(fields.peek(1) ?? '')) fields.skip();
  const identity = fields.text();
  if (!IDENTITY.test(identity) || !MOMENT.test(fields.peek() ?? '')) throw new BadFrame('a message of nobody');
  return decodedFrom([identity], position(fields));
}

/**
 * Eight switches as one number; undefined for others, since similar devices of other makers send volts or kilometres
 * here.
 */
function eightBits(text: string): number | undefined {
  const bits = decimalIfAny(text);
  return bits !== undefined && Number.isInteger(bits) && bits >= 0 && bits <= 0xff ? bits : undefined;
}

/**
 * Reads these fields in order: yyyymmddhhmmss, longitude, latitude, km/h, course, metres above sea level, satellites,
 * event, inputs, outputs.
 */
function position(fields: Fields): Message {
  const moment = fields.textIfAny();
  const time = timeIfAny(() => wholeMoment(moment));
  const [lon, lat, speedKph, courseDeg] = [fields.value(), fields.value(), fields.value(), fields.value()];
  const [altitudeM, satellites, event] = [fields.value(), fields.value(), fields.value()];
  const [inputs, outputs] = [eightBits(fields.textIfAny()), eightBits(fields.textIfAny())];
  const alarm = ALARMS[event];
  const attributes: Attributes = {
    satellites,
    event,
    ...(alarm !== undefined && { alarm: [alarm] }),
    ...switches('input', inputs, 8),
    ...switches('output', outputs, 8),
  };
  readAnalog(fields, attributes);
  readVehicleBus(fields, attributes);
  const place = { valid: true, lat, lon, altitudeM, speedKph, courseDeg };
  return { kind: 'report', ...timedWithZeros(time, place), attributes };
}

/** Reasons for which a device reports, by Systech's list of events. */
const ALARMS: Readonly<Record<number, AlarmCode>> = {
  164: 'geofenceEnter',
  165: 'geofenceExit',
  168: 'lowPower',
  169: 'lowPower',
  170: 'powerOff',
  176: 'powerRestored',
  180: 'fallDown',
  225: 'jamming',
  995: 'sos',
};

/** Two inputs in volts, if no other configured field precedes the second time. */
function readAnalog(fields: Fields, attributes: Attributes): void {
  const behind = fields.peek(2);
  if (fields.left < 2 || (behind !== undefined && !MOMENT.test(behind))) return;
  attributes.analog1V = fields.numberIfAny();
  attributes.analog2V = fields.numberIfAny();
}

const VEHICLE_BUS = [
  'obdSpeedKph',
  'engineRpm',
  'coolantTemperatureC',
  'fuelPercent',
  'fuelLPerHour',
  'temperature1C',
  'chargerPressureKpa',
  'tyrePressureKpa',
  'axleWeightKg',
  'obdOdometerKm',
] as const;

/** Reads these fields in order: the time, a text of the reader, then the data of the vehicle's bus. */
function readVehicleBus(fields: Fields, attributes: Attributes): void {
  if (fields.left < 2 + VEHICLE_BUS.length || !MOMENT.test(fields.peek() ?? '')) return;
  fields.skip(2);
  for (const name of VEHICLE_BUS) {
    const value = fields.numberIfAny();
    if (value !== undefined) attributes[name] = value;
  }
}

const encodeCommand = (command: Command): Uint8Array | null =>
  command.kind === 'text' && isAsciiLine(command.text) ? asciiBytes(`${command.text}\r\n`) : null;

/** IntelliTrac X and A series of Systech: lines of positions and answers, binary heartbeats, over TCP. */
export const intellitrac: StreamProtocol = {
  kind: 'stream',
  name: 'intellitrac',
  title: 'IntelliTrac (Systech)',
  defaultPort: 5037,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['text'],
  newFramer: newIntellitracFramer,
  newDecoder: newIntellitracDecoder,
};
