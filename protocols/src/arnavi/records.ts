import { BadFrame, typeName, UnknownType } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import { fixIfAny } from '../tools/fix.ts';
import { switches } from '../tools/switches.ts';
import { KNOT_KPH } from '../tools/units.ts';
import type { Attributes, Message } from '../types.ts';
import { PACKAGE_END } from './framer.ts';

const PACKET = { ping: 0, values: 1, text: 3 } as const;
const VALUE_BYTES = 5;
/** Of one package; devices send a few dozen. */
const MOST_PACKETS = 250;
const INPUTS = 8;
const OUTPUTS = 4;
/** Of the supply's voltage in the state of the device: so many volts. */
const STATE_VOLT_STEP = 0.15;

interface Packets {
  messages: Message[];
  /** Of the last packet whose type is not known. */
  unknownType?: string;
}

/**
 * Packets of type, length, time, content, and the sum of time and content. Throws BadFrame where a sum is wrong, and
 * UnknownType where none of the packets is of a known type.
 */
export function packetsOf(reader: ByteReader, checksSums: boolean): Packets {
  const messages: Message[] = [];
  let unknownType: number | null = null;
  while (reader.peek() !== PACKAGE_END) {
    if (messages.length >= MOST_PACKETS) throw new BadFrame('too many packets');
    const type = reader.u8();
    const length = reader.u16le();
    const from = reader.offset;
    const time = new Date(reader.u32le() * 1000);
    const inside = new ByteReader(reader.bytes, reader.skip(length), reader.offset);
    let sum = 0;
    for (let at = from; at < reader.offset; at += 1) sum += reader.bytes[at] ?? 0;
    if (reader.u8() !== (sum & 0xff) && checksSums) throw new BadFrame('the checksum of a packet is wrong');
    if (type === PACKET.values) messages.push(values(inside, time));
    else if (type === PACKET.ping) messages.push({ kind: 'heartbeat', deviceTime: null, fix: null, attributes: {} });
    else if (type === PACKET.text) {
      messages.push({ kind: 'reply', deviceTime: time, fix: null, attributes: {}, text: inside.text(length).trim() });
    } else unknownType = type;
  }
  if (unknownType === null) return { messages };
  if (messages.length === 0) throw new UnknownType(unknownType);
  return { messages, unknownType: typeName(unknownType) };
}

/** Values of one moment: a number and four bytes each. */
function values(reader: ByteReader, time: Date): Message {
  const attributes: Attributes = {};
  let [lat, lon, speedKph, courseDeg]: (number | undefined)[] = [];
  let altitudeM: number | null = null;
  while (reader.remaining >= VALUE_BYTES) {
    const number = reader.u8();
    if (number === 3) lat = reader.f32le();
    else if (number === 4) lon = reader.f32le();
    else if (number === 5) {
      courseDeg = reader.u8() * 2;
      altitudeM = reader.u8() * 10;
      const satellites = reader.u8();
      attributes.satellites = (satellites & 15) + (satellites >> 4);
      speedKph = reader.u8() * KNOT_KPH;
    } else tell(number, reader, attributes);
  }
  const told = { time, valid: true, speedKph, courseDeg, altitudeM };
  const fix = lat === undefined || lon === undefined ? null : fixIfAny({ ...told, lat, lon });
  return { kind: 'report', deviceTime: time, fix, attributes };
}

/** A value that is no place: 20 to 27 frequencies, 30 to 37 millivolts, 70 to 79 fuel levels with their °C. */
function tell(number: number, reader: ByteReader, attributes: Attributes): void {
  if (number === 1) {
    attributes.batteryV = reader.u16le() / 1000;
    attributes.powerV = reader.u16le() / 1000;
  } else if (number >= 70 && number <= 79) {
    attributes[`level${number - 69}Raw`] = reader.u16le();
    attributes[`level${number - 69}C`] = reader.i8();
    reader.skip(1);
  } else if (number === 151) {
    attributes.hdop = reader.u16le() / 100;
    reader.skip(2);
  } else {
    const value = reader.u32le();
    if (number === 9) state(value, attributes);
    else if (number >= 20 && number <= 27) attributes[`frequency${number - 19}`] = value;
    else if (number >= 30 && number <= 37) attributes[`analog${number - 29}V`] = value / 1000;
    // Hundredths of a kilometre.
    else if (number === 150) attributes.odometerM = value * 10;
  }
}

/** Inputs, outputs, and the supply in steps, which counts only where no exact value was told. */
function state(value: number, attributes: Attributes): void {
  Object.assign(attributes, switches('input', value & 0xff, INPUTS));
  Object.assign(attributes, switches('output', (value >>> 8) & 15, OUTPUTS));
  attributes.powerV ??= Math.round((value >>> 24) * STATE_VOLT_STEP * 100) / 100;
}
