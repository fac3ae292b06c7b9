import { type ByteReader, FrameTooShort } from '../tools/bytes.ts';
import { currentData, troubleCode } from '../tools/diagnosis.ts';
import type { timed } from '../tools/fix.ts';
import type { AlarmCode, Attributes } from '../types.ts';

const CURRENT = 1;

/** Reads length and service of four bits each, number, value; the length counts all of them. */
function engineValues(reader: ByteReader, attributes: Attributes): void {
  while (reader.remaining > 2) {
    const head = reader.u8();
    const length = head >> 4;
    if (length < 2 || length - 1 > reader.remaining) return;
    const [number = 0, first = 0, second = 0] = reader.take(length - 1);
    const value = (head & 0x0f) === CURRENT && length > 2 ? currentData(number, first, second) : undefined;
    if (value !== undefined) attributes[value[0]] = value[1];
  }
}

const MAX_CODES = 16;

/** Reads length and service, then codes. */
function troubleCodes(reader: ByteReader): string[] {
  reader.skip(1);
  const codes: string[] = [];
  while (reader.remaining >= 2 && codes.length < MAX_CODES) codes.push(troubleCode(reader.u16()));
  return codes;
}

const BLOCK = {
  place: 1,
  status: 3,
  odometer: 4,
  analog: 5,
  geofences: 6,
  engine: 7,
  troubleCodes: 9,
  behaviour: 0x0a,
  vin: 0x0d,
  card: 0x0e,
  event: 0x10,
} as const;

/** Bit of the state: the ignition is on. */
const IGNITION = 9;
const ALARMS: readonly (readonly [bit: number, alarm: AlarmCode])[] = [
  [0, 'powerOff'],
  [1, 'movement'],
  [2, 'overspeed'],
  [4, 'geofence'],
  [10, 'sos'],
];
/** Driving behaviour, by the number in the block. */
const BEHAVIOURS: Readonly<Record<number, AlarmCode>> = {
  0: 'hardAcceleration',
  1: 'hardBraking',
  2: 'hardCornering',
  4: 'idle',
  5: 'fatigueDriving',
  7: 'highRpm',
};
const has = (bits: number, bit: number) => ((bits >>> bit) & 1) === 1;
/** The HDOP for no fix: the last position is repeated. */
const NO_FIX = 9999;

export type Place = Parameters<typeof timed>[1];

/** Blocks of type, length and content up to the end. */
export function blocks(reader: ByteReader): { place: Place; attributes: Attributes } {
  const { end } = reader;
  const attributes: Attributes = {};
  let place: Place = null;
  while (reader.offset < end) {
    const type = reader.u8();
    if (reader.remaining === 0) break;
    const next = Math.min(reader.offset + 1 + reader.u8(), end);
    reader.end = next;
    try {
      if (type === BLOCK.place) place = placeOf(reader, attributes);
      else readBlock(type, reader, attributes);
    } catch (error) {
      // A block that ends early costs itself alone: the device would resend the report forever.
      if (!(error instanceof FrameTooShort)) throw error;
    }
    reader.offset = next;
    reader.end = end;
  }
  return { place, attributes };
}

/** Reads these fields in order: millionths of a degree, km/h, course, hundredths of the HDOP. */
function placeOf(reader: ByteReader, attributes: Attributes): Place {
  const [lat, lon] = [reader.i32() / 1e6, reader.i32() / 1e6];
  const [speedKph, courseDeg, hdop] = [reader.u16(), reader.u16(), reader.u16()];
  attributes.hdop = hdop / 100;
  return { valid: hdop < NO_FIX, lat, lon, speedKph, courseDeg };
}

function readBlock(type: number, reader: ByteReader, attributes: Attributes): void {
  switch (type) {
    case BLOCK.status:
      readStatus(reader.u16(), reader.remaining > 1 ? reader.u16() : 0, attributes);
      break;
    case BLOCK.odometer:
      attributes.odometerM = reader.u32();
      break;
    case BLOCK.analog:
      while (reader.remaining >= 2) readAnalog(reader.u16(), attributes);
      break;
    case BLOCK.geofences:
      attributes.geofencesInside = reader.u32();
      attributes.geofencesReported = reader.u32();
      break;
    case BLOCK.engine:
      engineValues(reader, attributes);
      break;
    case BLOCK.troubleCodes:
      attributes.troubleCodes = troubleCodes(reader);
      break;
    case BLOCK.behaviour: {
      const alarm = BEHAVIOURS[reader.u8()];
      if (alarm !== undefined) addAlarms(attributes, [alarm]);
      break;
    }
    case BLOCK.vin: {
      const vin = reader.text(reader.remaining).trim();
      if (/^[\x21-\x7e]{1,32}$/.test(vin)) attributes.vin = vin;
      break;
    }
    // The card, then a byte for whether it is authorised to drive.
    case BLOCK.card: {
      const driverTag = reader.text(reader.remaining - 1);
      if (/^[\x21-\x7e]{1,32}$/.test(driverTag)) attributes.driverTag = driverTag;
      attributes.driverAuthorized = reader.u8() !== 0;
      break;
    }
    case BLOCK.event:
      attributes.event = reader.u8();
      if (reader.remaining >= 4) attributes.eventMask = reader.u32();
      break;
    default:
  }
}

function addAlarms(attributes: Attributes, codes: readonly AlarmCode[]): void {
  if (codes.length > 0) attributes.alarm = [...new Set([...(attributes.alarm ?? []), ...codes])];
}

/** The state and the cause of its change, in sixteen bits each. */
export function readStatus(status: number, bits: number, attributes: Attributes): void {
  Object.assign(attributes, { status, ignition: has(status, IGNITION) });
  addAlarms(
    attributes,
    ALARMS.flatMap(([bit, code]) => (has(bits, bit) ? [code] : [])),
  );
}

/** The range of each twelve-bit value, from least to most, by the number in the preceding four bits. */
const ANALOG: readonly (readonly [name: string, least: number, most: number])[] = [
  ['powerV', -10, 100],
  ['temperature1C', -55, 125],
  ['batteryV', -10, 100],
];

export const analogName = (number: number): string => ANALOG[number]?.[0] ?? `analog${number}V`;

function readAnalog(value: number, attributes: Attributes): void {
  const [, least, most] = ANALOG[value >> 12] ?? ['', -10, 100];
  attributes[analogName(value >> 12)] =
    Math.round(((value & 0xfff) * (most - least) * 1000) / 4096 + least * 1000) / 1000;
}
