import { decimalIfAny, Fields } from '../tools/fields.ts';
import { timedWithZeros, timeIfAny } from '../tools/fix.ts';
import { dayFirst, degreesMinutesIfAny, digitsIfAny, KNOT_KPH } from '../tools/units.ts';
import type { Attributes, Message } from '../types.ts';
import { olderAlarm } from './alarms.ts';
import { packedPlace } from './place.ts';

const SENTENCE = '$GPRMC,';
/** Inputs and outputs as "0" and "1", the lowest last. */
const has = (bits: string, bit: number) => bits.charAt(bits.length - 1 - bit) === '1';

/**
 * Reads a message of older devices, after the identity: with a receiver's sentence, with separators, or with neither.
 * Null if it is none of these.
 */
export function olderReport(text: string): Message | null {
  const type = text.slice(0, 2);
  const content = text.slice(2);
  if (content.startsWith(SENTENCE)) return sentenceReport(type, content);
  return content.includes('|') ? separatedReport(type, content) : packedReport(type, content);
}

/**
 * Reads these fields in order: the sentence, three accuracies, inputs, time of the battery, voltages, an input in some,
 * cell, thermometer, kilometres.
 */
function sentenceReport(type: string, content: string): Message {
  const fields = content.split('|');
  const sentence = new Fields((fields[0] ?? '').slice(SENTENCE.length));
  const clock = sentence.textIfAny();
  const valid = sentence.textIfAny() === 'A';
  const lat = degreesMinutesIfAny(sentence.textIfAny(), sentence.textIfAny());
  const lon = degreesMinutesIfAny(sentence.textIfAny(), sentence.textIfAny());
  const speedKph = sentence.value() * KNOT_KPH;
  const courseDeg = sentence.numberIfAny();
  const time = timeIfAny(() => dayFirst(sentence.textIfAny(), clock.slice(0, 6)));
  const [, , hdop = '', , io = '', , volts = ''] = fields;
  const attributes: Attributes = {
    ...olderAlarm(type, has(io, 0)),
    hdop: decimalIfAny(hdop),
    input1: has(io, 6),
    input2: has(io, 7),
    input3: has(io, 4),
    input4: has(io, 5),
    output1: has(io, 8),
    output2: has(io, 9),
    // Whether it is charging, battery and vehicle voltage in hundredths of a volt.
    charging: volts.startsWith('1'),
    batteryV: digitsIfAny(volts, 1, 3) / 100,
    powerV: digitsIfAny(volts, 4, 4) / 100,
    odometerM: kilometres(fields),
  };
  return { kind: 'report', ...timedWithZeros(time, { valid, lat, lon, speedKph, courseDeg }), attributes };
}

/** The first decimal field after the voltages, in metres. */
function kilometres(fields: readonly string[]): number | undefined {
  const km = decimalIfAny(fields.slice(7).find((field) => field.includes('.')) ?? '');
  return km === undefined ? undefined : Math.round(km * 1000);
}

/**
 * Reads these fields in order: ddmmyyhhmmss, fix, coordinates, knots, course, accuracy, inputs, voltages, an input,
 * cell, thermometer, kilometres. Until the clock is set and the receiver has a fix, zeros without separators replace
 * all of the receiver's fields.
 */
function separatedReport(type: string, content: string): Message | null {
  const fields = new Fields(content, '|');
  const moment = fields.text();
  if (/^0{12,}$/.test(moment) && !/^[AV]$/.test(fields.peek() ?? ''))
    return { kind: 'report', ...timedWithZeros(null, NOWHERE), attributes: olderAlarm(type) };
  const state = fields.textIfAny();
  if (state !== 'A' && state !== 'V') return null;
  const lat = degreesMinutesIfAny(fields.textIfAny(), fields.textIfAny());
  const lon = degreesMinutesIfAny(fields.textIfAny(), fields.textIfAny());
  const speedKph = fields.value() * KNOT_KPH;
  const [courseDeg, hdop] = [fields.numberIfAny(), fields.numberIfAny()];
  const [io, volts] = [fields.textIfAny(), fields.textIfAny()];
  const attributes: Attributes = { ...olderAlarm(type), hdop, charging: has(io, 1) };
  for (let input = 1; input <= 6; input += 1) attributes[`input${input}`] = has(io, 1 + input);
  for (let output = 1; output <= 4; output += 1) attributes[`output${output}`] = has(io, 7 + output);
  // Whether it is charging, tenths of a volt of its battery, volts of the vehicle's.
  attributes.batteryV = digitsIfAny(volts, 1, 2) / 10;
  attributes.powerV = digitsIfAny(volts, 3, 2);
  fields.skip(3);
  const km = fields.numberIfAny();
  if (km !== undefined) attributes.odometerM = Math.round(km * 1000);
  const time = timeIfAny(() => dayFirst(moment.slice(0, 6), moment.slice(6)));
  const place = { valid: state === 'A', lat, lon, speedKph, courseDeg };
  return { kind: 'report', ...timedWithZeros(time, place), attributes };
}

const NOWHERE = { valid: false, lat: undefined, lon: undefined };

/** Characters before the position: fix, satellites, course, knots, accuracy, kilometres. */
const MOTION_CHARACTERS = 1 + 2 + 3 + 3 + 4 + 7;

/**
 * Reads the same fields without separators: ddmmyyhhmmss, inputs, voltages, …, fix, satellites, course, knots,
 * accuracy, kilometres.
 */
function packedReport(type: string, content: string): Message | null {
  const place = packedPlace(content);
  if (place === null) return null;
  const at = place.start - MOTION_CHARACTERS;
  const state = content.charAt(at);
  if (state !== 'A' && state !== 'V') return null;
  const attributes: Attributes = {
    ...olderAlarm(type),
    charging: content.charAt(16) === '1',
    batteryV: digitsIfAny(content, 17, 2) / 10,
    powerV: digitsIfAny(content, 19, 2),
    satellites: digitsIfAny(content, at + 1, 2),
    pdop: decimalIfAny(content.slice(at + 9, at + 13)),
    odometerM: digitsIfAny(content, at + 13, 7) * 1000,
  };
  const time = timeIfAny(() => dayFirst(content.slice(0, 6), content.slice(6, 12)));
  const [courseDeg, knots] = [digitsIfAny(content, at + 3, 3), digitsIfAny(content, at + 6, 3)];
  const fix = { valid: state === 'A', lat: place.lat, lon: place.lon, courseDeg, speedKph: knots * KNOT_KPH };
  return { kind: 'report', ...timedWithZeros(time, fix), attributes };
}
