import { unlessBad } from '../tools/bad-frame.ts';
import { decimalIfAny, Fields, hexadecimalIfAny } from '../tools/fields.ts';
import { timed, timeIfAny } from '../tools/fix.ts';
import { dayFirst } from '../tools/units.ts';
import type { AlarmCode, Attributes, Message } from '../types.ts';
import { degrees, minutes } from './place.ts';

const MILE_KM = 1.609344;
/** Source of a position: none; and its age: beyond the range. */
const [UNKNOWN, OLD] = ['9', 'FF'];
/** Bits of the inputs: the ignition; for JMAK devices also the power. */
const [IGNITION, POWER] = [7, 6];
const has = (bits: number, bit: number) => ((bits >>> bit) & 1) === 1;

interface Start {
  place: NonNullable<Parameters<typeof timed>[1]>;
  time: Date | null;
  /** The fields after the course. */
  rest: string;
}

/**
 * Reads these fields in order: ddmmyyhhmmss, latitude, longitude (with a decimal point: in degrees and minutes), speed
 * (3), course (3).
 */
function start(body: string, kphOfSpeed: number): Start {
  const time = timeIfAny(() => dayFirst(body.slice(0, 6), body.slice(6, 12)));
  const text = body.slice(12);
  const isPointed = text.charAt(5) === '.';
  const [lonAt, end] = isPointed ? [10, 21] : [8, 17];
  const place = {
    valid: true,
    lat: unlessBad(() => (isPointed ? minutes(text, 0, 2) : degrees(text, 0, 2))) ?? undefined,
    lon: unlessBad(() => (isPointed ? minutes(text, lonAt, 3) : degrees(text, lonAt, 3))) ?? undefined,
    speedKph: (decimalIfAny(text.slice(end, end + 3)) ?? 0) * kphOfSpeed,
    courseDeg: decimalIfAny(text.slice(end + 3, end + 6)),
  };
  return { time, place, rest: text.slice(end + 6) };
}

const message = ({ time, place }: Start, attributes: Attributes): Message => ({
  kind: 'report',
  ...timed(time, place),
  attributes,
});

/** "GP", "US", "CV", "CQ" and "BR"; "PI" has miles per hour. Two digits before the time are the event. */
export function report(type: string, body: string): Message {
  if (type === 'GP') return stateReport(start(body, 1));
  if (type === 'PI') return stateReport(start(body, MILE_KM));
  const event = decimalIfAny(body.slice(0, 2));
  // "US" separates the event from the position.
  const reported = start(body.slice(body.charAt(2) === ',' ? 3 : 2), 1);
  if (type === 'BR') return message(reported, { event, ...loggerTail(reported.rest) });
  if (type === 'US') return message(reported, { event, ...universalTail(reported.rest) });
  return stateReport(reported, event);
}

/**
 * Reads these fields in order: source (1), age (2), inputs (2), event (2), HDOP (2); a second event precedes the
 * position.
 */
function stateReport(reported: Start, before?: number): Message {
  const { rest } = reported;
  const inputs = hexadecimalIfAny(rest.slice(3, 5));
  const event = /^\d\d$/.test(rest.slice(5, 7)) ? Number(rest.slice(5, 7)) : before;
  const hdop = /^\d\d$/.test(rest.slice(7, 9)) ? Number(rest.slice(7, 9)) : undefined;
  return message(withSource(reported), {
    ...(event !== undefined && { event }),
    ...(hdop !== undefined && { hdop }),
    ...(inputs !== undefined && { input: inputs, ignition: has(inputs, IGNITION) }),
  });
}

function withSource({ time, place, rest }: Start): Start {
  const valid = rest.charAt(0) !== UNKNOWN && rest.slice(1, 3) !== OLD;
  return { time, place: { ...place, valid }, rest };
}

/**
 * Reads these fields in order: inputs (2), outputs (2), battery (3), metres driven in hex (8), PDOP (1), …, signal (2).
 */
