import type { ByteReader } from '../tools/bytes.ts';
import { decimalIfAny } from '../tools/fields.ts';
import type { Attributes } from '../types.ts';

/** Name of the attribute, divisor, offset. */
type Value = readonly [name: string, divisor?: number, offset?: number];
type Values = Readonly<Record<number, Value>>;

/** Item 0xf3: the engine by OBD, each value with a number of two bytes and a length of one. */
const ENGINE: Values = {
  0x0002: ['obdSpeedKph', 10],
  0x0003: ['engineRpm'],
  0x0004: ['powerV', 1000],
  0x0005: ['obdOdometerM', 0.01],
  0x0008: ['engineLoadPercent', 10],
  0x0009: ['coolantTemperatureC', 1, 40],
  0x000b: ['intakePressureKpa'],
  0x000c: ['intakeTemperatureC', 1, 40],
  0x000d: ['airFlow'],
  0x0100: ['tripM', 0.01],
  0x0102: ['tripFuelL', 10],
  0x000e: ['throttlePercent', 2.55],
};

/** Message 0x0900 on channel 0xf0: the values of the vehicle's bus, with the same headers. */
const VEHICLE: Values = {
  0x0102: ['odometerM', 0.01],
  0x0103: ['fuelL', 100],
  0x0105: ['fuelUsedL', 100],
  0x0111: ['fuelTemperatureC', 1, 40],
  0x0528: ['odometerM', 0.01],
  0x052a: ['fuelL', 100],
  0x052b: ['fuelPercent'],
  0x052c: ['fuelUsedL', 100],
  0x052d: ['coolantTemperatureC', 1, 40],
  0x052e: ['intakeTemperatureC', 1, 40],
  0x0530: ['powerV', 1000],
  0x0535: ['obdSpeedKph', 10],
  0x0536: ['engineRpm'],
  0x053d: ['intakePressureKpa', 10],
  0x0546: ['odometerM', 0.01],
  0x0547: ['throttlePercent'],
  0x0548: ['throttlePercent'],
};

/** The vehicle identification number (ISO 3779) in the two lists. */
const VIN: ReadonlySet<number> = new Set([0x0050, 0xfeec]);
const LONGEST_NUMBER = 4;

function readValue(body: ByteReader, values: Values, attributes: Attributes): void {
  const number = body.u16();
  const length = Math.min(body.u8(), body.remaining);
  if (VIN.has(number)) {
    const vin = body.text(length).replaceAll('\0', '').trim();
    if (/^[A-HJ-NPR-Z0-9]{17}$/.test(vin)) attributes.vin = vin;
    return;
  }
  const known = values[number];
  if (known === undefined || length === 0 || length > LONGEST_NUMBER) {
    body.skip(length);
    return;
  }
  const [name, divisor = 1, offset = 0] = known;
  attributes[name] = body.readUint(length) / divisor - offset;
}

export function engineItems(body: ByteReader): Attributes {
  const attributes: Attributes = {};
  while (body.remaining >= 3) readValue(body, ENGINE, attributes);
  return attributes;
}

/** Values of the vehicle's bus. */
export function vehicleValues(body: ByteReader, count: number): Attributes {
  const attributes: Attributes = {};
  for (let index = 0; index < count && body.remaining >= 3; index += 1) readValue(body, VEHICLE, attributes);
  return attributes;
}

/** Bytes of item 0x91 from consumption to fuel used. */
const BURNT_BYTES = 2 + 2 + 2 + 4 + 2 + 2;

/**
 * Reads item 0x91: tenths of a volt, rpm, km/h, throttle and load as fractions of 255, degrees from -40 on. Some
 * devices add litres an hour, hundredths of a litre for 100 km, two distances, the fuel of the trip and in total.
 */
export function engineBlock(body: ByteReader): Attributes {
  const attributes: Attributes = {
    powerV: body.u16() / 10,
    engineRpm: body.u16(),
    obdSpeedKph: body.u8(),
    throttlePercent: body.u8() / 2.55,
    engineLoadPercent: body.u8() / 2.55,
    coolantTemperatureC: body.u8() - 40,
  };
  if (body.remaining < BURNT_BYTES) return attributes;
  body.skip(2);
  attributes.fuelLPer100Km = body.u16() / 100;
  body.skip(2 + 4 + 2);
  attributes.fuelUsedL = body.u16() / 100;
  return attributes;
}

/**
 * Reads these fields in order: "$OBD-RT,volts,rpm,km/h,throttle,load,degrees of the coolant,…". Null for any other
 * text.
 */
export function engineText(text: string): Attributes | null {
  const at = text.indexOf('$OBD-RT,');
  if (at < 0) return null;
  const values = text.slice(at).split(',').map(decimalIfAny);
  const [, powerV, engineRpm, obdSpeedKph, throttlePercent, engineLoadPercent, coolantTemperatureC, ...rest] = values;
  const [, fuelLPer100Km, tripKm, , tripFuelL, fuelUsedL] = rest;
  return {
    powerV,
    engineRpm,
    obdSpeedKph,
    throttlePercent,
    engineLoadPercent,
    coolantTemperatureC,
    fuelLPer100Km,
    tripM: tripKm === undefined ? undefined : Math.round(tripKm * 1000),
    tripFuelL,
    fuelUsedL,
  };
}
