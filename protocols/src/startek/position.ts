import { type Fields, hexadecimalIfAny } from '../tools/fields.ts';
import { fixIfAny, timeIfAny } from '../tools/fix.ts';
import { switches } from '../tools/switches.ts';
import { yearFirst } from '../tools/units.ts';
import type { AlarmCode, Attributes, Message } from '../types.ts';

/** Reasons for which a device reports (protocol, "event codes"). */
const ALARMS: Readonly<Record<number, AlarmCode>> = {
  1: 'sos',
  5: 'door',
  6: 'door',
  17: 'lowPower',
  18: 'powerCut',
  19: 'powerRestored',
  39: 'hardAcceleration',
  40: 'hardBraking',
  41: 'hardCornering',
};
/** A driver's card was read; its number is the event's data. */
const CARD_READ = 53;

const [INPUTS, OUTPUTS] = [4, 2];
/** Bit of the state: the device has external power. */
const CHARGING = 3;
const has = (bits: number, bit: number) => ((bits >>> bit) & 1) === 1;

/**
 * Reads these fields in order: event, its data, yymmddhhmmss, A or V, latitude, longitude, satellites, HDOP, km/h,
 * course, metres above sea level, metres driven, cell, signal, state, inputs (bit 1 the ignition, bit 2 a door),
 * outputs, volts; then the model's additions.
 */
export function position(fields: Fields): Message {
  const event = fields.value();
  const data = fields.text();
  const moment = fields.text();
  const time = timeIfAny(() => yearFirst(moment.slice(0, 6), moment.slice(6)));
  const valid = fields.text() === 'A';
  const [lat, lon] = [fields.value(), fields.value()];
  const [satellites, hdop] = [fields.numberIfAny(), fields.numberIfAny()];
  const [speedKph, courseDeg] = [fields.numberIfAny() ?? 0, fields.numberIfAny() ?? 0];
  const [altitudeM, odometerM] = [fields.numberIfAny() ?? null, fields.numberIfAny()];
  fields.skip();
  const rssi = fields.numberIfAny();
  const alarm = ALARMS[event];
  const attributes: Attributes = {
    event,
    ...(event === CARD_READ && data !== '' && { driverTag: data }),
    ...(alarm !== undefined && { alarm: [alarm] }),
    ...(satellites !== undefined && { satellites }),
    ...(hdop !== undefined && { hdop }),
    ...(odometerM !== undefined && { odometerM }),
    ...(rssi !== undefined && { rssi }),
  };
  readSwitches(fields, attributes);
  readVolts(fields.left > 0 ? fields.text() : '', attributes);
  readMore(fields, attributes);
  const fix = fixIfAny({ time, valid, lat, lon, altitudeM, speedKph, courseDeg });
  return { kind: 'report', deviceTime: time, fix, attributes };
}

/** The next field as hexadecimal, if there is one. */
const nextHex = (fields: Fields) => hexadecimalIfAny(fields.left > 0 ? fields.text() : undefined);

function readSwitches(fields: Fields, attributes: Attributes): void {
  const [status, inputs, outputs] = [nextHex(fields), nextHex(fields), nextHex(fields)];
  if (status !== undefined) Object.assign(attributes, { status, charging: has(status, CHARGING) });
  if (inputs !== undefined) {
    Object.assign(attributes, { ignition: has(inputs, 1), door: has(inputs, 2) }, switches('input', inputs, INPUTS));
  }
  if (outputs !== undefined) Object.assign(attributes, switches('output', outputs, OUTPUTS));
}

/** Reads hundredths of a volt in hex, separated by bars: of the supply, of the battery, then the analogue inputs. */
function readVolts(text: string, attributes: Attributes): void {
  for (const [index, part] of text.split('|').slice(0, 10).entries()) {
    const value = hexadecimalIfAny(part);
    if (value === undefined) continue;
    const name = index === 0 ? 'powerV' : index === 1 ? 'batteryV' : `analog${index - 1}V`;
    attributes[name] = value / 100;
  }
}

/**
 * Rpm, load, flow, pressure and degrees of the air, throttle, coolant, tenths of litres an hour; degrees are from -40
 * on.
 */
const ENGINE: readonly (readonly [name: string, offset: number, divisor: number])[] = [
  ['engineRpm', 0, 1],
  ['engineLoadPercent', 0, 1],
  ['airFlow', 0, 1],
  ['airPressureKpa', 0, 1],
  ['airTemperatureC', 40, 1],
  ['throttlePercent', 0, 1],
  ['coolantTemperatureC', 40, 1],
  ['fuelLPerHour', 0, 10],
];
/** A shorter number is not a card. */
const CARD_LENGTH = 20;

/**
 * Reads these fields in order: model of the tail, fuel sensors, thermometers, the engine separated by bars, the
 * driver's card, engine seconds.
 */
function readMore(fields: Fields, attributes: Attributes): void {
  fields.skip();
  for (const [index, value] of sensors(fields)) attributes[`fuelSensor${index}`] = value / 10;
  for (const [index, value] of sensors(fields)) {
    // The first bit is the sign.
    attributes[`temperature${index}C`] = (value >= 0x8000 ? 0x8000 - value : value) / 10;
  }
  if (fields.peek()?.includes('|')) readEngine(fields.text(), attributes);
  else if (fields.peek() === '') fields.skip();
  if ((fields.peek()?.length ?? 0) >= CARD_LENGTH) attributes.driverTag = fields.text();
  const seconds = fields.left > 0 ? Number(fields.text()) : 0;
  if (Number.isInteger(seconds) && seconds > 0) attributes.engineHoursS = seconds;
}

/** Reads pairs of a two-digit number and a hexadecimal value, separated by bars. */
function sensors(fields: Fields): (readonly [index: number, value: number])[] {
  if (fields.left <= 0) return [];
  return fields
    .text()
    .split('|')
    .slice(0, 8)
    .flatMap((part) => {
      const [index, value] = [Number(part.slice(0, 2)), hexadecimalIfAny(part.slice(2))];
      return Number.isInteger(index) && index > 0 && value !== undefined ? [[index, value] as const] : [];
    });
}

function readEngine(text: string, attributes: Attributes): void {
  const parts = text.split('|');
  for (const [index, [name, offset, divisor]] of ENGINE.entries()) {
    const part = parts[index] ?? '';
    const value = Number(part);
    if (part !== '' && Number.isFinite(value)) attributes[name] = (value - offset) / divisor;
  }
  const level = parts[ENGINE.length] ?? '';
  const value = Number.parseFloat(level);
  if (!Number.isFinite(value)) return;
  if (level.endsWith('L')) attributes.fuelL = value;
  else attributes.fuelPercent = value;
}
