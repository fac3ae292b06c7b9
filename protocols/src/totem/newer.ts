import { decimalIfAny, Fields, hexadecimalIfAny } from '../tools/fields.ts';
import { timed, timedWithZeros, timeIfAny } from '../tools/fix.ts';
import { digitsIfAny, yearFirst } from '../tools/units.ts';
import type { Attributes, Message } from '../types.ts';
import { newerAlarm } from './alarms.ts';
import { packedPlace } from './place.ts';

/** Characters before the position: satellites, signal, course, km/h, accuracy, kilometres. */
const MOTION_CHARACTERS = 2 + 2 + 3 + 3 + 4 + 7;
/** State, time. */
const HEAD_CHARACTERS = 8 + 12;
/**
 * The fields between time and satellites with a three-digit battery and no other voltage: battery, an input, the cell.
 */
const SHORT_MIDDLE = 3 + 4 + 8;
/** Additional lengths of thermometers, inputs and the network, where they do not equal a length of `PLAIN_MIDDLE`. */
const SHORT_EXTRAS: ReadonlySet<number> = new Set([0, 4, 8, 13, 16, 20, 25]);
/**
 * With battery and other voltage of two digits each: those, an input, the cell; more with inputs, thermometers,
 * network.
 */
const PLAIN_MIDDLE = 2 + 2 + 4 + 8;
const NETWORK = 5;
/** Additional lengths of two thermometers, or of three inputs and two thermometers. */
const WITH_TWO_THERMOMETERS: ReadonlySet<number> = new Set([8, 20]);

const IGNITION = 30;
const CHARGING = 28;
const OUTPUTS = [23, 22, 21] as const;
/** Bits for a position by satellites: in devices with two thermometers, and in others. */
const LOCATED = { thermometers: 12, plain: 14 } as const;

const has = (bits: number, bit: number) => ((bits >>> bit) & 1) === 1;

/** True when a message begins in the format of `newerReport`: state, and digits or their substitutes. */
export const isNewerReport = (text: string): boolean => /^[0-9a-fA-F]{8}\d{12}/.test(text);

/**
 * Reads fields without separators: state, yymmddhhmmss, voltages, inputs, thermometers, cell, network, satellites,
 * signal, course, km/h, accuracy, kilometres, coordinates, serial number, checksum. The middle part differs by model,
 * and is recognised by its length.
 */
export function newerReport(type: string, text: string): Message {
  const place = packedPlace(text);
  const state = hexadecimalIfAny(text.slice(0, 8));
  const time = timeIfAny(() => yearFirst(text.slice(8, 14), text.slice(14, HEAD_CHARACTERS)));
  const stated = state === undefined ? {} : stateOf(type, state);
  if (place === null) return { kind: 'report', ...timed(time, null), attributes: stated };
  const motion = place.start - MOTION_CHARACTERS;
  const middle = motion - HEAD_CHARACTERS;
  const rssi = digitsIfAny(text, motion + 2, 2);
  const attributes: Attributes = {
    ...stated,
    satellites: digitsIfAny(text, motion, 2),
    ...(rssi <= 31 && { rssi }),
    hdop: decimalIfAny(text.slice(motion + 10, motion + 14)),
    odometerM: digitsIfAny(text, motion + 14, 7) * 1000,
    ...voltages(text, middle),
  };
  const extra = middle - (isShort(middle) ? SHORT_MIDDLE : PLAIN_MIDDLE);
  const thermometers = WITH_TWO_THERMOMETERS.has(extra) || WITH_TWO_THERMOMETERS.has(extra - NETWORK);
  const fix = {
    valid: has(state ?? 0, thermometers ? LOCATED.thermometers : LOCATED.plain),
    lat: place.lat,
    lon: place.lon,
    speedKph: digitsIfAny(text, motion + 7, 3),
    courseDeg: digitsIfAny(text, motion + 4, 3),
  };
  return { kind: 'report', ...timedWithZeros(time, fix), attributes };
}

const stateOf = (type: string, state: number): Attributes => ({
  ...newerAlarm(type, state),
  ignition: has(state, IGNITION),
  charging: has(state, CHARGING),
  ...Object.fromEntries(OUTPUTS.map((bit, index) => [`output${index + 1}`, has(state, bit)])),
});

const isShort = (middle: number): boolean => SHORT_EXTRAS.has(middle - SHORT_MIDDLE);

function voltages(text: string, middle: number): Attributes {
  if (isShort(middle)) return { batteryV: digitsIfAny(text, HEAD_CHARACTERS, 3) / 100 };
  return {
    batteryV: digitsIfAny(text, HEAD_CHARACTERS, 2) / 10,
    powerV: digitsIfAny(text, HEAD_CHARACTERS + 2, 2),
  };
}

/** Reads a report that a card was read: time, longitude, latitude, the card. */
export function cardReport(text: string): Message {
  const fields = new Fields(text.split('|')[0] ?? '');
  const where = timeAndPlace(fields);
  const driverTag = fields.textIfAny();
  return { kind: 'report', ...where, attributes: driverTag === '' ? {} : { driverTag } };
}

/** The engine's values, by name in the order in which they are sent. */
const ENGINE = [
  'odometerM',
  'fuelUsed',
  'fuelConsumption',
  'powerMv',
  'engineRpm',
  'obdSpeedKph',
  '',
  '',
  'coolantC',
  'intakeC',
  'engineLoadPercent',
  'throttlePercent',
  'fuelPercent',
] as const;

/** Reads the engine's report: time, longitude, latitude, version of the adapter, values. */
export function engineReport(text: string): Message {
  const fields = new Fields(text.split('|')[0] ?? '');
  const where = timeAndPlace(fields);
  fields.skip();
  const attributes: Attributes = {};
  for (const name of ENGINE) {
    const value = fields.numberIfAny();
    if (value === undefined || name === '') continue;
    if (name === 'powerMv') attributes.powerV = value / 1000;
    else attributes[name] = value;
  }
  return { kind: 'report', ...where, attributes };
}

const MAX_LATITUDE = 90;

/** The longitude comes first; firmware that sends the latitude first is recognised by an impossible second number. */
function timeAndPlace(fields: Fields): ReturnType<typeof timed> {
  const moment = fields.text();
  const [first, second] = [fields.value(), fields.value()];
  const isTurned = Math.abs(second) > MAX_LATITUDE && Math.abs(first) <= MAX_LATITUDE;
  const [lon, lat] = isTurned ? [second, first] : [first, second];
  const time = timeIfAny(() => yearFirst(moment.slice(0, 6), moment.slice(6)));
  return timedWithZeros(time, { valid: true, lat, lon });
}
