import { BadFrame, typeName, UnknownType } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import { fixIfAny } from '../tools/fix.ts';
import { switches } from '../tools/switches.ts';
import { KNOT_KPH } from '../tools/units.ts';
import type { Attributes, Message } from '../types.ts';
import { PACKAGE_END } from './framer.ts';

const PACKET = { ping: 0, values: 1, text: 3, file: 4, bytes: 6 } as const;
/** Packets without stored data: pieces of pictures, and bytes of a device connected to the tracker. */
const PASSED_OVER: ReadonlySet<number> = new Set([PACKET.ping, PACKET.file, PACKET.bytes]);
const VALUE_BYTES = 5;
const NO_SATELLITES: ReadonlySet<number> = new Set([0xfe, 0xff]);
/** The limit for one package; devices send a few dozen. */
const MAX_PACKETS = 250;
const INPUTS = 8;
const OUTPUTS = 4;
/** Volts per step of the supply voltage in the device's state. */
const STATE_VOLT_STEP = 0.15;

interface Packets {
  messages: Message[];
  /** Type of the last packet with an unknown type. */
  unknownType?: string;
}

/**
 * Reads packets of type, length, time, content, and the sum of time and content. Throws BadFrame if a checksum is
 * wrong, and UnknownType if no packet has a known type.
 */
export function packetsOf(reader: ByteReader, checksSums: boolean): Packets {
  const messages: Message[] = [];
  let unknownType: number | null = null;
  while (reader.peek() !== PACKAGE_END) {
    if (messages.length >= MAX_PACKETS) throw new BadFrame('too many packets');
    const type = reader.u8();
    const length = reader.u16le();
    const from = reader.offset;
    const time = new Date(reader.u32le() * 1000);
    const inside = new ByteReader(reader.bytes, reader.skip(length), reader.offset);
    let sum = 0;
    for (let at = from; at < reader.offset; at += 1) sum += reader.bytes[at] ?? 0;
    if (reader.u8() !== (sum & 0xff) && checksSums) throw new BadFrame('the checksum of a packet is wrong');
    if (type === PACKET.values) messages.push(values(inside, time));
    else if (PASSED_OVER.has(type)) messages.push({ kind: 'heartbeat', deviceTime: null, fix: null, attributes: {} });
    else if (type === PACKET.text) {
      messages.push({ kind: 'reply', deviceTime: time, fix: null, attributes: {}, text: inside.text(length).trim() });
    } else unknownType = type;
  }
  if (unknownType === null) return { messages };
  if (messages.length === 0) throw new UnknownType(unknownType);
  return { messages, unknownType: typeName(unknownType) };
}

/** Reads values with one timestamp; each has a number of one byte and four bytes of content. */
function values(reader: ByteReader, time: Date): Message {
  const attributes: Attributes = {};
  let [lat, lon, speedKph, courseDeg]: (number | undefined)[] = [];
  let altitudeM: number | null = null;
  let valid = true;
  while (reader.remaining >= VALUE_BYTES) {
    const number = reader.u8();
    if (number === 3) lat = reader.f32le();
    else if (number === 4) lon = reader.f32le();
    else if (number === 5) {
      courseDeg = reader.u8() * 2;
      altitudeM = reader.u8() * 10;
      const satellites = reader.u8();
      // A position by cells, or the last known one.
      valid = !NO_SATELLITES.has(satellites);
      if (valid) attributes.satellites = (satellites & 15) + (satellites >> 4);
      speedKph = reader.u8() * KNOT_KPH;
    } else readRecord(number, reader, attributes);
  }
  const reported = { time, valid, speedKph, courseDeg, altitudeM };
  const fix = lat === undefined || lon === undefined ? null : fixIfAny({ ...reported, lat, lon });
  return { kind: 'report', deviceTime: time, fix, attributes };
}

type Read = (reader: ByteReader, attributes: Attributes) => void;

const [NONE, BROKEN] = [0, 0xffff];
/** Reads a number of two or four bytes, divided, under a name. */
const word =
  (name: string, divide = 1): Read =>
  (reader, attributes) => {
    attributes[name] = reader.u16le() / divide;
  };
const long =
  (name: string, divide = 1): Read =>
  (reader, attributes) => {
    attributes[name] = reader.u32le() / divide;
  };
/** The same reader for consecutive numbers; `index` counts from 1. */
const row = (from: number, to: number, read: (index: number) => Read): [number, Read][] =>
  Array.from({ length: to - from + 1 }, (_, index) => [from + index, read(index + 1)]);

