import { BadFrame, UnknownType } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import { bareMessage, reportOf } from '../tools/conversation.ts';
import { byWord } from '../tools/by-word.ts';
import { Fields, hexadecimalIfAny } from '../tools/fields.ts';
import { fixIfAny, timeIfAny } from '../tools/fix.ts';
import { asciiBytes } from '../tools/text.ts';
import { dayFirst, degreesMinutesIfAny } from '../tools/units.ts';
import type { Attributes, Decoded, Message, Reply } from '../types.ts';
import { place } from './records.ts';

const MILE_KPH = 1.609344;
const NO_CARD = '0000000000';
/** The acknowledgement of a device's message, by its type. */
const ANSWERS = byWord<string>({ U01: '(S39)', U02: '(S39)', U03: '(S39)', U06: '(S20)' });

/** "(", identity, type, content, ")". */
export function decodeText(text: string): Decoded {
  if (!text.startsWith('(') || !text.endsWith(')')) throw new BadFrame('no message of JT600');
  const fields = new Fields(text.slice(1, -1));
  const identity = fields.text();
  if (identity.length < 6 || hexadecimalIfAny(identity) === undefined) throw new BadFrame('a message of nobody');
  // Some models send a number before the type.
  if (/^\d{1,3}$/.test(fields.peek() ?? '')) fields.skip();
  const type = fields.text();
  const decoded = { identities: [identity], replies: [] };
  if (type === 'W01') return { ...decoded, messages: [portable(fields)] };
  if (type === 'WLNET') return sensor(identity, fields.text(), text);
  if (type === 'P45') {
    const { message, index } = lock(fields);
    return { ...decoded, messages: [message], replies: [{ when: 'stored', bytes: asciiBytes(`(P69,0,${index})`) }] };
  }
  if (fields.left === 0) return { ...decoded, messages: [bareMessage('heartbeat')] };
  if (/^U\d\d$/.test(type)) {
    const answer = ANSWERS[type];
    if (answer === undefined && !isReport(fields)) throw new UnknownType(type, [identity]);
    const replies: Reply[] = answer === undefined ? [] : [{ when: 'stored', bytes: asciiBytes(answer) }];
    return { ...decoded, messages: [report(fields)], replies };
  }
  return { ...decoded, messages: [{ ...bareMessage('reply'), text: `${type},${fields.rest()}` }] };
}

/** The type of a wireless sensor's report, and the number of fields before its bytes. */
const [SENSOR, BEFORE_BYTES] = ['5', 6];
/** The size of these fields: time of the measurement, its number, and the sensor. */
const SENSOR_HEAD_BYTES = 12;
const CLIMATE = 1;
const NO_WARMTH = 0xffff;

/**
 * Reads these fields in order: a position as in the records, then hundredths of volts and percent of the sensor's
 * battery, its signal in -dBm, and by its type the degrees in tenths, with a sign in the upper four bits, and the
 * humidity.
 */
function sensor(identity: string, type: string, text: string): Decoded {
  if (type !== SENSOR) throw new UnknownType(`WLNET,${type}`, [identity]);
  let at = 0;
  for (let comma = 0; comma < BEFORE_BYTES; comma += 1) at = text.indexOf(',', at + 1);
  const reader = new ByteReader(Buffer.from(text, 'latin1'), at + 1);
  const { time, fix } = place(reader);
  reader.skip(SENSOR_HEAD_BYTES);
  const attributes: Attributes = {
    sensorBatteryV: reader.u16() / 100,
    sensorBatteryPercent: reader.u8(),
    sensorRssi: -reader.u8(),
  };
  if (reader.u8() === CLIMATE) {
    const warmth = reader.u16();
    const degrees = (warmth & 0xfff) / 10;
    if (warmth !== NO_WARMTH) attributes.temperature1C = warmth > 0xfff ? -degrees : degrees;
    attributes.humidityPercent = reader.u8();
  }
  return { identities: [identity], messages: [reportOf(fix, attributes, time)], replies: [] };
}

