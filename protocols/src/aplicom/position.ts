import type { ByteReader } from '../tools/bytes.ts';
import { fixOf } from '../tools/fix.ts';
import { switches } from '../tools/switches.ts';
import type { Attributes, Fix, Message } from '../types.ts';

/** The bits of the fields present, in their order. */
const FIELD = {
  time: 0x4,
  place: 0x8,
  motion: 0x10,
  analog: 0x20,
  switches: 0x40,
  trip1: 0x80,
  trip2: 0x100,
  driver: 0x200,
  keys: 0x400,
  altitude: 0x800,
  volts: 0x8000,
  pulses1: 0x10000,
  pulses2: 0x20000,
} as const;

/** Bit of the state that is set when the receiver has a fix. */
const HAS_FIX = 0x40;
const INPUTS = 8;

/** Reads these fields in order: event and its extra byte, state, and the fields of the selector. */
export function position(reader: ByteReader, selector: number): Message {
  const has = (field: number) => (selector & field) !== 0;
  const attributes: Attributes = { event: reader.u8() };
  reader.skip(1);
  const valid = has(FIELD.place) && (reader.u8() & HAS_FIX) !== 0;
  const deviceTime = has(FIELD.time) ? new Date(reader.u32() * 1000) : null;
  const place = has(FIELD.place) ? placeOf(reader, attributes) : null;
  const motion = { speedKph: 0, courseDeg: 0 };
  if (has(FIELD.motion)) {
    motion.speedKph = reader.u8();
    attributes.maxSpeedKph = reader.u8();
    motion.courseDeg = reader.u8() * 2;
  }
  if (has(FIELD.switches)) Object.assign(attributes, switches('input', reader.u8(), INPUTS));
  for (let index = 1; index <= 4 && has(FIELD.analog); index += 1) attributes[`adc${index}`] = reader.u16();
  if (has(FIELD.volts)) Object.assign(attributes, { powerV: reader.u16() / 1000, batteryV: reader.u16() / 1000 });
  // Pulses per second, and their total.
  if (has(FIELD.pulses1)) reader.skip(6);
  if (has(FIELD.pulses2)) reader.skip(6);
  if (has(FIELD.trip1)) attributes.tripM = reader.u32();
  if (has(FIELD.trip2)) attributes.trip2M = reader.u32();
  if (has(FIELD.switches)) attributes.output = reader.u8();
  if (has(FIELD.driver)) readDriver(reader, attributes);
  if (has(FIELD.keys)) reader.skip(1);
  const altitudeM = has(FIELD.altitude) ? reader.i16() : null;
  const fix: Fix | null = place === null ? null : fixOf({ ...place, valid, ...motion, altitudeM });
  return { kind: 'report', deviceTime, fix, attributes };
}

/**
 * Reads these fields in order: seconds since 1970, millionths of a degree, satellites seen; null if there never was a
 * fix.
 */
function placeOf(reader: ByteReader, attributes: Attributes): Pick<Fix, 'time' | 'lat' | 'lon'> | null {
  const seconds = reader.u32();
  const [lat, lon] = [reader.i32() / 1e6, reader.i32() / 1e6];
  attributes.satellitesSeen = reader.u8();
  return seconds === 0 ? null : { time: new Date(seconds * 1000), lat, lon };
}

/** The driver's key: two consecutive numbers. */
function readDriver(reader: ByteReader, attributes: Attributes): void {
  const [high, low] = [reader.u16(), reader.u32()];
  if (high !== 0 || low !== 0) attributes.driverTag = `${high}${low}`;
}
