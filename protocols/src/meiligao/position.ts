import { decimalIfAny, Fields } from '../tools/fields.ts';
import { timedWithZeros, timeIfAny } from '../tools/fix.ts';
import { dayFirst, degreesMinutesIfAny, KNOT_KPH } from '../tools/units.ts';
import type { Attributes, Message } from '../types.ts';

const OUTPUTS = 5;
const INPUTS = 5;
/** A cell has at least this many characters; a number of metres is shorter. */
const MIN_CELL = 16;

const isHex = (text: string | undefined, digits: number): text is string =>
  text?.length === digits && /^[0-9a-fA-F]+$/.test(text);

/**
 * Reads these fields in order: the receiver's sentence (time, fix, coordinates, knots, course, date), then separated by
 * bars: accuracy, metres, outputs and inputs, measurements of the inputs, and either cell, signal, metres, satellites,
 * card, or metres and the driver's tag.
 */
export function position(text: string, before: Attributes = {}): Message {
  const parts = text.split('|');
  const receiver = new Fields(parts[0] ?? '');
  const clock = (receiver.textIfAny().split('.')[0] ?? '').padStart(6, '0');
  const valid = receiver.textIfAny() === 'A';
  const lat = degreesMinutesIfAny(receiver.textIfAny(), receiver.textIfAny());
  const lon = degreesMinutesIfAny(receiver.textIfAny(), receiver.textIfAny());
  const speedKph = receiver.value() * KNOT_KPH;
  const courseDeg = receiver.value();
  const time = timeIfAny(() => dayFirst(receiver.textIfAny(), clock));
  const [, accuracy = '', altitude = '', state, measured = ''] = parts;
  const altitudeM = decimalIfAny(altitude);
  const attributes: Attributes = {
    hdop: decimalIfAny(accuracy),
    ...(isHex(state, 4) && switchesOf(Number.parseInt(state, 16))),
    ...measurements(measured),
    ...rest(parts),
    ...before,
  };
  return { kind: 'report', ...timedWithZeros(time, { valid, lat, lon, speedKph, courseDeg, altitudeM }), attributes };
}

function switchesOf(state: number): Attributes {
  const reported: Attributes = {};
  for (let index = 0; index < OUTPUTS; index += 1) reported[`output${index + 1}`] = ((state >> index) & 1) === 1;
  for (let index = 0; index < INPUTS; index += 1) reported[`input${index + 1}`] = ((state >> (8 + index)) & 1) === 1;
  return reported;
}

/** As read by the converters; their meaning differs by model. */
function measurements(text: string): Attributes {
  const reported: Attributes = {};
  for (const [index, value] of text.split(',').entries()) {
    if (isHex(value, 4)) reported[`analog${index + 1}`] = Number.parseInt(value, 16);
  }
  return reported;
}

function rest(parts: readonly string[]): Attributes {
  const [first = '', second = '', third, fourth] = parts.slice(5);
  if (first.length >= MIN_CELL) {
    return {
      ...(isHex(second, 2) && { rssi: Number.parseInt(second, 16) }),
      ...(isHex(third, 8) && { odometerM: Number.parseInt(third, 16) }),
      ...(isHex(fourth, 2) && { satellites: Number.parseInt(fourth, 16) }),
      ...card(parts.slice(9).join('|')),
    };
  }
  return {
    ...(/^\d{1,9}$/.test(first) && { odometerM: Number(first) }),
    ...(/^[0-9a-fA-F]{5,}$/.test(second) && { driverTag: second }),
  };
}

/** The magnetic stripe of a licence; its second part begins with the number. */
function card(text: string): Attributes {
  const number = /;(\d{10,})=/.exec(text)?.[1];
  return number === undefined ? {} : { driverTag: number };
}

/** Fifteen cards of four bytes, of which the last one that is not all zeros counts; then time, date, coordinates. */
export function cards(numbers: readonly number[], text: string): Message {
  const fields = new Fields(text.startsWith('|') ? text.slice(1) : text);
  const clock = fields.textIfAny();
  const time = timeIfAny(() => dayFirst(fields.textIfAny(), clock));
  const lat = degreesMinutesIfAny(fields.textIfAny(), fields.textIfAny());
  const lon = degreesMinutesIfAny(fields.textIfAny(), fields.textIfAny());
  const driver = numbers.findLast((number) => number !== 0);
  const attributes = driver === undefined ? {} : { driverTag: String(driver).padStart(10, '0') };
  return { kind: 'report', ...timedWithZeros(time, { valid: true, lat, lon }), attributes };
}

/** Engine values in the order in which they are sent. */
const ENGINE = [
  'powerV',
  'engineRpm',
  'obdSpeedKph',
  'throttlePercent',
  'engineLoadPercent',
  'coolantC',
  'fuelLPerHour',
  'fuelLPer100Km',
  'rangeKm',
  'odometerKm',
  'tripFuelL',
  'fuelUsedL',
  'troubles',
  'hardAccelerations',
  'hardBrakings',
] as const;

/** Values of the engine. */
export function engine(text: string): Message {
  const attributes: Attributes = {};
  const fields = new Fields(text);
  for (const name of ENGINE) {
    const value = fields.numberIfAny();
    if (value === undefined) continue;
    if (name === 'odometerKm') attributes.obdOdometerM = Math.round(value * 1000);
    else if (name === 'rangeKm') attributes.rangeM = Math.round(value * 1000);
    else attributes[name] = value;
  }
  return { kind: 'report', deviceTime: null, fix: null, attributes };
}