/** A fuel level, and degrees Celsius in one byte; 0 and all ones mean that the sensor does not respond. */
const fuelSensor =
  (index: number): Read =>
  (reader, attributes) => {
    const level = reader.u16le();
    if (level === NONE || level === BROKEN) return;
    attributes[`level${index}Raw`] = level;
    attributes[`level${index}C`] = reader.i8();
  };

/** The use of an input precedes its number: switches, pulses, hertz, millivolts. */
const [SWITCHES, PULSES, FREQUENCY, VOLTAGE] = [1, 6, 7, 8];
const CALL_BUTTON = 2;
function input(reader: ByteReader, attributes: Attributes): void {
  const [use, which, value] = [reader.u8(), reader.u8(), reader.u16le()];
  if (use === SWITCHES) {
    attributes.ignition = (which & 1) !== 0;
    attributes.callButton = (which & CALL_BUTTON) !== 0;
    Object.assign(attributes, switches('input', value, INPUTS));
  } else if (use === PULSES) attributes[`count${which}`] = value;
  else if (use === FREQUENCY) attributes[`frequency${which}`] = value;
  else if (use === VOLTAGE) attributes[`analog${which}V`] = value / 1000;
}

/** Values other than the position, by their number (protocol of Arnavi 4 and 5, "tags"); numbers are little-endian. */
const READERS: ReadonlyMap<number, Read> = new Map<number, Read>([
  [
    1,
    (reader, attributes) => {
      const [battery, power] = [reader.u16le(), reader.u16le()];
      if (battery !== NONE && battery !== BROKEN) attributes.batteryV = battery / 1000;
      if (power !== NONE && power !== BROKEN) attributes.powerV = power / 1000;
    },
  ],
  [
    2,
    (reader, attributes) => {
      const card = reader.u32le();
      if (card > 0) attributes.driverTag = String(card);
    },
  ],
  [6, input],
  [9, (reader, attributes) => state(reader.u32le(), attributes)],
  ...row(20, 27, (index) => long(`frequency${index}`)),
  ...row(30, 37, (index) => word(`analog${index}V`, 1000)),
  ...row(40, 49, (index) => (reader, attributes) => {
    attributes[`temperature${index}C`] = reader.i16le() / 100;
  }),
  // Values of the vehicle's bus: hundredths of an hour and of a kilometre, tenths of a litre and of a percent, and
  // whole units.
  [51, long('canStatus')],
  [
    52,
    (reader, attributes) => {
      attributes.engineHoursS = reader.u32le() * 36;
    },
  ],
  [
    53,
    (reader, attributes) => {
      attributes.odometerM = reader.u32le() * 10;
    },
  ],
  [54, long('fuelUsedL', 10)],
  [55, word('fuelPercent', 10)],
  [56, long('fuelL')],
  [57, word('engineRpm')],
  [
    58,
    (reader, attributes) => {
      attributes.coolantTemperatureC = reader.i32le();
    },
  ],
  [59, long('obdSpeedKph')],
  ...row(60, 64, (index) => long(`axleWeight${index}Kg`)),
  [67, word('additivePercent', 10)],
  [
    69,
    (reader, attributes) => {
      attributes.engineLoadPercent = reader.u8();
      attributes.throttlePercent = reader.u8();
    },
  ],
  ...row(70, 79, fuelSensor),
  [
    100,
    (reader, attributes) => {
      attributes.tachographOdometerM = reader.u32le() * 10;
    },
  ],
  // The receiver's distance in hundredths of a kilometre, used only if the bus reports no distance.
  [
    150,
    (reader, attributes) => {
      attributes.odometerM ??= reader.u32le() * 10;
    },
  ],
  [151, word('hdop', 100)],
]);

/** Reads a value other than the position: always four bytes, however many of them are used. */
function readRecord(number: number, reader: ByteReader, attributes: Attributes): void {
  const at = reader.skip(VALUE_BYTES - 1);
  READERS.get(number)?.(new ByteReader(reader.bytes, at, reader.offset), attributes);
}

/** Reads inputs, outputs, and the supply in steps; the steps are used only if no exact value was reported. */
function state(value: number, attributes: Attributes): void {
  Object.assign(attributes, switches('input', value & 0xff, INPUTS));
  Object.assign(attributes, switches('output', (value >>> 8) & 15, OUTPUTS));
  attributes.powerV ??= Math.round((value >>> 24) * STATE_VOLT_STEP * 100) / 100;
}
