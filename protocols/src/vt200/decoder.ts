import { BadFrame, decodeOrFault, NOTHING_DECODED, UnknownType } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import { timed, timeIfAny } from '../tools/fix.ts';
import { dayFirst, degreesMinutesIfAny } from '../tools/units.ts';
import type { Attributes, Decoded, Decoder, Message } from '../types.ts';

const [START, END] = [0x28, 0x29];
const IDENTITY_BYTES = 6;
const PLACES = [0x2082, 0x2084, 0x2086];
const [TRIP, START_OF_TRIP, ALIVE] = [0x3088, 0x3089, 0x1088];
/** Bytes of the position in the start of a trip. */
const PLACE_BYTES = 9;

/** Creates a decoder for one connection. Nothing is answered, and no commands are known for it. */
export function newVt200Decoder(): Decoder {
  return { decode: (frame) => decodeOrFault(() => decodeFrame(frame)), encode: () => null };
}

/** Reads these fields in order: "(", identity in BCD, type, length of the content, content, checksum, ")". */
function decodeFrame(frame: Uint8Array): Decoded {
  if (frame[0] !== START || frame.at(-1) !== END) throw new BadFrame('no frame of VT200');
  const reader = new ByteReader(frame, 1, frame.length - 2);
  const identity = reader.hex(IDENTITY_BYTES);
  if (!/^\d+$/.test(identity)) throw new BadFrame(`"${identity}" is no identity`);
  const type = reader.u16();
  const length = reader.u16();
  reader.end = Math.min(reader.end, reader.offset + length);
  return { ...NOTHING_DECODED, identities: [identity], messages: [messageOf(type, reader, identity)] };
}

function messageOf(type: number, reader: ByteReader, identity: string): Message {
  if (PLACES.includes(type)) return place(reader);
  if (type === START_OF_TRIP) return startOfTrip(reader);
  if (type === TRIP) return trip(reader);
  if (type !== ALIVE) throw new UnknownType(type, [identity]);
  return { kind: 'heartbeat', deviceTime: null, fix: null, attributes: {} };
}

const moment = (reader: ByteReader) => dayFirst(reader.hex(3), reader.hex(3));

interface Place {
  valid: boolean;
  lat: number | undefined;
  lon: number | undefined;
}

/** Reads these fields in order: ddmmmmmm, dddmmmmmm and half a byte of flags (1 valid, 2 north, 4 east). */
function coordinates(reader: ByteReader): Place {
  const [lat, lon] = [reader.hex(4), reader.hex(5)];
  const flags = Number.parseInt(lon.slice(9), 16);
  return {
    valid: (flags & 1) !== 0,
    lat: degreesMinutesIfAny(lat, (flags & 2) === 0 ? 'S' : 'N'),
    lon: degreesMinutesIfAny(lon.slice(0, 9), (flags & 4) === 0 ? 'W' : 'E'),
  };
}

/**
 * Reads these fields in order: kind of the data, trip, timestamp, coordinates, km/h, course in twos, satellites,
 * signal, kilometres, state.
 */
function place(reader: ByteReader): Message {
  reader.skip(3);
  const time = timeIfAny(() => moment(reader));
  const where = coordinates(reader);
  const [speedKph, course, satellites, rssi] = [reader.u8(), reader.u8(), reader.u8(), reader.u8()];
  const odometerM = reader.u32() * 1000;
  const status = reader.u32();
  const fixed = { ...where, speedKph, courseDeg: course * 2 };
  return { kind: 'report', ...timed(time, fixed), attributes: { satellites, rssi, odometerM, status } };
}

/** Reads the report that the ignition went on: kind of the data, trip, timestamp, and the position if known. */
function startOfTrip(reader: ByteReader): Message {
  reader.skip(3);
  const time = timeIfAny(() => moment(reader));
  const began = reader.remaining < PLACE_BYTES ? null : coordinates(reader);
  return { kind: 'report', ...timed(time, began), attributes: { ignition: true } };
}

const SPEEDS_BYTES = 4 * 10 + 6 + 5;
/** Offset of the coolant temperature. */
const DEGREES_FROM = 40;

/**
 * Reads the report of a finished trip, which is sent when the ignition went off: trip, IMEI, card, start, end, seconds,
 * fuel, metres, the highest speed, rpm and temperature, …
 */
function trip(reader: ByteReader): Message {
  reader.skip(2 + 8 + 8 + 6);
  const time = timeIfAny(() => moment(reader));
  const drivingS = reader.u16();
  // Fuel, in an undocumented unit.
  reader.skip(4);
  const attributes: Attributes = {
    ignition: false,
    drivingS,
    tripM: reader.u32(),
    maxSpeedKph: reader.u8(),
    maxRpm: reader.u16(),
    maxCoolantTemperatureC: reader.u8() - DEGREES_FROM,
    hardAccelerations: reader.u8(),
    hardBrakings: reader.u8(),
  };
  speeds(reader, attributes);
  return { kind: 'report', deviceTime: time, fix: null, attributes };
}

/**
 * Reads seconds, metres and fuel above the limit, at high, usual and low speed; then seconds and fuel of idling, and
 * counts of events.
 */
function speeds(reader: ByteReader, attributes: Attributes): void {
  if (reader.remaining < SPEEDS_BYTES) return;
  for (const pace of ['speeding', 'fast', 'usual', 'slow']) {
    attributes[`${pace}S`] = reader.u16();
    attributes[`${pace}M`] = reader.u32();
    reader.skip(4);
  }
  attributes.idleS = reader.u16();
  reader.skip(4);
  attributes.hardCornerings = reader.u8();
  attributes.speedings = reader.u8();
  attributes.overheatings = reader.u16();
  attributes.laneChanges = reader.u8();
}