function loggerTail(rest: string): Attributes {
  const inputs = hexadecimalIfAny(rest.slice(0, 2));
  const odometerM = hexadecimalIfAny(rest.slice(7, 15));
  const rssi = /^\d\d$/.test(rest.slice(27, 29)) ? Number(rest.slice(27, 29)) : undefined;
  return {
    ...(inputs !== undefined && { input: inputs }),
    ...(odometerM !== undefined && { odometerM }),
    ...(rssi !== undefined && { rssi }),
  };
}

/**
 * Reads source, age and inputs; then, after commas, the bus, metres driven, supply volts, battery volts, rpm, two
 * temperatures and the event.
 */
function universalTail(rest: string): Attributes {
  const fields = new Fields(rest);
  const inputs = hexadecimalIfAny(fields.text().slice(3, 5));
  const attributes: Attributes = inputs === undefined ? {} : { input: inputs, ignition: has(inputs, IGNITION) };
  fields.skip();
  const odometerM = fields.numberIfAny();
  if (odometerM !== undefined) attributes.odometerM = odometerM;
  const volts = fields.left > 0 ? fields.text() : '';
  if (volts.length === 8) Object.assign(attributes, twoVoltages(volts));
  for (const name of ['engineRpm', 'temperature1C', 'temperature2C']) {
    const value = fields.numberIfAny();
    if (value !== undefined) attributes[name] = value;
  }
  const event = hexadecimalIfAny(fields.left > 0 ? fields.text() : undefined);
  return event === undefined ? attributes : { ...attributes, event };
}

const hundredths = (text: string) => (decimalIfAny(text) ?? Number.NaN) / 100;

const twoVoltages = (text: string): Attributes => ({
  powerV: hundredths(text.slice(0, 4)),
  batteryV: hundredths(text.slice(4)),
});

/** Events of JMAK's. */
const ALARMS: Readonly<Record<number, AlarmCode>> = { 111: 'idle', 120: 'hardAcceleration' };
/** The kind of a report about the device itself. */
const ABOUT = '00';

/** Reads JMAK's "UV": kind, event (3 digits) and model, then device data, or a position with vehicle data. */
export function newerReport(body: string): Message {
  const fields = new Fields(body);
  const head = fields.text();
  const event = decimalIfAny(head.slice(2));
  fields.skip();
  if (head.startsWith(ABOUT)) {
    fields.skip();
    const volts = fields.text();
    const [serial, firmware] = [fields.text(), fields.text()];
    const attributes = { event, ...reversedVoltages(volts), serial, firmware };
    return { kind: 'report', deviceTime: null, fix: null, attributes };
  }
  const reported = start(fields.textIfAny(), 1);
  const { rest } = reported;
  const inputs = hexadecimalIfAny(rest.slice(3, 5));
  const hdop = hexadecimalIfAny(rest.slice(7, 9));
  const alarm = ALARMS[event ?? 0];
  const attributes: Attributes = {
    event,
    ...(alarm !== undefined && { alarm: [alarm] }),
    ...(inputs !== undefined && { input: inputs, ignition: has(inputs, IGNITION), charging: has(inputs, POWER) }),
    ...(hdop !== undefined && { hdop }),
    ...reversedVoltages(fields.left > 0 ? fields.text() : ''),
  };
  fields.skip(3);
  const minutesRun = fields.numberIfAny();
  const names = ['odometerM', 'engineRpm', 'coolantTemperatureC', 'oilPressureKpa', 'fuelPercent'];
  for (const name of names) {
    const value = fields.numberIfAny();
    if (value !== undefined) attributes[name] = value;
  }
  if (minutesRun !== undefined) attributes.engineHoursS = minutesRun * 60;
  fields.skip(3);
  const driverTag = fields.left > 0 ? fields.text() : '';
  if (driverTag !== '') attributes.driverTag = driverTag;
  return message(withSource(reported), attributes);
}

function reversedVoltages(text: string): Attributes {
  return text.length === 8 ? { batteryV: hundredths(text.slice(0, 4)), powerV: hundredths(text.slice(4)) } : {};
}
