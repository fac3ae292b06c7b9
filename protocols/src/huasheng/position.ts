import { unlessUnreadable } from '../tools/bad-frame.ts';
import type { ByteReader } from '../tools/bytes.ts';
import { decimal } from '../tools/fields.ts';
import { timedWithZeros, timeIfAny } from '../tools/fix.ts';
import { yearFirst } from '../tools/units.ts';
import type { AlarmCode, Attributes, Message } from '../types.ts';
import { blocks } from './blocks.ts';

/** Reasons for which a device reports. */
const ALARMS: Readonly<Record<number, AlarmCode>> = {
  4: 'fatigueDriving',
  6: 'sos',
  7: 'hardBraking',
  8: 'hardAcceleration',
  9: 'hardCornering',
  10: 'accident',
  16: 'removing',
};
const [FIX, IGNITION] = [15, 14];
const has = (bits: number, bit: number) => ((bits >>> bit) & 1) === 1;
const PER_DEGREE = 100_000;

/**
 * Reads these fields in order: state, reason, yymmddhhmmss in text, longitude and latitude in hundred-thousandths of a
 * degree, km/h, course, metres above sea level, kilometres of the trip; then blocks.
 */
export function position(reader: ByteReader): { identities: string[]; message: Message } {
  const [status, event] = [reader.u16(), reader.u16()];
  const moment = reader.text(12);
  const time = timeIfAny(() => yearFirst(moment.slice(0, 6), moment.slice(6)));
  const [lon, lat] = [reader.i32() / PER_DEGREE, reader.i32() / PER_DEGREE];
  const [speedKph, courseDeg, altitudeM] = [reader.u16(), reader.u16(), reader.u16()];
  reader.skip(2);
  const alarm = ALARMS[event];
  const attributes: Attributes = {
    status,
    event,
    ignition: has(status, IGNITION),
    ...(alarm !== undefined && { alarm: [alarm] }),
  };
  const identities: string[] = [];
  for (const { type, content } of blocks(reader)) {
    if (type === IMEI) {
      const identity = content.text(content.remaining).trim();
      // An invalid identity costs only itself: the position and its alarm are kept.
      if (/^\w{6,20}$/.test(identity)) identities.push(identity);
    } else unlessUnreadable(() => READERS[type]?.(content, attributes));
  }
  const place = { valid: has(status, FIX), lat, lon, altitudeM, speedKph, courseDeg };
  return { identities, message: { kind: 'report', ...timedWithZeros(time, place), attributes } };
}

const IMEI = 0x000f;

/** Readers of the blocks; others are skipped. */
const READERS: Readonly<Record<number, (content: ByteReader, attributes: Attributes) => void>> = {
  0x0001: engine,
  0x0005: (content, attributes) => {
    attributes.rssi = content.u8();
    attributes.hdop = content.u8();
  },
  0x0009: (content, attributes) => {
    attributes.vin = content.text(content.remaining);
  },
  0x0010: (content, attributes) => {
    attributes.odometerM = decimal(content.text(content.remaining)) * 1000;
  },
  // Engine hours in twentieths of an hour (SAE J1939, SPN 247).
  0x0011: (content, attributes) => {
    attributes.engineHoursS = content.u32() * (HOUR_S / 20);
  },
  0x0014: load,
};
const HOUR_S = 3600;

const [NO_BYTE, NO_WORD] = [0xff, 0xffff];

/** After the fuel: a second tank in newer models, the trip, and the diesel exhaust fluid in some. */
const [TANK_AND_TRIP_BYTES, TRIP_BYTES] = [7, 4];

/**
 * Reads these fields in order: coolant from -40° on, rpm, average km/h, two words of fuel, kilometres of the trip,
 * hundredths of a volt, fuel.
 */
function engine(content: ByteReader, attributes: Attributes): void {
  const coolant = content.u8();
  if (coolant !== NO_BYTE) attributes.coolantTemperatureC = coolant - 40;
  const turns = content.u16();
  if (turns !== NO_WORD) attributes.engineRpm = turns;
  content.skip(3);
  const consumption = content.u16();
  if (consumption !== NO_WORD) attributes.fuelLPer100Km = consumption / 100;
  content.skip(2);
  attributes.powerV = content.u16() / 100;
  const fuel = content.u8();
  // A byte of all ones would be 102%: the value is unknown.
  if (fuel !== NO_BYTE) attributes.fuelPercent = (fuel * 4) / 10;
  if (content.remaining >= TANK_AND_TRIP_BYTES) attributes.fuelLevel2 = content.u16();
  if (content.remaining <= TRIP_BYTES) return;
  content.skip(TRIP_BYTES);
  const additive = content.u8();
  if (additive !== NO_BYTE) attributes.additivePercent = (additive * 4) / 10;
}

/**
 * Reads these fields in order: trim, engine load, ignition advance, air from -40° on, its flow, throttle; ratios are
 * fractions of 255.
 */
function load(content: ByteReader, attributes: Attributes): void {
  content.skip(1);
  attributes.engineLoadPercent = (content.u8() * 100) / NO_BYTE;
  content.skip(1);
  attributes.airTemperatureC = content.u8() - 40;
  attributes.airFlow = content.u16();
  attributes.throttlePercent = (content.u8() * 100) / NO_BYTE;
}