const degreesOf = (value: number, side: string): number | undefined =>
  side.length !== 1 || !'NSEW'.includes(side) ? undefined : side === 'S' || side === 'W' ? -value : value;

/** Degrees with their point, and the hemisphere. */
const degrees = (fields: Fields): number | undefined => degreesOf(fields.value(), fields.text());

/**
 * Reads these fields in order: longitude and latitude in degrees and minutes with their hemispheres, A or V, ddmmyy,
 * hhmmss, km/h, course, percent of the battery, receiver, signal, kind of alert.
 */
function portable(fields: Fields): Message {
  const lon = degreesMinutesIfAny(fields.text(), fields.text());
  const lat = degreesMinutesIfAny(fields.text(), fields.text());
  const valid = fields.text() === 'A';
  const time = timeIfAny(() => dayFirst(fields.text(), fields.text()));
  const [speedKph, courseDeg, battery] = [fields.value(), fields.value(), fields.value()];
  const [receiver, rssi, event] = [fields.value(), fields.value(), fields.value()];
  const attributes = { batteryPercent: Math.min(100, battery), receiver, rssi, event };
  return reportOf(fixIfAny({ time, valid, lat, lon, speedKph, courseDeg }), attributes, time);
}

/** True when the fields begin like those of `report`. */
const isReport = (fields: Fields): boolean =>
  [0, 1].some((at) => /^\d{6}$/.test(fields.peek(at) ?? '') && /^[TF]$/.test(fields.peek(at + 2) ?? ''));

/**
 * Reads these fields in order: for an alarm its code; ddmmyy, hhmmss, T or F, latitude, longitude, miles per hour,
 * course, satellites, percent of the battery, state in binary digits, cell, area, signal, kilometres, index of the
 * message.
 */
function report(fields: Fields): Message {
  const alarm = (fields.peek()?.length ?? 0) < 6 ? fields.value() : undefined;
  const time = timeIfAny(() => dayFirst(fields.text(), fields.text()));
  const valid = fields.text() === 'T';
  const [lat, lon] = [degrees(fields), degrees(fields)];
  const [speedKph, courseDeg] = [fields.value() * MILE_KPH, fields.value()];
  const satellites = fields.value();
  const percent = fields.text();
  const status = binary(fields.text());
  fields.skip(2);
  const [rssi, kilometres, index] = [fields.numberIfAny(), fields.numberIfAny(), fields.numberIfAny()];
  const battery = Number.parseFloat(percent);
  const attributes = {
    satellites,
    status,
    ...(alarm !== undefined && { event: alarm }),
    ...(battery >= 0 && battery <= 100 && { batteryPercent: battery }),
    ...(rssi !== undefined && { rssi }),
    ...(kilometres !== undefined && { odometerM: kilometres * 1000 }),
    ...(index !== undefined && { index }),
  };
  return reportOf(fixIfAny({ time, valid, lat, lon, speedKph, courseDeg }), attributes, time);
}

/** Returns the number of binary digits; undefined for other text. */
const binary = (digits: string): number | undefined =>
  /^[01]{1,32}$/.test(digits) ? Number.parseInt(digits, 2) : undefined;

/**
 * An electronic lock's report: ddmmyy, hhmmss, latitude, longitude, A or V, miles per hour, course, reason, method of
 * unlocking, card, result of the password, wrong passwords, index of the message.
 */
function lock(fields: Fields): { message: Message; index: number } {
  const time = timeIfAny(() => dayFirst(fields.text(), fields.text()));
  const [lat, lon] = [degrees(fields), degrees(fields)];
  const valid = fields.text() === 'A';
  const [speedKph, courseDeg, event] = [fields.value() * MILE_KPH, fields.value(), fields.value()];
  const unlocked = fields.value();
  const card = fields.text();
  fields.skip(2);
  const index = fields.value();
  const attributes: Attributes = { event, unlocked: unlocked === 1, ...(card !== NO_CARD && { driverTag: card }) };
  const fix = fixIfAny({ time, valid, lat, lon, speedKph, courseDeg });
  return { message: reportOf(fix, attributes, time), index };
}
