import { BadFrame } from '../tools/bad-frame.ts';
import { decimal, Fields } from '../tools/fields.ts';
import { fixOf } from '../tools/fix.ts';
import { dayFirst, degreesMinutes, digits, KNOT_KPH } from '../tools/units.ts';
import type { Attributes, Fix, Message } from '../types.ts';
import { olderAlarm } from './alarms.ts';
import { packedPlace } from './place.ts';

const SENTENCE = '$GPRMC,';
/** Inputs and outputs as "0" and "1", the lowest last. */
const has = (bits: string, bit: number) => bits.charAt(bits.length - 1 - bit) === '1';
const numberOr0 = (text: string | undefined) => (text === undefined || text === '' ? 0 : decimal(text));

const report = (fix: Fix, attributes: Attributes): Message => ({
  kind: 'report',
  deviceTime: fix.time,
  fix,
  attributes,
});

/** A message of older devices, behind the identity: with a sentence of the receiver, with separators, or with neither. */
export function olderReport(text: string): Message | null {
  const type = text.slice(0, 2);
  const content = text.slice(2);
  if (content.startsWith(SENTENCE)) return sentenceReport(type, content);
  return content.includes('|') ? separatedReport(type, content) : packedReport(type, content);
}

/** The sentence, three accuracies, inputs, time of the battery, voltages, an input in some, cell, thermometer, kilometres. */
function sentenceReport(type: string, content: string): Message {
  const fields = content.split('|');
  const sentence = new Fields((fields[0] ?? '').slice(SENTENCE.length));
  const clock = sentence.text();
  const valid = sentence.text() === 'A';
  const lat = degreesMinutes(sentence.text(), sentence.text());
  const lon = degreesMinutes(sentence.text(), sentence.text());
  const speedKph = numberOr0(sentence.text()) * KNOT_KPH;
  const courseDeg = numberOr0(sentence.text());
  const [, , hdop, , io = '', , volts = ''] = fields;
  const fix = fixOf({ time: dayFirst(sentence.text(), clock.slice(0, 6)), valid, lat, lon, speedKph, courseDeg });
  return report(fix, {
    ...olderAlarm(type, has(io, 0)),
    hdop: numberOr0(hdop),
    input1: has(io, 6),
    input2: has(io, 7),
    input3: has(io, 4),
    input4: has(io, 5),
    output1: has(io, 8),
    output2: has(io, 9),
    // Whether it is charged, battery and the vehicle's in hundredths of a volt.
    charging: volts.startsWith('1'),
    batteryV: digits(volts, 1, 3) / 100,
    powerV: digits(volts, 4, 4) / 100,
    ...kilometres(fields),
  });
}

/** The first field with a point behind the voltages. */
function kilometres(fields: readonly string[]): { odometerM?: number } {
  const km = fields.slice(7).find((field) => field.includes('.'));
  return km === undefined ? {} : { odometerM: Math.round(decimal(km) * 1000) };
}

/** ddmmyyhhmmss, fix, place, knots, course, accuracy, inputs, voltages, an input, cell, thermometer, kilometres. */
function separatedReport(type: string, content: string): Message | null {
  const fields = new Fields(content, '|');
  const moment = fields.text();
  const state = fields.text();
  if (state !== 'A' && state !== 'V') return null;
  const lat = degreesMinutes(fields.text(), fields.text());
  const lon = degreesMinutes(fields.text(), fields.text());
  const speedKph = (fields.numberIfAny() ?? 0) * KNOT_KPH;
  const courseDeg = fields.numberIfAny() ?? 0;
  const hdop = fields.numberIfAny() ?? 0;
  const [io, volts] = [fields.text(), fields.text()];
  const told: Attributes = { ...olderAlarm(type), hdop, charging: has(io, 1) };
  for (let input = 1; input <= 6; input += 1) told[`input${input}`] = has(io, 1 + input);
  for (let output = 1; output <= 4; output += 1) told[`output${output}`] = has(io, 7 + output);
  // Whether it is charged, tenths of a volt of its battery, volts of the vehicle's.
  told.batteryV = digits(volts, 1, 2) / 10;
  told.powerV = digits(volts, 3, 2);
  fields.skip(3);
  const km = fields.numberIfAny();
  if (km !== undefined) told.odometerM = Math.round(km * 1000);
  const time = dayFirst(moment.slice(0, 6), moment.slice(6));
  return report(fixOf({ time, valid: state === 'A', lat, lon, speedKph, courseDeg }), told);
}

/** Characters before the place: fix, satellites, course, knots, accuracy, kilometres. */
const MOTION_CHARACTERS = 1 + 2 + 3 + 3 + 4 + 7;

/** The same without separators: ddmmyyhhmmss, inputs, voltages, …, fix, satellites, course, knots, accuracy, kilometres. */
function packedReport(type: string, content: string): Message {
  const { lat, lon, start } = packedPlace(content);
  const at = start - MOTION_CHARACTERS;
  const state = content.charAt(at);
  if (state !== 'A' && state !== 'V') throw new BadFrame(`"${state}" is no state of a fix`);
  const fix = fixOf({
    time: dayFirst(content.slice(0, 6), content.slice(6, 12)),
    valid: state === 'A',
    lat,
    lon,
    courseDeg: digits(content, at + 3, 3),
    speedKph: digits(content, at + 6, 3) * KNOT_KPH,
  });
  return report(fix, {
    ...olderAlarm(type),
    charging: content.charAt(16) === '1',
    batteryV: digits(content, 17, 2) / 10,
    powerV: digits(content, 19, 2),
    satellites: digits(content, at + 1, 2),
    pdop: decimal(content.slice(at + 9, at + 13)),
    odometerM: digits(content, at + 13, 7) * 1000,
  });
}
