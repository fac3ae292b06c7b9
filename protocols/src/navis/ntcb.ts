import { BadFrame } from '../tools/bad-frame.ts';
import type { ByteReader } from '../tools/bytes.ts';
import { fixIfAny } from '../tools/fix.ts';
import { switches } from '../tools/switches.ts';
import { utc } from '../tools/units.ts';
import type { Attributes, Fix, Message } from '../types.ts';

const [F10, F20, F30, F40, F50, F51, F52, F60] = [0x01, 0x02, 0x03, 0x04, 0x05, 0x15, 0x25, 0x06];
const FORMATS = [F10, F20, F30, F40, F50, F51, F52, F60];
const OLD = [F10, F20, F30];
const WITH_PLACE = [F20, F50, F51, F52, F60];
const DEGREE = 180 / Math.PI;
const has = (bits: number, bit: number) => ((bits >>> bit) & 1) === 1;

interface Reported {
  message: Message;
  /** The record's index as received. */
  index: Uint8Array;
}

/** Reads a record, which begins with the number of its format. Little-endian. */
export function record(reader: ByteReader): Reported {
  const format = reader.peek() === 0 ? reader.u16le() : reader.u8();
  if (!FORMATS.includes(format)) throw new BadFrame(`there are no records of format ${format}`);
  const index = reader.take(4);
  const event = reader.u16le();
  const deviceTime = momentOf(reader);
  const guard = reader.u8();
  const isAlarm = has(guard, format === F60 ? 1 : 7);
  const attributes: Attributes = {
    event,
    armed: has(guard, format === F60 ? 0 : 3),
    ...(isAlarm && { alarm: ['general'] }),
    status: reader.u8(),
    rssi: reader.u8(),
  };
  readSwitches(reader, format, attributes);
  attributes.powerV = reader.u16le() / 1000;
  attributes.batteryV = reader.u16le() / 1000;
  readSensors(reader, format, attributes);
  const fix = WITH_PLACE.includes(format) ? place(reader, format, attributes) : null;
  // Three fuel sensors, and seven with two bytes of level, one of temperature and two of frequency.
  if (format === F51 || format === F52) reader.skip(15);
  if (format === F40 || format === F52) readTemperatures(reader, attributes);
  return { message: { kind: 'report', deviceTime, fix, attributes }, index };
}

/** Reads these fields in order: hour, minute, second, day, month from 0 on, year; null for a clock that is not set. */
function momentOf(reader: ByteReader): Date | null {
  const [hour, minute, second, day, month, year] = reader.take(6);
  try {
    return utc(year ?? 0, (month ?? 0) + 1, day ?? 0, hour, minute, second);
  } catch {
    return null;
  }
}

function readSwitches(reader: ByteReader, format: number, attributes: Attributes): void {
  if (OLD.includes(format)) {
    Object.assign(attributes, switches('output', reader.u16le(), 16), switches('input', reader.u16le(), 16));
    return;
  }
  const outputs = reader.u8();
  if (format === F40) {
    Object.assign(attributes, switches('output', outputs, 4), switches('input', reader.u16le(), 4));
    return;
  }
  Object.assign(attributes, switches('output', outputs, format === F60 ? 4 : 2), switches('input', reader.u8(), 8));
  if (format !== F60) attributes.satellites = outputs >> 2;
}

/**
 * Reads these fields in order: converter readings, pulse counters, and in format 6.0 fuel, temperature, axle weights
 * and engine rpm.
 */
function readSensors(reader: ByteReader, format: number, attributes: Attributes): void {
  if (OLD.includes(format)) attributes.temperature1C = reader.i16le();
  if (format !== F30 && format !== F40) {
    attributes.analog1 = reader.u16le();
    attributes.analog2 = reader.u16le();
  }
  if (format === F60) attributes.analog3 = reader.u16le();
  if (WITH_PLACE.includes(format)) reader.skip(8);
  if (format !== F60) return;
  // Two frequencies, then eight sensors with a byte of temperature each except the last.
  reader.skip(28);
  readTemperatures(reader, attributes);
  reader.skip(4);
  const turns = reader.u16le();
  if (turns !== 0xffff) attributes.engineRpm = turns;
}

const NO_DEGREES = -128;

function readTemperatures(reader: ByteReader, attributes: Attributes): void {
  for (let index = 1; index <= 4; index += 1) {
    const degrees = reader.i8();
    if (degrees !== NO_DEGREES) attributes[`temperature${index}C`] = degrees;
  }
}

/**
 * Reads these fields in order: state of the receiver, its time, coordinates, km/h, course, kilometres driven and of the
 * leg, seconds of the leg.
 */
function place(reader: ByteReader, format: number, attributes: Attributes): Fix | null {
  const state = reader.u8();
  if (format === F60) attributes.satellites = state >> 2;
  const time = momentOf(reader);
  const isNewer = format === F60;
  const lat = isNewer ? reader.i32le() / 600_000 : reader.f32le() * DEGREE;
  const lon = isNewer ? reader.i32le() / 600_000 : reader.f32le() * DEGREE;
  const altitudeM = isNewer ? reader.i32le() / 10 : null;
  const [speedKph, courseDeg] = [reader.f32le(), reader.u16le()];
  setMetres(attributes, 'odometerM', reader.f32le());
  setMetres(attributes, 'legM', reader.f32le());
  reader.skip(4);
  if (time === null) return null;
  return fixIfAny({ time, valid: has(state, 1), lat, lon, altitudeM, speedKph, courseDeg });
}

/** Sets kilometres as metres, if they are a number. */
export function setMetres(attributes: Attributes, name: string, kilometres: number): void {
  if (Number.isFinite(kilometres)) attributes[name] = kilometres * 1000;
}
